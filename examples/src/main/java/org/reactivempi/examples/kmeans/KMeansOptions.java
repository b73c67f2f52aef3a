package org.reactivempi.examples.kmeans;

import java.nio.file.Path;
import org.reactivempi.examples.cli.Positive;
import org.reactivempi.examples.cli.UpTo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link KMeans}. */
@Command(name = "kmeans", description = "Finds clusters of random points, and draws them.", sortOptions = false)
final class KMeansOptions {

    @Option(
            names = "--points",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "400000",
            description = "How many points all ranks have together; default ${DEFAULT-VALUE}.")
    int points;

    @Option(
            names = "--clusters",
            paramLabel = "N",
            converter = Clusters.class,
            defaultValue = "12",
            description = "How many clusters are looked for, 1 to 100; default ${DEFAULT-VALUE}.")
    int clusters;

    @Option(
            names = "--steps",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "100",
            description = "How many steps at most; default ${DEFAULT-VALUE}.")
    int steps;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "kmeans.png",
            description = "Where to draw the clusters; default ${DEFAULT-VALUE}.")
    Path out = Path.of("kmeans.png");

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;

    /** 1 to 100, so that a byte says which. */
    static final class Clusters extends UpTo {

        Clusters() {
            super(100);
        }
    }
}
