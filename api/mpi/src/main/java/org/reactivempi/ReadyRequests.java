package org.reactivempi;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a list that have ended, in the order of their ends, the number of those that are active, and the waits
 * for them. Any thread adds, and any thread takes; each step costs the same at any length of the list.
 */
final class ReadyRequests {

    private static final AtomicIntegerFieldUpdater<ReadyRequests> ACTIVE =
            AtomicIntegerFieldUpdater.newUpdater(ReadyRequests.class, "active");

    private final Queue<ListEntry> ended = new ConcurrentLinkedQueue<>();
    private final ListReference reference = new ListReference(this);
    private final ListWaits waits = new ListWaits(this::keep);
    private volatile int active;
    private volatile boolean over;

    /** Makes an entry, which counts as active until somebody has looked. */
    ListEntry entry(int index, Request request) {
        countActive();
        return new ListEntry(reference, index, request);
    }

    /**
     * Makes entries for the requests of a list that nobody waits for yet, and has them watched: those that have ended first,
     * in the order of their ends.
     *
     * @param watching how a request comes to be watched
     */
    ListEntry[] entries(Request[] requests, BiConsumer<Request, ListEntry> watching) {
        ListEntry[] entries = new ListEntry[requests.length];
        List<Ended> endedBefore = new ArrayList<>();
        for (int i = 0; i < requests.length; i++) {
            entries[i] = entry(i, requests[i]);
            if (requests[i].outcome() != null) {
                endedBefore.add(new Ended(requests[i].endNanos(), entries[i]));
            }
        }
        endedBefore.sort(null);
        BitSet watched = new BitSet(requests.length);
        for (Ended end : endedBefore) {
            watched.set(end.entry.index);
            watching.accept(end.entry.request, end.entry);
        }
        for (int i = watched.nextClearBit(0); i < requests.length; i = watched.nextClearBit(i + 1)) {
            watching.accept(requests[i], entries[i]);
        }
        return entries;
    }

    ListWaits waits() {
        return waits;
    }

    void countActive() {
        ACTIVE.incrementAndGet(this);
    }

    void countIdle() {
        if (ACTIVE.decrementAndGet(this) == 0) {
            waits.serve();
        }
    }

    void offer(ListEntry entry) {
        ended.offer(entry);
        waits.serve();
    }

    /** Whether no request is active or complete. Requests that others have consumed count until they were polled. */
    boolean isExhausted() {
        return active == 0;
    }

    /** The only wait for these requests has ended: nobody is interested in them any more. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** Consumes the request that has ended first, passing over those that others have consumed. */
    @Nullable
    Completion take() {
        ListEntry entry = ended.poll();
        while (entry != null) {
            Outcome outcome = entry.take(this);
            if (outcome != null) {
                return Completion.of(entry.index, outcome);
            }
            entry = ended.poll();
        }
        return null;
    }

    /** Consumes all requests that have ended; {@code null} if there is none. */
    @Nullable
    List<Completion> takeAll() {
        Completion completion = take();
        if (completion == null) {
            return null;
        }
        List<Completion> taken = new ArrayList<>();
        while (completion != null) {
            taken.add(completion);
            completion = take();
        }
        return taken;
    }

    /** Forgets entries that were replaced after they had ended. */
    void dropRetired() {
        ended.removeIf(ListEntry::isRetired);
    }

    private void keep(boolean isWaitedFor) {
        reference.keep(isWaitedFor ? this : null);
    }

    /** When a request had ended that may run again meanwhile. */
    private record Ended(long nanos, ListEntry entry) implements Comparable<Ended> {

        @Override
        public int compareTo(Ended other) {
            return Long.signum(nanos - other.nanos);
        }
    }
}
