package org.reactivempi.core.collective.plan;

import io.netty.util.concurrent.Ticker;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.OnProgressThread;
import org.reactivempi.transport.engine.event.CollectiveReport;

/**
 * For whom an operation waits, while anybody listens: the longest wait for one of its messages, and the rank that has caused it. That is
 * the sender, unless the sender has itself waited for another one meanwhile, which it says ahead of its message:
 *
 * <pre>
 *  0          4            12
 *  +----------+------------+
 *  |   rank   |   nanos    |   little-endian
 *  +----------+------------+
 * </pre>
 */
@OnProgressThread
public final class Waits {

    /** Shorter waits are told to nobody: a message ahead of a message takes longer than they do. */
    static final long NOTABLE_NANOS = 100_000;

    private static final int LENGTH_BYTES = Integer.BYTES + Long.BYTES;

    private final Ticker ticker;
    private final long startNanos;
    private long longestNanos;
    private int awaited = CollectiveReport.NOBODY;

    /** Of an operation that begins now. */
    public Waits(Ticker ticker) {
        this.ticker = ticker;
        this.startNanos = ticker.nanoTime();
    }

    /** What time it is. */
    public long nowNanos() {
        return ticker.nanoTime();
    }

    /** When the operation has begun. */
    public long startNanos() {
        return startNanos;
    }

    /** The longest wait for a message. */
    public long longestNanos() {
        return longestNanos;
    }

    /** For which rank of the job that was. */
    public int awaited() {
        return awaited;
    }

    /** What goes ahead of a message; null where there is nothing of interest. */
    byte @Nullable [] note() {
        return longestNanos < NOTABLE_NANOS
                ? null
                : ByteBuffer.allocate(LENGTH_BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(awaited)
                        .putLong(longestNanos)
                        .array();
    }

    /**
     * A message has come.
     *
     * @param sinceNanos when it was expected first
     * @param peer its sender's rank in the job
     * @param note what its sender has said ahead of it, or anything else; or null
     */
    void ended(long sinceNanos, int peer, byte @Nullable [] note) {
        long nanos = nowNanos() - sinceNanos;
        if (nanos > longestNanos) {
            longestNanos = nanos;
            awaited = blamed(nanos, peer, note);
        }
    }

    /** A sender that has waited for most of the time itself is not the one that was late. */
    private static int blamed(long nanos, int peer, byte @Nullable [] note) {
        if (note == null || note.length != LENGTH_BYTES) {
            return peer;
        }
        ByteBuffer said = ByteBuffer.wrap(note).order(ByteOrder.LITTLE_ENDIAN);
        int other = said.getInt();
        return other >= 0 && said.getLong() > nanos / 2 ? other : peer;
    }
}
