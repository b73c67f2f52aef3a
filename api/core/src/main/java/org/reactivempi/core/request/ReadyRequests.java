package org.reactivempi.core.request;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Completion;

/**
 * The requests of a list that have ended, in the order of their ends, the number of the active ones, and the waits
 * for them. Any thread adds, and any thread takes; each step costs the same at any length of the list.
 */
final class ReadyRequests {

    private static final AtomicIntegerFieldUpdater<ReadyRequests> ACTIVE =
            AtomicIntegerFieldUpdater.newUpdater(ReadyRequests.class, "active");

    private final Queue<ListEntry> ended = new ConcurrentLinkedQueue<>();
    private final Reference reference = new Reference(this);
    private final Waits waits = new Waits(reference, this);
    private volatile int active;
    private volatile boolean over;

    /** Makes an entry, which counts as active until the request has been looked at. */
    ListEntry entry(int index, CoreRequest request) {
        countActive();
        return new ListEntry(reference, index, request);
    }

    /** Has entries watched at which no wait stands yet: first those of requests that have ended, in the order of their ends. */
    static void inOrder(List<ListEntry> entries, Consumer<ListEntry> watching) {
        List<Ended> endedBefore = new ArrayList<>();
        List<ListEntry> others = new ArrayList<>(entries.size());
        for (ListEntry entry : entries) {
            if (entry.request.outcome() == null) {
                others.add(entry);
            } else {
                endedBefore.add(new Ended(entry.request.endNumber(), entry));
            }
        }
        endedBefore.sort(null);
        endedBefore.forEach(end -> watching.accept(end.entry));
        others.forEach(watching);
    }

    Waits waits() {
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
        waits.serve(entry.request.operation());
    }

    /** Whether no request is active or complete. Requests that others have consumed count until they were polled. */
    boolean isExhausted() {
        return active == 0;
    }

    /** Whether a wait may find something: a request that has ended, or none that could. */
    boolean hasNews() {
        return active == 0 || !ended.isEmpty();
    }

    /** The only wait for these requests has ended. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** Consumes the request that has ended first, passing over requests that others have consumed. */
    @Nullable
    Completion take() {
        ListEntry entry = ended.poll();
        while (entry != null) {
            Object outcome = entry.take(this);
            if (outcome != null) {
                return RequestOutcome.completion(entry.index, outcome);
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

    /** The number that the end of a request had, which may run again meanwhile. */
    private record Ended(long number, ListEntry entry) implements Comparable<Ended> {

        @Override
        public int compareTo(Ended other) {
            return Long.compare(number, other.number);
        }
    }

    /**
     * How requests know the lists that they stand in. A persistent request may outlive many lists, and must not keep them all;
     * but a list that is waited for stays, though nothing else holds it.
     */
    static final class Reference extends WeakReference<ReadyRequests> {

        private volatile @Nullable ReadyRequests waitedFor;

        Reference(ReadyRequests list) {
            super(list);
        }

        @Override
        public @Nullable ReadyRequests get() {
            ReadyRequests list = waitedFor;
            return list == null ? super.get() : list;
        }

        void keep(@Nullable ReadyRequests list) {
            if (waitedFor != list) {
                waitedFor = list;
            }
        }
    }

    /**
     * The waits for one list that have demand, oldest first.
     *
     * <p>Ends, demand and cancellations come from any thread; the thread that raises {@code missed} from zero serves all waits for
     * all of them. So requests are handed out in the order of their ends, signals of a wait are serial, and the stack stays flat,
     * also when a signal leads to the next wait.
     */
    static final class Waits {

        private static final AtomicIntegerFieldUpdater<Waits> MISSED =
                AtomicIntegerFieldUpdater.newUpdater(Waits.class, "missed");
        private static final int MANY = 16;

        private final Reference reference;
        private final ReadyRequests ready;
        private final Queue<ListWait<?>> arrivals = new ConcurrentLinkedQueue<>();
        // Only the serving thread touches it.
        private final Deque<ListWait<?>> waiting = new ArrayDeque<>();
        private int purgeAbove = MANY;
        private volatile int missed;

        Waits(Reference reference, ReadyRequests ready) {
            this.reference = reference;
            this.ready = ready;
        }

        void arrive(ListWait<?> wait) {
            arrivals.offer(wait);
            serve();
        }

        void serve() {
            serve(null);
        }

        /** The same, after the end of {@code operation}: the calling thread may only do the work of its progress thread. */
        void serve(PersistentOperation.@Nullable Source operation) {
            if (MISSED.getAndIncrement(this) == 0) {
                serveMissed(operation);
            }
        }

        private void serveMissed(PersistentOperation.@Nullable Source operation) {
            int seen = 1;
            try {
                while (seen != 0) {
                    if (!serveAll(operation)) {
                        // Nobody else serves until the progress thread goes on.
                        return;
                    }
                    seen = MISSED.addAndGet(this, -seen);
                }
            } catch (Throwable fatal) {
                // To this thread; the next one goes on.
                missed = 0;
                throw fatal;
            }
        }

        /** False if it has been left to the progress thread. */
        private boolean serveAll(PersistentOperation.@Nullable Source operation) {
            admit();
            ListWait<?> first = waiting.peek();
            while (first != null) {
                if (operation != null
                        && first.mayBeServed()
                        && !first.isQuiet()
                        && operation.leave(() -> serveMissed(null))) {
                    return false;
                }
                if (!first.serve()) {
                    break;
                }
                waiting.remove();
                if (first.wantsMore()) {
                    waiting.add(first);
                }
                admit();
                first = waiting.peek();
            }
            reference.keep(first == null ? null : ready);
            return true;
        }

        private void admit() {
            ListWait<?> arrived = arrivals.poll();
            while (arrived != null) {
                waiting.add(arrived);
                arrived = arrivals.poll();
            }
            // Cancelled waits after one that lasts would heap up.
            if (waiting.size() > purgeAbove) {
                waiting.removeIf(ListWait::isOver);
                purgeAbove = 2 * waiting.size() + MANY;
            }
        }
    }
}
