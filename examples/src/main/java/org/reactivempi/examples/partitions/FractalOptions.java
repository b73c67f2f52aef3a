package org.reactivempi.examples.partitions;

import java.nio.file.Path;
import org.reactivempi.examples.cli.UpTo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Fractal}. */
@Command(
        name = "partitions",
        description =
                "Computes a picture by several threads, which fill one message, and paints it as its parts arrive.",
        sortOptions = false)
final class FractalOptions {

    @Option(
            names = "--side",
            paramLabel = "DOTS",
            converter = Side.class,
            defaultValue = "1200",
            description = "Width and height of the picture, 1 to 10000; default ${DEFAULT-VALUE}.")
    int side;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            converter = Few.class,
            defaultValue = "64",
            description = "How many bands a rank's message has, 1 to 1000; default ${DEFAULT-VALUE}.")
    int partitions;

    @Option(
            names = "--threads",
            paramLabel = "N",
            converter = Few.class,
            defaultValue = "4",
            description = "How many threads of each rank fill its message, 1 to 1000; default ${DEFAULT-VALUE}.")
    int threads;

    @Option(
            names = "--flux",
            description = "A Flux names the bands that are ready, instead of the threads that compute them.")
    boolean flux;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "partitions.png",
            description = "Where to paint the picture; default ${DEFAULT-VALUE}.")
    Path out = Path.of("partitions.png");

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;

    /** 1 to 1000. */
    static final class Few extends UpTo {

        Few() {
            super(1000);
        }
    }

    /** 1 to 10 000, so that a rank's part of the picture fits into an array. */
    static final class Side extends UpTo {

        Side() {
            super(10_000);
        }
    }
}
