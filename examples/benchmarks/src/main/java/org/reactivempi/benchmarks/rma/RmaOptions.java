package org.reactivempi.benchmarks.rma;

import java.util.List;
import org.reactivempi.benchmarks.pt2pt.Memory;
import org.reactivempi.examples.cli.Positive;
import org.reactivempi.examples.cli.UpTo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Rma}. */
@Command(
        name = "rma",
        description =
                "Measures operations of windows between ranks 0 and 1; further ranks have nothing to do, unless they play.",
        sortOptions = false)
final class RmaOptions {

    @Option(
            names = "--tsv",
            description =
                    "Prints rows with tabs: implementation, channel, memory, waiting, operation, bytes, metric, value.")
    boolean tsv;

    @Option(
            names = {"-t", "--tests"},
            split = ",",
            paramLabel = "TEST",
            description = "Only these, separated by commas: ${COMPLETION-CANDIDATES}.")
    List<Kind> tests = List.of(Kind.values());

    @Option(
            names = "--sizes",
            split = ",",
            paramLabel = "BYTES",
            converter = LengthOfMany.class,
            defaultValue = "65536,1048576",
            description =
                    "Bandwidth of operations of these lengths, of whole doubles, up to 4194304; default ${DEFAULT-VALUE}.")
    List<Integer> sizes = List.of();

    @Option(
            names = "--players",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "2",
            description =
                    "How many ranks do what is collective; with more than 2, nothing else is measured; default ${DEFAULT-VALUE}.")
    int players;

    @Option(
            names = "--millis",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "300",
            description = "How long each row is measured; default ${DEFAULT-VALUE}.")
    int millis;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "500",
            description = "For so many ms each operation runs before it is measured; default ${DEFAULT-VALUE}.")
    int warmUpMillis;

    @Option(
            names = "--memory",
            paramLabel = "KIND",
            description = "Where the buffers at the origin are: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    Memory memory = Memory.HEAP;

    @Option(
            names = "--waiting",
            paramLabel = "HOW",
            description = "How the progress threads wait: adaptive, spin, sleep. Default: ${DEFAULT-VALUE}.")
    String waiting = "adaptive";

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;

    /** As many of them as are under way at a time fit in a window. */
    static final class LengthOfMany extends UpTo {

        static final int MOST = 4 * 1024 * 1024;

        LengthOfMany() {
            super(MOST);
        }
    }
}
