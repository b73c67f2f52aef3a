package org.reactivempi.examples.ring;

import org.reactivempi.examples.cli.Positive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Ring}. */
@Command(name = "ring", description = "A token goes round all ranks, and each step is timed.", sortOptions = false)
final class RingOptions {

    @Option(
            names = "--laps",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "2000",
            description = "How often the token goes round; default ${DEFAULT-VALUE}.")
    int laps;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;
}
