package org.reactivempi.examples.flood;

import org.reactivempi.examples.cli.Positive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Flood}. */
@Command(
        name = "flood",
        description = "All others send to rank 0, which sleeps first; then it receives, and counts what has come.",
        sortOptions = false)
final class FloodOptions {

    @Option(
            names = "--messages",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "10000000",
            description = "How many messages of 8 bytes each rank sends; default ${DEFAULT-VALUE}.")
    int messages;

    @Option(
            names = "--sleep-millis",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "2000",
            description = "For how long rank 0 receives nothing; default ${DEFAULT-VALUE}.")
    int sleepMillis;

    @Option(
            names = "--under-way",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "256",
            description = "How many sends of a rank may wait at the same time; default ${DEFAULT-VALUE}.")
    int underWay;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;
}
