package org.reactivempi.examples.heat;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
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
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "heat.png",
            description = "Where to write the result; default ${DEFAULT-VALUE}.")
    Path out = Path.of("heat.png");

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;
}
