package org.reactivempi.examples.service;

import org.jspecify.annotations.Nullable;
import org.reactivempi.examples.cli.Positive;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Client}. */
@Command(
        name = "client",
        description = "All ranks ask those of examples/run service, which is another job, for primes, and check them.",
        footer = {
            "",
            "Both jobs need the same secret, REACTIVEMPI_PORT_SECRET. The name is found where",
            "both have REACTIVEMPI_NAME_SERVICE=" + NamesOptions.LISTEN + ",",
            "and examples/run names runs there."
        },
        sortOptions = false)
final class ClientOptions {

    private static final String DEFAULT_NAME = "primes";

    @ArgGroup(exclusive = true)
    Where where = new Where();

    @Option(
            names = "--tries",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "60",
            description =
                    "How often the name is looked up, about once in a second, before the client gives up; default ${DEFAULT-VALUE}.")
    int tries;

    @Option(
            names = "--up-to",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "1000000",
            description = "Up to which number primes are wanted, 1 to 1000000000; default ${DEFAULT-VALUE}.")
    int upTo;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;

    /** Where the service is. */
    static final class Where {

        @Option(
                names = "--name",
                paramLabel = "NAME",
                converter = NameOption.class,
                description = "The name of the service's port; default " + DEFAULT_NAME + ".")
        String name = DEFAULT_NAME;

        @Option(
                names = "--port",
                paramLabel = "PORT",
                description = "The service's port, as it prints it, instead of a name.")
        @Nullable
        String port;
    }
}
