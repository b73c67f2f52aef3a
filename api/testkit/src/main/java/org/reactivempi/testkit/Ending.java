package org.reactivempi.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
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

    /** How long operations that the test has left may take to end. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(5);

    /** The same where the test has ended a rank: longer than it takes until the others give that up, with faults as well. */
    private static final Duration LONGEST_LOSS = Duration.ofSeconds(15);

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(2);
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(30);
    private static final Duration LONGEST_ABORT = Duration.ofSeconds(3);

    private final Ranks ranks;
    private final Diagnosis diagnosis;
    private final List<String> left = new ArrayList<>();
    /** Those of what is left that are no reason to end the ranks in another way. */
    private List<String> unreceived = List.of();

    private final Queue<String> failed = new ConcurrentLinkedQueue<>();

    Ending(Ranks ranks) {
        this.ranks = ranks;
        this.diagnosis = new Diagnosis(ranks);
    }

    /** Closes the sessions; fails with what is left. */
    void orderly() {
        // What a rank's thread is in the middle of belongs to the test, such as telling of a consumer's error.
        all(rank -> ranks.pending(rank).then().onErrorComplete(), LONGEST_REST);
        ranks.findings().endWatch();
        // First, since an operation that waits for a rank which has finalized may fail, and would not be found.
        if (!comesToRest()) {
            left.add("operations that do not end:\n" + diagnosis.waitsFor());
        } else {
            checkCredit();
            checkMessages();
        }
        boolean isClosing = left.isEmpty() || left.equals(unreceived);
        if (isClosing && !all(this::close, LONGEST_CLOSE)) {
            left.add("sessions that do not close:\n" + diagnosis.waitsFor());
        }
        left.addAll(failed);
        if (left.isEmpty() || left.equals(unreceived)) {
            endThreads();
        } else {
            atOnce("something is left after the test");
        }
        if (left.isEmpty() || left.equals(unreceived)) {
            openBuffers().forEach(buffer -> left.add("a buffer that was not released: " + buffer));
        }
        throwFindings();
    }

    /** Ranks that other ranks of this test have met may be about to release what these have sent. */
    private Set<Object> openBuffers() {
        long deadline = System.nanoTime() + LONGEST_REST.toNanos();
        Set<Object> open = ranks.threads().openBuffers();
        while (!open.isEmpty() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
        return open;
    }

    private void throwFindings() {
        List<String> found = ranks.findings().all();
        if (left.isEmpty() && found.isEmpty()) {
            return;
        }
        String before = left.isEmpty() ? "" : "left after the test: " + String.join("\n", left);
        AssertionFailedError failure = new AssertionFailedError(before
                + (found.isEmpty() || left.isEmpty() ? "" : "\n")
                + (found.isEmpty() ? "" : "found during the test: " + String.join("\n", found)));
        ranks.findings().errors().forEach(failure::addSuppressed);
        throw failure;
    }

    /** Messages are left where a rank has them, and where their sender may know of no rank that is gone. */
    private void checkMessages() {
        if (!left.isEmpty() || ranks.isAnyAborted()) {
            return;
        }
        unreceived = ranks.findings().unreceived(this::unreceived);
        left.addAll(unreceived);
    }

    private List<String> unreceived() {
        List<String> lines = new ArrayList<>();
        for (int rank = 0; rank < ranks.size(); rank++) {
            String name = "\n  rank " + rank + ": ";
            List<String> messages = diagnosis.unreceived(rank);
            if (!messages.isEmpty()) {
                lines.add(name + String.join(name, messages));
            }
        }
        return lines.isEmpty() ? List.of() : List.of("messages that nobody has received:" + String.join("", lines));
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
        ranks.findings().endWatch();
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
        Duration longest = ranks.isAnyAborted() ? LONGEST_LOSS : LONGEST_REST;
        long deadline = System.nanoTime() + longest.toNanos();
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
