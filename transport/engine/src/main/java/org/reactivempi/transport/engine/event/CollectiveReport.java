package org.reactivempi.transport.engine.event;

/**
 * A collective operation that has ended on this rank.
 *
 * @param operation what it is called, such as {@code allreduce}
 * @param context of its messages
 * @param number its own in the communicator, the same on all ranks, from 0; persistent ones count down from -1
 * @param algorithm the way in which it was done
 * @param lengthBytes how much this rank has given, or got where it gives nothing
 * @param startNanos when it has begun here, as {@code System.nanoTime()}
 * @param endNanos when it has ended here
 * @param waitNanos the longest time for which a message of it was waited for; 0 if for none
 * @param awaited the rank of the job that this wait was for, as far as messages tell; or {@link #NOBODY}
 * @param well whether it has not failed
 */
public record CollectiveReport(
        String operation,
        int context,
        int number,
        String algorithm,
        long lengthBytes,
        long startNanos,
        long endNanos,
        long waitNanos,
        int awaited,
        boolean well) {

    /** In place of a rank: nobody was waited for. */
    public static final int NOBODY = -1;
}
