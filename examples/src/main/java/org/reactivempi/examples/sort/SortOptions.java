package org.reactivempi.examples.sort;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.reactivempi.examples.cli.Positive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of {@link Sort}. */
@Command(
        name = "sort",
        description = "Sorts numbers that no rank has all of, and checks the result.",
        sortOptions = false)
final class SortOptions {

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "Numbers of 8 bytes each, big-endian, which every rank can read; default: random ones.")
    @Nullable
    Path file;

    @Option(
            names = "--numbers",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "4000000",
            description = "How many random ones; default ${DEFAULT-VALUE}.")
    int numbers;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where the ranks write the sorted numbers, each its own part; default: nowhere.")
    @Nullable
    Path out;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;
}
