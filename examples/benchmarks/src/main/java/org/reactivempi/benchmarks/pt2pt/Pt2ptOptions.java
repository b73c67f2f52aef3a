package org.reactivempi.benchmarks.pt2pt;

import java.util.List;
import org.reactivempi.examples.cli.Length;
import org.reactivempi.examples.cli.Positive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Pt2pt}. */
@Command(
        name = "pt2pt",
        description = "Measures messages between ranks 0 and 1; further ranks have nothing to do.",
        sortOptions = false)
final class Pt2ptOptions {

    private static final int QUICK = 10;

    enum Style {
        REACTIVE,
        BLOCKING,
        BOTH
    }

    enum Test {
        WARMUP,
        LATENCY,
        WRITTEN,
        LAYOUT,
        BW,
        WAITANY,
        POSTED,
        UNEXPECTED,
        ALLOCATION,
        IDLE
    }

    enum Wait {
        ADAPTIVE,
        SPIN,
        SLEEP
    }

    @Option(
            names = "--tsv",
            description =
                    "Prints rows with tabs: implementation, channel, memory, waiting, test, bytes, metric, value.")
    boolean tsv;

    @Option(
            names = {"-q", "--quick"},
            description = "A tenth of the repetitions, behind a warm-up that is hardly shorter.")
    boolean quick;

    @Option(
            names = "--divisor",
            paramLabel = "N",
            converter = Positive.class,
            defaultValue = "1",
            description = "Divides the number of repetitions; default ${DEFAULT-VALUE}.")
    int divisor;

    @Option(
            names = "--style",
            paramLabel = "STYLE",
            description = "How to call: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    Style style = Style.BOTH;

    @Option(
            names = "--memory",
            paramLabel = "KIND",
            description = "Where the buffers are: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    Memory memory = Memory.HEAP;

    @Option(
            names = "--layout",
            paramLabel = "LAYOUT",
            description =
                    "Where in the buffers the bytes are that latency and bandwidth send: ${COMPLETION-CANDIDATES}. Default:"
                            + " ${DEFAULT-VALUE}. Test layout sets it beside the same bytes packed by hand, and one after the"
                            + " other.")
    Layout layout = Layout.DENSE;

    @Option(
            names = "--waiting",
            paramLabel = "HOW",
            description = "How the progress threads wait: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    Wait waiting = Wait.ADAPTIVE;

    @Option(names = Meters.OPTION, description = "With meters of Micrometer, which nobody reads.")
    boolean meters;

    @Option(
            names = {"-t", "--tests"},
            split = ",",
            paramLabel = "TEST",
            description = "Only these, separated by commas: ${COMPLETION-CANDIDATES}.")
    List<Test> tests = List.of(Test.values());

    @Option(
            names = "--sizes",
            split = ",",
            paramLabel = "BYTES",
            converter = Length.class,
            description = "Latency and bandwidth of messages of these lengths only.")
    List<Integer> sizes = Tests.SIZES;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;

    Pace pace() {
        return Pace.divided(quick ? Math.max(divisor, QUICK) : divisor);
    }
}
