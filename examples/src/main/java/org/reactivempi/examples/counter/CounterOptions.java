package org.reactivempi.examples.counter;

import org.reactivempi.examples.cli.UpTo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Counter}. */
@Command(
        name = "counter",
        description = "Ranks draw pieces of work from a counter in the memory of rank 0: primes are counted.",
        sortOptions = false)
final class CounterOptions {

    @Option(
            names = "--pieces",
            paramLabel = "N",
            converter = Pieces.class,
            defaultValue = "200",
            description = "How many pieces of work there are, 1 to 100000; default ${DEFAULT-VALUE}.")
    int pieces;

    @Option(
            names = "--numbers",
            paramLabel = "N",
            converter = Numbers.class,
            defaultValue = "20000",
            description = "How many numbers a piece has, 1 to 10000000; default ${DEFAULT-VALUE}.")
    int numbers;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;

    /** 1 to 100 000. */
    static final class Pieces extends UpTo {

        Pieces() {
            super(100_000);
        }
    }

    /** 1 to 10 000 000. */
    static final class Numbers extends UpTo {

        Numbers() {
            super(10_000_000);
        }
    }
}
