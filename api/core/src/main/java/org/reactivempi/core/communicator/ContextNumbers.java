package org.reactivempi.core.communicator;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.event.ContextId;

/**
 * The numbers that this rank gives to communicators which it leads. The ranks of a job deal out the numbers in turn, so no
 * two can give the same one, without asking each other:
 *
 * <pre>
 *  rank 0 of 3     1  4  7  ...
 *  rank 1          2  5  8  ...
 *  rank 2          3  6  9  ...
 * </pre>
 * Numbers of communicators that are freed are used again.
 */
@OnProgressThread
final class ContextNumbers {

    /** In place of a number: all are in use. */
    static final int NONE = -1;

    private final int worldSize;
    private final int largest;
    /** Null as long as none was given back. */
    private @Nullable Queue<Integer> free;

    private long next;

    ContextNumbers(int worldRank, int worldSize) {
        this(worldRank, worldSize, ContextId.LARGEST_COMMUNICATOR);
    }

    /**
     * Those of a process that may have come in the place of another, whose numbers may still be in use elsewhere: it begins
     * at random, in the lower half: two processes of a rank hardly ever give the same number.
     */
    static ContextNumbers ofReturning(int worldRank, int worldSize, RandomGenerator random) {
        ContextNumbers numbers = new ContextNumbers(worldRank, worldSize);
        int rounds = Math.max(1, ContextId.LARGEST_COMMUNICATOR / worldSize - 1);
        numbers.next += (long) random.nextInt(rounds / 2 + 1) * worldSize;
        return numbers;
    }

    /** Numbers up to {@code largest}. */
    ContextNumbers(int worldRank, int worldSize, int largest) {
        this.worldSize = worldSize;
        this.largest = largest;
        this.next = 1L + worldRank;
    }

    /** A number that is in use nowhere, or {@link #NONE}. */
    int take() {
        Integer used = free == null ? null : free.poll();
        if (used != null) {
            return used;
        }
        if (next > largest) {
            return NONE;
        }
        int taken = (int) next;
        next += worldSize;
        return taken;
    }

    /** Nobody uses a number any more that was taken here. */
    void giveBack(int number) {
        if (number != NONE) {
            if (free == null) {
                free = new ArrayDeque<>();
            }
            free.add(number);
        }
    }

    /** Why a communicator that another rank leads, or this one, has got {@link #NONE}. */
    MpiException noneLeft(int leaderWorldRank) {
        int most = Math.floorDiv(largest - leaderWorldRank - 1, worldSize) + 1;
        return new MpiException(
                ErrorClass.OTHER,
                "rank " + leaderWorldRank + " of the world would be rank 0 of more than " + most
                        + " communicators that are not freed, and has no contexts left for another one");
    }
}
