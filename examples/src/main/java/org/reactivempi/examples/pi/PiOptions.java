package org.reactivempi.examples.pi;

import org.reactivempi.examples.cli.Positive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Pi}. */
@Command(name = "pi", description = "Pi as an integral, of which each rank adds up a part.", sortOptions = false)
final class PiOptions {

    @Option(
            names = "--strips",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "10000000",
            description = "Into how many strips the area is cut; default ${DEFAULT-VALUE}.")
    int strips;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;
}
