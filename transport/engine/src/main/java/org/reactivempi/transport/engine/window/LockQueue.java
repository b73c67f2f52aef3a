package org.reactivempi.transport.engine.window;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Queue;
import java.util.Set;

/**
 * Who holds the lock of a window at this rank, and who waits for it, in the order in which they came. Shared ones that follow each other hold it
 * together; none is let in ahead of one that waits.
 */
final class LockQueue {

    private record Wanted(int rank, boolean exclusive, Runnable granted) {}

    private final Set<Integer> holders = new HashSet<>();
    private boolean isExclusive;
    private final Queue<Wanted> waiting = new ArrayDeque<>();

    /** Whether a rank has an entry, so that it can't want another one. */
    boolean has(int rank) {
        return holders.contains(rank) || waiting.stream().anyMatch(wanted -> wanted.rank == rank);
    }

    /** A rank wants it; {@code granted} runs when it holds it. */
    void request(int rank, boolean exclusive, Runnable granted) {
        waiting.add(new Wanted(rank, exclusive, granted));
        grant();
    }

    /** A rank gives it back, does not want it any more, or is lost; without effect if it has no entry. */
    void release(int rank) {
        holders.remove(rank);
        waiting.removeIf(wanted -> wanted.rank == rank);
        grant();
    }

    private void grant() {
        Iterator<Wanted> next = waiting.iterator();
        while (next.hasNext()) {
            Wanted first = next.next();
            if (!holders.isEmpty() && (isExclusive || first.exclusive)) {
                return;
            }
            next.remove();
            isExclusive = first.exclusive;
            holders.add(first.rank);
            first.granted.run();
        }
    }

    /** Who holds it, this moment. */
    Set<Integer> holders() {
        return holders;
    }
}
