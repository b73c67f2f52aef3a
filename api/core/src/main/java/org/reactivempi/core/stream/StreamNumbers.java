package org.reactivempi.core.stream;

import java.util.ArrayDeque;
import java.util.Queue;

/** The numbers by which messages find the ends of streams on this rank; on the progress thread. */
final class StreamNumbers {

    private static final int LEAST_FREE = 64;

    /** Numbers that are free again, oldest first, so that each waits as long as possible for its next use. */
    private final Queue<Integer> free = new ArrayDeque<>();

    private int next;

    /** A number that no end has. */
    int take() {
        // Some stay unused, so that a peer's mistake meets nobody rather than somebody else.
        return free.size() < LEAST_FREE ? next++ : free.remove();
    }

    /** Nothing with this number is on its way any more. */
    void giveBack(int number) {
        free.add(number);
    }
}
