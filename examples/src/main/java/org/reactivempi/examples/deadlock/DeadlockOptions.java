package org.reactivempi.examples.deadlock;

import org.reactivempi.examples.cli.Length;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link Deadlock}. */
@Command(
        name = "deadlock",
        description =
                "Each rank waits for the one before, which waits as well: the ranks notice, say what each of them waits"
                        + " for, and end with code 35.",
        sortOptions = false)
final class DeadlockOptions {

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "receive: all receive first; send: all send first, which short messages survive; tag: all receive"
                            + " with another tag than they send with. Default: ${DEFAULT-VALUE}.")
    Mode mode = Mode.RECEIVE;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            converter = Length.class,
            description = "How long the messages are, up to 16777216; default ${DEFAULT-VALUE}.")
    int size = 1 << 20;

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;
}
