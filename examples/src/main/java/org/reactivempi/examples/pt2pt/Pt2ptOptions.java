package org.reactivempi.examples.pt2pt;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Pt2pt}. */
@Command(name = "pt2pt", description = "Measures messages between two ranks.", sortOptions = false)
final class Pt2ptOptions {

    enum Style {
        REACTIVE,
        BLOCKING,
        BOTH
    }

    enum Test {
        LATENCY,
        BW,
        WAITANY,
        POSTED,
        UNEXPECTED,
        ALLOCATION,
        IDLE
    }

    @Option(names = "--tsv", description = "Prints tab-separated rows: impl, transport, test, bytes, metric, value.")
    boolean tsv;

    @Option(
            names = {"-q", "--quick"},
            description = "A tenth of the iterations.")
    boolean quick;

    @Option(
            names = "--style",
            paramLabel = "STYLE",
            description = "How to call: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    Style style = Style.BOTH;

    @Option(
            names = {"-t", "--tests"},
            split = ",",
            paramLabel = "TEST",
            description = "Only these, separated by commas: ${COMPLETION-CANDIDATES}.")
    List<Test> tests = List.of(Test.values());

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;
}
