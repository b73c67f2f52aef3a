package org.reactivempi.examples.life;

import java.nio.file.Path;
import org.reactivempi.examples.cli.Positive;
import org.reactivempi.examples.cli.UpTo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Life}. */
@Command(
        name = "life",
        description = "Conway's Life on a torus, of which each rank has a block of cells; draws how it ends.",
        sortOptions = false)
final class LifeOptions {

    @Option(
            names = "--rows",
            paramLabel = "N",
            converter = Side.class,
            defaultValue = "200",
            description = "How many rows each rank has, 1 to 4000; default ${DEFAULT-VALUE}.")
    int rows;

    @Option(
            names = "--columns",
            paramLabel = "N",
            converter = Side.class,
            defaultValue = "300",
            description = "How many columns each rank has, 1 to 4000; default ${DEFAULT-VALUE}.")
    int columns;

    @Option(
            names = "--steps",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "300",
            description = "How many steps; default ${DEFAULT-VALUE}.")
    int steps;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Which cells live at the beginning; default ${DEFAULT-VALUE}.")
    long seed;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "life.png",
            description = "Where to draw the cells; default ${DEFAULT-VALUE}.")
    Path out = Path.of("life.png");

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;

    /** 1 to 4000. */
    static final class Side extends UpTo {

        Side() {
            super(4000);
        }
    }
}
