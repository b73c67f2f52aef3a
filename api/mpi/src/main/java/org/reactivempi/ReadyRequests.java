package org.reactivempi;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import reactor.util.concurrent.Queues;

/**
 * The requests of a wait that have ended, in the order of their ends. Any thread adds; one at a time takes.
 */
final class ReadyRequests {

    private final Queue<IndexedWatch> ended =
            Queues.<IndexedWatch>unboundedMultiproducer().get();
    private int left;

    /** For a wait of that many requests. */
    ReadyRequests(int size) {
        this.left = size;
    }

    void add(IndexedWatch watch) {
        ended.offer(watch);
    }

    /** Whether every request has been taken, or was found inactive. */
    boolean isExhausted() {
        return left == 0;
    }

    /** Consumes the request that has ended first, passing over those that other waits have consumed. */
    @Nullable
    Completion take() {
        IndexedWatch watch = ended.poll();
        while (watch != null) {
            left--;
            Outcome outcome = watch.request.consumeEnded();
            if (outcome != Absent.INACTIVE) {
                return Completion.of(watch.index, outcome);
            }
            watch = ended.poll();
        }
        return null;
    }

    /** Consumes all requests that have ended; {@code null} if there is none. */
    @Nullable
    List<Completion> takeAll() {
        List<Completion> taken = new ArrayList<>();
        Completion completion = take();
        while (completion != null) {
            taken.add(completion);
            completion = take();
        }
        return taken.isEmpty() ? null : taken;
    }
}
