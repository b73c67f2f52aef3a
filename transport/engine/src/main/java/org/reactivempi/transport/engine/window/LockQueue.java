package org.reactivempi.transport.engine.window;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/**
 * Who holds the lock of a window at this rank, and who waits for it, in the order in which they came. Shared ones that follow each other hold it
 * together; none is let in ahead of one that waits.
 *
 * <p>What an exclusive lock protected may be half written when its holder is lost. Who holds it next is told that: one rank, or several that share
 * it. Those that come after are not, as soon as one that was told has given it back.
 */
final class LockQueue {

    /** So many of those who wait longest are told who holds it; the others may wait for anybody. */
    private static final int MOST_TOLD = 8;

    /** In place of a rank. */
    static final int NONE = -1;

    /** Somebody who wants it. */
    interface Wanting {

        /** It is held now. */
        void granted();

        /** It will be held next: {@code rank} was lost while it held it alone. Before {@link #granted}. */
        void abandonedBy(int rank);

        /** It is held by others, so many, of whom this one has the lowest number. */
        void heldBy(int count, int lowest);

        /** It will never be held: the window is gone. */
        void refused();
    }

    private static final class Wanted {

        private final int rank;
        private final boolean exclusive;
        private final Wanting wanting;
        /** What was told last. */
        private int count;

        private int lowest;

        Wanted(int rank, boolean exclusive, Wanting wanting) {
            this.rank = rank;
            this.exclusive = exclusive;
            this.wanting = wanting;
        }

        void tell(int holders, int first) {
            if (count != holders || lowest != first) {
                count = holders;
                lowest = first;
                wanting.heldBy(holders, first);
            }
        }
    }

    private final Set<Integer> holders = new HashSet<>();
    private boolean isExclusive;
    private boolean isOver;
    /** Who was lost while it held it alone, as long as that has to be told. */
    private int lost = NONE;
    /** Those who hold it and were told. */
    private final Set<Integer> told = new HashSet<>();

    private final Queue<Wanted> waiting = new ArrayDeque<>();

    /** Whether a rank has an entry, so that it can't want another one. */
    boolean has(int rank) {
        return holders.contains(rank) || waiting.stream().anyMatch(wanted -> wanted.rank == rank);
    }

    /** A rank wants it, and hears of it. */
    void request(int rank, boolean exclusive, Wanting wanting) {
        waiting.add(new Wanted(rank, exclusive, wanting));
        grant();
    }

    /** A rank gives it back, or does not want it any more; without effect if it has no entry. */
    void release(int rank) {
        if (told.remove(rank)) {
            lost = NONE;
            told.clear();
        }
        remove(rank);
    }

    private void remove(int rank) {
        holders.remove(rank);
        waiting.removeIf(wanted -> wanted.rank == rank);
        grant();
    }

    /** A rank is lost; without effect if it has no entry. */
    void lose(int rank) {
        told.remove(rank);
        if (isExclusive && holders.contains(rank)) {
            lost = rank;
        }
        remove(rank);
    }

    private void grant() {
        while (!isOver && !waiting.isEmpty()) {
            Wanted first = waiting.element();
            if (!holders.isEmpty() && (isExclusive || first.exclusive)) {
                tell();
                return;
            }
            waiting.remove();
            isExclusive = first.exclusive;
            holders.add(first.rank);
            if (lost != NONE) {
                told.add(first.rank);
                first.wanting.abandonedBy(lost);
            }
            first.wanting.granted();
        }
    }

    private void tell() {
        int lowest = Collections.min(holders);
        int count = holders.size();
        waiting.stream().limit(MOST_TOLD).toList().forEach(wanted -> wanted.tell(count, lowest));
    }

    /** Nobody gets it any more, and nobody hears of that: the rank has ended, as far as others are concerned. */
    void stop() {
        isOver = true;
        waiting.clear();
    }

    /** Nobody gets it any more. */
    void end() {
        List<Wanted> left = List.copyOf(waiting);
        waiting.clear();
        holders.clear();
        left.forEach(wanted -> wanted.wanting.refused());
    }

    /** Who holds it, this moment. */
    Set<Integer> holders() {
        return holders;
    }
}
