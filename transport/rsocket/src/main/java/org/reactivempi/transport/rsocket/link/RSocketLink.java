package org.reactivempi.transport.rsocket.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.log.Log;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/**
 * A link: the stream of an RSocket connection, {@link Intake} and {@link PayloadFlux} together.
 *
 * <pre>
 *   OPEN --close--&gt; CLOSING --the peer's end--&gt; CLOSED
 *    |                 |                          ^
 *    +-----------------+--the peer's end, or loss-+
 * </pre>
 * Each side ends its half of the stream. The side that closes ends its half after all that was written, and the connection
 * when the peer's end has come back: then all of it has arrived. What belongs to a link happens on the rank's progress loop, also
 * where the connection has another.
 */
public final class RSocketLink implements Link {

    /** The RSocket connection below a link. */
    public interface Carrier {

        /** Ends the connection; does nothing if it has ended. */
        void end();

        /** As {@link org.reactivempi.transport.channel.Link#binding}. */
        default byte[] binding() {
            return new byte[0];
        }

        /** The other end. */
        String remote();
    }

    private enum State {
        OPEN,
        CLOSING,
        CLOSED
    }

    private static final Log log = Log.of(RSocketLink.class);

    /** Between these, a link that was too full becomes free again. */
    private static final int FREE_BYTES = 256 * 1024;

    private static final int FULL_BYTES = 1024 * 1024;

    /** A peer that takes nothing for so long is not waited for at the end. */
    private static final long LONGEST_PAUSE_SECONDS = 5;

    private final EventLoop loop;
    private final Carrier carrier;
    private final Departures departures;
    private final Outbox outbox = new Outbox(PooledByteBufAllocator.DEFAULT);
    private final Intake intake = new Intake(this);
    private final PayloadFlux outlet;
    private State state = State.OPEN;
    private boolean full;
    private @Nullable LinkHandler handler;
    private @Nullable ScheduledFuture<?> patience;

    /**
     * A link without stream.
     *
     * @param loop the rank's progress loop
     * @param carrier the connection
     * @param departures told of the time between its end and that of its connection
     * @param opens whether this side opens the stream
     */
    public RSocketLink(EventLoop loop, Carrier carrier, Departures departures, boolean opens) {
        this.loop = loop;
        this.carrier = carrier;
        this.departures = departures;
        this.outlet = new PayloadFlux(this, outbox, opens);
    }

    /** Gives it its handler, before anything else; on the loop. */
    public void begin(LinkHandler handler) {
        this.handler = handler;
        guarded(() -> handler.onOpen(this));
    }

    /** The payloads to the peer, for the side that opens the stream. */
    public PayloadFlux outlet() {
        return outlet;
    }

    /** Takes the payloads of the peer, for the side that opens the stream. */
    public Intake intake() {
        return intake;
    }

    /** What a peer that has connected may ask for: the one stream that becomes this link; on the connection's thread. */
    public RSocket guest() {
        return new RSocket() {
            @Override
            public Flux<Payload> requestChannel(Publisher<Payload> payloads) {
                return outlet.doOnSubscribe(subscription -> payloads.subscribe(intake));
            }
        };
    }

    @Override
    public ByteBuf room(int leastBytes, int wantedBytes) {
        int goodBytes = Math.min(wantedBytes, Outbox.PIECE_BYTES);
        return PooledByteBufAllocator.DEFAULT.directBuffer(Math.max(leastBytes, goodBytes));
    }

    @Override
    public void write(ByteBuf bytes) {
        if (state != State.OPEN) {
            bytes.release();
            return;
        }
        outbox.add(bytes);
        full |= outbox.bytes() >= FULL_BYTES;
    }

    @Override
    public void flush() {
        if (state == State.OPEN) {
            outbox.flush();
            outlet.drain();
        }
    }

    @Override
    public boolean isWritable() {
        return state == State.OPEN && !full;
    }

    @Override
    public void close() {
        if (state != State.OPEN) {
            return;
        }
        state = State.CLOSING;
        outbox.flush();
        beImpatient();
        outlet.complete();
        awaitEnd();
    }

    @Override
    public void trust() {
        intake.trust();
    }

    @Override
    public byte[] binding() {
        return carrier.binding();
    }

    @Override
    public String remote() {
        return carrier.remote();
    }

    public boolean isClosed() {
        return state == State.CLOSED;
    }

    public void onBytes(ByteBuf bytes) {
        if (state != State.CLOSED && bytes.isReadable()) {
            guarded(() -> handler().onBytes(bytes));
        }
    }

    /** The outbox has become shorter. */
    public void onDrained() {
        if (full && outbox.bytes() <= FREE_BYTES) {
            full = false;
            loop.execute(this::tellWritable);
        }
    }

    private void tellWritable() {
        if (isWritable()) {
            guarded(handler()::onWritable);
        }
    }

    /** The peer has ended its half. */
    public void onPeerEnd() {
        if (state == State.CLOSED) {
            return;
        }
        if (state == State.CLOSING) {
            end(null);
            return;
        }
        state = State.CLOSED;
        outbox.clear();
        beImpatient();
        outlet.complete();
        tellClosed(null);
        awaitEnd();
    }

    /** Last, since it may end other links, or this one. */
    private void awaitEnd() {
        if (patience != null) {
            departures.add(this);
        }
    }

    /** The stream has ended without the peer's end. */
    public void onLost(@Nullable Throwable cause) {
        if (state == State.CLOSING && outlet.isCompleted()) {
            end(null);
        } else {
            fail(new IOException("the RSocket connection ended" + words(cause), cause));
        }
    }

    /** The peer takes no more; if that is the end of all, its reason follows at once. */
    public void onCancelled() {
        loop.execute(() -> onLost(null));
    }

    /** The connection has ended; from any thread. */
    public void onConnectionEnd() {
        run(() -> {
            onLost(null);
            calmDown();
        });
    }

    /** Gives the link up. */
    public void fail(Throwable cause) {
        end(cause);
    }

    private void end(@Nullable Throwable cause) {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        calmDown();
        outbox.clear();
        intake.stop();
        carrier.end();
        tellClosed(cause);
    }

    private void beImpatient() {
        long sent = outlet.sentPieces();
        patience = loop.schedule(() -> onPause(sent), LONGEST_PAUSE_SECONDS, TimeUnit.SECONDS);
    }

    private void onPause(long sent) {
        if (outlet.sentPieces() != sent) {
            beImpatient();
        } else {
            giveUp();
        }
    }

    /** The peer has had its time to end the connection. */
    public void giveUp() {
        calmDown();
        if (state == State.CLOSED) {
            carrier.end();
        } else {
            fail(new IOException("the peer does not take the end of the connection"));
        }
    }

    private void calmDown() {
        departures.remove(this);
        if (patience != null) {
            patience.cancel(false);
            patience = null;
        }
    }

    /** Later, since a caller that closes or writes does not expect to be called back. */
    private void tellClosed(@Nullable Throwable cause) {
        try {
            loop.execute(() -> tellClosedNow(cause));
        } catch (RejectedExecutionException loopHasEnded) {
            tellClosedNow(cause);
        }
    }

    private void tellClosedNow(@Nullable Throwable cause) {
        try {
            handler().onClosed(cause);
        } catch (Throwable e) {
            log.error(e, "the handler of a link that has ended failed");
        }
    }

    private void guarded(Runnable callback) {
        try {
            callback.run();
        } catch (Throwable e) {
            fail(e);
        }
    }

    private LinkHandler handler() {
        LinkHandler begun = handler;
        if (begun == null) {
            throw new IllegalStateException("link without handler");
        }
        return begun;
    }

    public boolean inLoop() {
        return loop.inEventLoop();
    }

    /** Runs a step on the progress loop: at once if this is it. False if the loop has ended, and the connection ends. */
    public boolean run(Runnable step) {
        if (loop.inEventLoop()) {
            step.run();
            return true;
        }
        try {
            loop.execute(step);
            return true;
        } catch (RejectedExecutionException loopHasEnded) {
            carrier.end();
            return false;
        }
    }

    private static String words(@Nullable Throwable cause) {
        return cause == null || cause.getMessage() == null ? "" : ": " + cause.getMessage();
    }
}
