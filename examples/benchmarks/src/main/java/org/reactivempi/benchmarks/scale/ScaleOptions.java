package org.reactivempi.benchmarks.scale;

import java.util.List;
import org.reactivempi.examples.cli.Positive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Scale}. */
@Command(
        name = "scale",
        sortOptions = false,
        description = {
            "Runs whole jobs of real ranks in this JVM, on virtual time, and prints how long they take for their first barrier, for"
                    + " collective operations, and to agree and shrink after a failure; and with how many others ranks have to do.",
            ""
        })
final class ScaleOptions {

    @Option(
            names = "--ranks",
            paramLabel = "N[,N...]",
            split = ",",
            converter = Positive.class,
            description =
                    "Of how many ranks, 4 to 10000 each; default 10,100,1000. Ten thousand take some minutes, and 2 GB.")
    List<Integer> ranks = List.of(10, 100, 1000);

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this.")
    boolean help;
}
