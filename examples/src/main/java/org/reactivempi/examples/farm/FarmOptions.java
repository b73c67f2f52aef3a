package org.reactivempi.examples.farm;

import org.reactivempi.examples.cli.Positive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Farm}. */
@Command(
        name = "farm",
        description = "Tasks for ranks of which one is slow: by demand, and split beforehand.",
        sortOptions = false)
final class FarmOptions {

    @Option(
            names = "--tasks",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "100",
            description = "How many tasks there are; default ${DEFAULT-VALUE}.")
    int tasks;

    @Option(
            names = "--millis",
            paramLabel = "MS",
            converter = Positive.class,
            defaultValue = "20",
            description = "How long a task takes, in milliseconds; default ${DEFAULT-VALUE}.")
    int millis;

    @Option(
            names = "--slower",
            paramLabel = "FACTOR",
            converter = Positive.class,
            defaultValue = "4",
            description = "How many times as long it takes on the last rank; default ${DEFAULT-VALUE}.")
    int slower;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;
}
