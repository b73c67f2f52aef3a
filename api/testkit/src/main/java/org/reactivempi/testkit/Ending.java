package org.reactivempi.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.opentest4j.AssertionFailedError;
import org.reactivempi.ProcessFailedException;
import reactor.core.publisher.Mono;

/**
 * The end of some ranks.
 *
 * <pre>
 *  orderly:  rest --&gt; credit is back --&gt; sessions close --&gt; threads end --&gt; buffers are released
 *             |              |                  |               |                 |
 *             +--------------+------------------+---------------+-----------------+--&gt; failure that names what is left
 * </pre>
 */
final class Ending {

    /** How long operations that the test has left behind may take to end. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(2);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(2);
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(10);
    private static final Duration LONGEST_ABORT = Duration.ofSeconds(1);

    private final Ranks ranks;
    private final Diagnosis diagnosis;
    private final List<String> left = new ArrayList<>();
    private final Queue<String> failed = new ConcurrentLinkedQueue<>();

    Ending(Ranks ranks) {
        this.ranks = ranks;
        this.diagnosis = new Diagnosis(ranks);
    }

    /** Closes the sessions; fails with what is left. */
    void orderly() {
        // First, since an operation that waits for a rank which has finalized may fail, and would not be found.
        if (!comesToRest()) {
            left.add("operations that do not end:\n" + diagnosis.waitsFor());
        } else {
            checkCredit();
        }
        if (left.isEmpty() && !all(this::close, LONGEST_CLOSE)) {
            left.add("sessions that do not close:\n" + diagnosis.waitsFor());
        }
        left.addAll(failed);
        if (left.isEmpty()) {
            endThreads();
        } else {
            atOnce("something is left after the test");
        }
        if (left.isEmpty()) {
            ranks.threads().openBuffers().forEach(buffer -> left.add("a buffer that was not released: " + buffer));
        }
        if (!left.isEmpty()) {
            throw new AssertionFailedError("left after the test: " + String.join("\n", left));
        }
    }

    /** What was on its way to a rank that the test has ended is lost. */
    private Mono<Void> close(int rank) {
        return ranks.session(rank)
                .close()
                .onErrorComplete(error -> error instanceof ProcessFailedException lost && ranks.isAborted(lost.rank()))
                .onErrorResume(error -> Mono.fromRunnable(
                        () -> failed.add("rank " + rank + ", which has failed to close: " + error.getMessage())));
    }

    /** Aborts the sessions. */
    void atOnce(String why) {
        all(rank -> ranks.abort(rank, why), LONGEST_ABORT);
        endThreads();
    }

    private void endThreads() {
        ranks.threads()
                .end()
                .forEach(thread ->
                        left.add("thread " + thread.getName() + ", which does not end" + Diagnosis.placeOf(thread)));
    }

    private void checkCredit() {
        List<String> losses = new Credits(ranks.size(), ranks::balances).losses();
        if (!losses.isEmpty()) {
            left.add("credit that is not where it should be:\n  " + String.join("\n  ", losses));
        }
    }

    private boolean comesToRest() {
        long deadline = System.nanoTime() + LONGEST_REST.toNanos();
        while (!diagnosis.isAtRest()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
        return true;
    }

    /** Does something on all ranks at the same time; false if it is not done in time. */
    private boolean all(IntFunction<Mono<Void>> action, Duration longest) {
        try {
            Mono.when(IntStream.range(0, ranks.size()).mapToObj(action).toList())
                    .block(longest);
            return true;
        } catch (IllegalStateException timeout) {
            return false;
        }
    }
}
