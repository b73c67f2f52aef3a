package org.reactivempi.transport.sim;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.sim.Choice.Kind;
import org.reactivempi.transport.sim.Trace.Event;

/**
 * One end of a connection: what is flushed leaves as one batch.
 *
 * <pre>
 *  connected --open--&gt; OPEN --close, or the other end's--&gt; CLOSED
 *                       +--cut--&gt; LOST: it does not know yet --hears of it--&gt; CLOSED
 * </pre>
 */
final class SimulatedLink implements Link {

    private static final long MOST_IN_FLIGHT_BYTES = 1024 * 1024;
    private static final long FEW_IN_FLIGHT_BYTES = 256 * 1024;
    private static final double PARTED_BATCHES = 0.1;

    private final Lines lines;
    private final SimulatedEndpoint endpoint;
    private final String remote;
    private final Lines.Way way;
    private final int nth;
    private CompositeByteBuf written = Unpooled.compositeBuffer(Integer.MAX_VALUE);
    private @Nullable SimulatedLink other;
    private @Nullable LinkHandler handler;
    private @Nullable Throwable failure;
    private long inFlightBytes;
    private long sentBytes;
    private long lastArrivalNanos;
    private int batchesTaken;
    private boolean full;
    private boolean held;
    private boolean closed;
    private boolean lost;
    /** What would arrive later does not. */
    private long lostNanos = Long.MAX_VALUE;

    /** An end of the {@code nth} connection between its ranks, at the begin of a way. */
    SimulatedLink(Lines lines, SimulatedEndpoint endpoint, String remote, Lines.Way way, int nth) {
        this.lines = lines;
        this.endpoint = endpoint;
        this.remote = remote;
        this.way = way;
        this.nth = nth;
    }

    void join(SimulatedLink other) {
        this.other = other;
    }

    SimulatedLink otherEnd() {
        if (other == null) {
            throw new IllegalStateException("not joined yet");
        }
        return other;
    }

    int rank() {
        return endpoint.rank();
    }

    int peer() {
        return otherEnd().rank();
    }

    Lines.Way way() {
        return way;
    }

    int nth() {
        return nth;
    }

    EventLoop loop() {
        return endpoint.loop();
    }

    /** How much of it has left before what leaves now. */
    long sentBytes() {
        return sentBytes;
    }

    /** How many batches have come here, with one that comes now. */
    int countBatch() {
        return ++batchesTaken;
    }

    int batchesTaken() {
        return batchesTaken;
    }

    /** Who hears of this end; before it is open, or has ended. */
    void use(LinkHandler handler) {
        this.handler = handler;
    }

    void open() {
        LinkHandler open = handler;
        if (!closed && open != null) {
            call(() -> open.onOpen(this));
        }
    }

    /** What a handler throws costs its link, and nothing else. */
    private void call(Runnable callback) {
        try {
            callback.run();
        } catch (Throwable thrown) {
            failure = thrown;
            close();
        }
    }

    @Override
    public ByteBuf room(int leastBytes, int wantedBytes) {
        return lines.room(loop(), wantedBytes);
    }

    @Override
    public void write(ByteBuf bytes) {
        if (closed) {
            bytes.release();
            return;
        }
        inFlightBytes += bytes.readableBytes();
        written.addComponent(true, bytes);
    }

    @Override
    public void flush() {
        int length = written.readableBytes();
        if (length == 0) {
            return;
        }
        byte[] bytes = new byte[length];
        written.readBytes(bytes);
        written.release();
        written = Unpooled.compositeBuffer(Integer.MAX_VALUE);
        lines.send(this, bytes);
        sentBytes += length;
    }

    @Override
    public boolean isWritable() {
        if (inFlightBytes > MOST_IN_FLIGHT_BYTES) {
            full = true;
        }
        return !full;
    }

    @Override
    public long unreadBytes() {
        return inFlightBytes;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        flush();
        lines.close(this);
        end(failure);
    }

    /** Ends here, whatever the other end does. */
    void end(@Nullable Throwable cause) {
        if (closed) {
            return;
        }
        closed = true;
        lines.trace(Event.BROKEN, rank(), peer(), nth, cause == null ? 0 : 1);
        lines.ended(this);
        written.release();
        post(() -> {
            if (handler != null) {
                handler.onClosed(cause);
            }
        });
    }

    /** Puts a command into this end's mailbox; nothing where its rank has ended. */
    void post(Runnable command) {
        try {
            loop().execute(command);
        } catch (RejectedExecutionException ended) {
            // Nobody is there that could hear of it.
        }
    }

    /** A batch has come from the other end; a part of it at a time where that is chosen. */
    void take(byte[] bytes, Chooser chooser, RunPlan plan) {
        int first = (int) chooser.rarely(Kind.PART, peer(), rank(), plan.chance(PARTED_BATCHES), bytes.length);
        if (first > 0 && first < bytes.length) {
            give(Unpooled.wrappedBuffer(bytes, 0, first));
        } else {
            first = 0;
        }
        give(Unpooled.wrappedBuffer(bytes, first, bytes.length - first));
    }

    private void give(ByteBuf bytes) {
        LinkHandler open = handler;
        if (!closed && open != null) {
            call(() -> open.onBytes(bytes));
        }
        bytes.release();
    }

    /** The other end has taken so much. */
    void onTaken(long bytes) {
        inFlightBytes -= bytes;
        if (full && inFlightBytes < FEW_IN_FLIGHT_BYTES) {
            full = false;
            LinkHandler open = handler;
            if (!closed && open != null) {
                call(open::onWritable);
            }
        }
    }

    @Override
    public String remote() {
        return remote;
    }

    // ---- The way to the other end

    /** What leaves now arrives then, but not before what has left before. */
    long notBefore(long arrivalNanos) {
        lastArrivalNanos = Math.max(lastArrivalNanos, arrivalNanos);
        return lastArrivalNanos;
    }

    /** Something arrives at the other end, which has so much to do with it, unless the connection is lost until then. */
    void directed(long arrivalNanos, long takesNanos, Runnable command, Runnable nobody) {
        long at = notBefore(arrivalNanos);
        if (at == Long.MAX_VALUE || lost) {
            return;
        }
        SimulatedLink to = otherEnd();
        lines.bring(
                to,
                at,
                takesNanos,
                () -> {
                    if (at <= lostNanos && lines.isThere(to.loop())) {
                        command.run();
                    }
                },
                nobody);
    }

    /** What leaves from now on never arrives, nor does what is under way, and would arrive after a time. */
    void lose(long afterNanos) {
        lost = true;
        lostNanos = Math.min(lostNanos, afterNanos);
    }

    boolean isHeld() {
        return held;
    }

    void hold() {
        held = true;
    }

    void goOn() {
        held = false;
    }
}
