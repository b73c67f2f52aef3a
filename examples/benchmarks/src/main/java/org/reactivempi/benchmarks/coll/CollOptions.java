package org.reactivempi.benchmarks.coll;

import java.util.List;
import org.reactivempi.benchmarks.pt2pt.Memory;
import org.reactivempi.examples.cli.Length;
import org.reactivempi.examples.cli.Positive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Coll}. */
@Command(name = "coll", description = "Measures collective operations of all ranks.", sortOptions = false)
final class CollOptions {

    @Option(
            names = "--tsv",
            description =
                    "Prints rows with tabs: implementation, channel, memory, waiting, operation/ranks, bytes, metric, value.")
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
            converter = Length.class,
            defaultValue = "8,8192,1048576",
            description = "Vectors, parts or blocks of these lengths, of whole doubles; default ${DEFAULT-VALUE}.")
    List<Integer> sizes = List.of();

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
            description = "Where the buffers are: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    Memory memory = Memory.HEAP;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;
}
