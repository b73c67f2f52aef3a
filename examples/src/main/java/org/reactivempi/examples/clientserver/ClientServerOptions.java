package org.reactivempi.examples.clientserver;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.examples.cli.Positive;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@link ClientServer}. */
@Command(
        name = "clientserver",
        description = "Rank 0 serves all others, which send as fast as they can; shows how often each was served.",
        sortOptions = false)
final class ClientServerOptions {

    private static final int DEFAULT_SECONDS = 2;

    @Option(
            names = "--form",
            paramLabel = "FORM",
            description = "How the server waits: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    Form form = Form.REACTIVE;

    @ArgGroup(exclusive = true)
    Length length = new Length();

    @Option(names = "--help", usageHelp = true, description = "Shows this help.")
    boolean help;

    /** How long each client goes on. */
    static final class Length {

        @Option(
                names = "--seconds",
                paramLabel = "N",
                converter = Positive.class,
                description = "How long each client sends requests; default " + DEFAULT_SECONDS + ".")
        @Nullable
        Integer seconds;

        @Option(
                names = "--requests",
                paramLabel = "N",
                converter = Positive.class,
                description = "How many requests each client sends, instead of a time.")
        @Nullable
        Integer requests;

        /** Begins now; says before each further request of a client whether it is still to be sent. */
        BooleanSupplier begin() {
            if (requests != null) {
                int[] left = {requests};
                return () -> --left[0] > 0;
            }
            long start = System.nanoTime();
            long nanos = TimeUnit.SECONDS.toNanos(seconds == null ? DEFAULT_SECONDS : seconds);
            return () -> System.nanoTime() - start < nanos;
        }
    }
}
