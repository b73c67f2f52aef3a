package org.reactivempi.transport.engine.event;

import java.util.BitSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Operations of one kind that a rank has started and that have not ended, as the part of the rank that runs them tells of them when it
 * is asked: messages, conversations, agreements. A part registers where the rank is put together; then the rank's diagnosis knows what
 * its operations wait for. On the progress thread.
 *
 * <p>Each operation that the rank counts from its start to its end is of one kind, which counts it in {@link #running()}.
 */
public interface OpenOperations {

    /** Gets a call that ranks of the job have not made. */
    @FunctionalInterface
    interface Absence {

        /** Of this call, in words; and whether a revocation would end all else that these ranks wait for in its communicator. */
        void accept(String call, BitSet ranks, boolean revocable);
    }

    /** How many there are. */
    default long running() {
        return 0;
    }

    /** How many of them only wait until another rank wants something, and so keep nobody from going on. */
    default long idle() {
        return 0;
    }

    /**
     * Adds the ranks of the job that may, each by itself, let one of them go on; this one too if it waits for itself.
     *
     * @return of how many operations these are all the ranks; each of the others may wait for any rank
     */
    default long addAwaited(BitSet ranks) {
        return 0;
    }

    /** Why one of them may go on by itself, in words; null if none will. */
    default @Nullable String unrest() {
        return null;
    }

    /** Shows them, and what else belongs to them, such as messages that wait for a receive. */
    default void forEachPending(Ages ages, Consumer<PendingOperation> visitor) {}

    /** Shows the calls that some ranks have not made though others wait for them, as far as this rank counts such calls. */
    default void forEachAbsence(Absence visitor) {}
}
