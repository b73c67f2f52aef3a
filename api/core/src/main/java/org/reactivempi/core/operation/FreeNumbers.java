package org.reactivempi.core.operation;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Numbers by which messages find what they are for on this rank, such as an end of a stream; on the progress thread. */
public final class FreeNumbers {

    private static final int LEAST_FREE = 64;

    /** Numbers that are free again, oldest first, so that each waits as long as possible for its next use; null until there is one. */
    private @Nullable Queue<Integer> free;

    private int next;

    /** All are free. */
    public FreeNumbers() {}

    /** A number that nothing has. */
    public int take() {
        // Some stay unused, so that a peer's mistake meets nobody rather than somebody else.
        return free == null || free.size() < LEAST_FREE ? next++ : free.remove();
    }

    /** Nothing with this number is on its way any more. */
    public void giveBack(int number) {
        if (free == null) {
            free = new ArrayDeque<>();
        }
        free.add(number);
    }
}
