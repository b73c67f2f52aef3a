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

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "1",
            description = "How many laps before that are not counted; default ${DEFAULT-VALUE}.")
    int warmUpLaps;

    @Option(
            names = "--waiting",
            paramLabel = "HOW",
            defaultValue = "adaptive",
            description = "How the progress threads wait: adaptive, spin or sleep; default ${DEFAULT-VALUE}.")
    String waiting = "";

    @Option(
            names = "--tsv",
            description =
                    "Prints rows with tabs: implementation, channel, memory, waiting, test, bytes, metric, value.")
    boolean tsv;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;
}
