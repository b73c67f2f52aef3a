package org.reactivempi.benchmarks.races;

import org.reactivempi.examples.cli.Positive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Races}. */
@Command(
        name = "races",
        sortOptions = false,
        description = {
            "Simulates farms whose master waits for answers of any worker, in each order in which they can come, and prints which"
                    + " order makes one of them fail. The ranks are in this JVM, and have no threads.",
            ""
        })
final class RacesOptions {

    @Option(
            names = "--ranks",
            paramLabel = "N",
            converter = Positive.class,
            description = "How many ranks, 3 to 8; default 4.")
    int ranks = 4;

    @Option(
            names = "--schedules",
            paramLabel = "N",
            converter = Positive.class,
            description = "How many runs are looked at; default 1000.")
    int schedules = 1000;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this.")
    boolean help;
}
