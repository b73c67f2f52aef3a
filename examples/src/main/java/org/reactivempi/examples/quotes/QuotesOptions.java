package org.reactivempi.examples.quotes;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of {@link Quotes}. */
@Command(
        name = "quotes",
        description = "Each rank asks the next one for prices; one is slow, one is unknown.",
        sortOptions = false)
final class QuotesOptions {

    @Parameters(
            paramLabel = "SYMBOL",
            arity = "0..*",
            description = "What to ask for; default: ACME SLOW NONE LAST. SLOW is answered late, and NONE not known.")
    List<String> symbols = List.of("ACME", "SLOW", "NONE", "LAST");

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;
}
