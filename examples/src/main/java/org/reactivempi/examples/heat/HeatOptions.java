package org.reactivempi.examples.heat;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ExitException;
import org.reactivempi.examples.cli.Positive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of {@link Heat}. */
@Command(
        name = "heat",
        description =
                "Heat spreads over a picture whose bright parts are hot; the outermost rows and columns keep their"
                        + " temperature.",
        sortOptions = false)
final class HeatOptions {

    private static final int USAGE_CODE = 2;

    @Parameters(arity = "0..1", paramLabel = "IMAGE", description = "A PNG, JPEG, GIF or BMP; default: a built-in one.")
    @Nullable
    Path image;

    @Option(
            names = "--steps",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "500",
            description = "How many steps at most; default ${DEFAULT-VALUE}.")
    int steps;

    @Option(
            names = "--tolerance",
            paramLabel = "CHANGE",
            converter = Tolerance.class,
            defaultValue = "0",
            description =
                    "Ends when no point changes by more in a step; black is 0, white 1; default ${DEFAULT-VALUE}.")
    double tolerance;

    @Option(
            names = "--grid",
            paramLabel = "DOWNxACROSS",
            converter = Grid.Converter.class,
            description = "How the ranks divide the picture, such as 2x2; default: each has whole rows.")
    @Nullable
    Grid grid;

    @Option(
            names = "--topology",
            description =
                    "The ranks exchange edges as neighbors of a grid, and not by sends and receives of their own.")
    private boolean topology;

    @Option(
            names = "--windows",
            description = "The ranks write their edges into each other's memory, and receive nothing.")
    private boolean windows;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "heat.png",
            description = "Where to write the result; default ${DEFAULT-VALUE}.")
    Path out = Path.of("heat.png");

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;

    /** How edges are exchanged; fails where that is said in two ways. */
    Exchange exchange() {
        if (topology && windows) {
            throw new ExitException(
                    USAGE_CODE, "heat: --topology and --windows are two ways of the same; one is enough");
        }
        return topology ? Exchange.TOPOLOGY : windows ? Exchange.WINDOWS : Exchange.MESSAGES;
    }

    /** How so many ranks divide the picture; fails where the grid is for another number of them. */
    Grid grid(int ranks) {
        if (grid == null) {
            return Grid.ofRows(ranks);
        }
        if (grid.ranks() != ranks) {
            throw new ExitException(
                    USAGE_CODE, "heat: --grid " + grid + " is for " + grid.ranks() + " ranks, and there are " + ranks);
        }
        return grid;
    }
}
