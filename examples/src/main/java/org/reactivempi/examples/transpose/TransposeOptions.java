package org.reactivempi.examples.transpose;

import org.reactivempi.examples.cli.Positive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Transpose}. */
@Command(
        name = "transpose",
        description = "A matrix that is distributed by rows is transposed, with derived types alone, and checked.",
        sortOptions = false)
final class TransposeOptions {

    /** A rank's rows are one array. */
    static final int LARGEST_SIZE = 10_000;

    @Option(
            names = "--size",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "1000",
            description = "Rows, and columns, of the matrix, at most " + LARGEST_SIZE + "; default ${DEFAULT-VALUE}.")
    int size;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;
}
