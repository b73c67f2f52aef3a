package org.reactivempi;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * The waits for one list that have demand, oldest first.
 *
 * <p>Ends, demand and cancellations come from any thread; whoever raises {@code missed} from zero serves all waits for all
 * of them. So requests are handed out in the order of their ends, signals of a wait are serial, and the stack stays flat,
 * also when a signal leads to the next wait.
 */
final class ListWaits {

    /** Is told whether anybody waits. */
    interface Keeper {
        void keep(boolean isWaitedFor);
    }

    private static final AtomicIntegerFieldUpdater<ListWaits> MISSED =
            AtomicIntegerFieldUpdater.newUpdater(ListWaits.class, "missed");
    private static final int MANY = 16;

    private final Keeper keeper;
    private final Queue<ListWait<?>> arrivals = new ConcurrentLinkedQueue<>();
    // Only for whoever serves.
    private final Deque<ListWait<?>> waiting = new ArrayDeque<>();
    private int purgeAbove = MANY;
    private volatile int missed;

    ListWaits(Keeper keeper) {
        this.keeper = keeper;
    }

    void arrive(ListWait<?> wait) {
        arrivals.offer(wait);
        serve();
    }

    void serve() {
        if (MISSED.getAndIncrement(this) != 0) {
            return;
        }
        int seen = 1;
        try {
            while (seen != 0) {
                serveAll();
                seen = MISSED.addAndGet(this, -seen);
            }
        } finally {
            if (seen != 0) {
                // Fatal to this thread; the next one goes on.
                missed = 0;
            }
        }
    }

    private void serveAll() {
        admit();
        ListWait<?> first = waiting.peek();
        while (first != null && first.serve()) {
            waiting.remove();
            if (first.wantsMore()) {
                waiting.add(first);
            }
            admit();
            first = waiting.peek();
        }
        keeper.keep(first != null);
    }

    private void admit() {
        ListWait<?> arrived = arrivals.poll();
        while (arrived != null) {
            waiting.add(arrived);
            arrived = arrivals.poll();
        }
        // Cancelled waits behind one that lasts would heap up.
        if (waiting.size() > purgeAbove) {
            waiting.removeIf(ListWait::isOver);
            purgeAbove = 2 * waiting.size() + MANY;
        }
    }
}
