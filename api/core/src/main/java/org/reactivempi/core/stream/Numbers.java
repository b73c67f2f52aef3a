package org.reactivempi.core.stream;

import java.util.ArrayDeque;
import java.util.Queue;

/** The numbers of a rank's stream ends, of both kinds. One that is given back waits as long as possible for its next use. */
final class Numbers {

    private final Queue<Integer> free = new ArrayDeque<>();
    private int next;

    /** A number that no end has. */
    int take() {
        // Some stay unused, so that a peer's mistake meets nobody rather than somebody else.
        return free.size() < 64 ? next++ : free.remove();
    }

    /** Nothing with this number is on its way any more. */
    void giveBack(int number) {
        free.add(number);
    }

    /** Where elements for an end go. */
    static int elementTag(int number) {
        return 2 * number;
    }

    /** Where control messages for an end go. */
    static int controlTag(int number) {
        return 2 * number + 1;
    }
}
