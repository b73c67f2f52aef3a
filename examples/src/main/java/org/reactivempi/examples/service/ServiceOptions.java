package org.reactivempi.examples.service;

import org.jspecify.annotations.Nullable;
import org.reactivempi.examples.cli.Positive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Service}. */
@Command(
        name = "service",
        description = "All ranks answer the clients that come to a port, which has a name; examples/run client is one.",
        footer = {
            "",
            "Both jobs need the same secret, REACTIVEMPI_PORT_SECRET. The name is found where",
            "both have REACTIVEMPI_NAME_SERVICE=" + NamesOptions.LISTEN + ",",
            "and examples/run names runs there; without that setting, clients need the port",
            "as it is printed."
        },
        sortOptions = false)
final class ServiceOptions {

    @Option(
            names = "--name",
            paramLabel = "NAME",
            converter = NameOption.class,
            defaultValue = "primes",
            description = "By which clients find the port; default ${DEFAULT-VALUE}.")
    String name = "";

    @Option(
            names = "--clients",
            paramLabel = "N",
            converter = Positive.class,
            description = "Ends when so many have come, and gone or been lost; else goes on until Ctrl-C.")
    @Nullable
    Integer clients;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;

    /** How many clients there will be. */
    long clients() {
        return clients == null ? Long.MAX_VALUE : clients;
    }
}
