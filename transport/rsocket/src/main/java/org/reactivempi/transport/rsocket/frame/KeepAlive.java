package org.reactivempi.transport.rsocket.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import io.rsocket.frame.KeepAliveFrameCodec;
import io.rsocket.frame.SetupFrameCodec;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Shows the peer that this side of a connection is alive, and notices a peer that is not.
 *
 * <pre>
 *   each interval    KEEPALIVE, please answer ---&gt;
 *                    &lt;--- its answer, or any other frame: heard
 *                    nothing heard, too often in a row: silence
 * </pre>
 * In place of rsocket-java's own, whose timers all of a JVM share. There nobody can tell them from a task of
 * the program's, which may send the message that others wait for, so no deadlock could ever be proven (PRG-4). A tick on the
 * connection's own loop runs nothing but what stands here, and no proof is wrong for not counting it: all it does is to send
 * a frame, which no rank's engine sees and no operation waits for, or to give up the connection. Then the engine looks for
 * another one, and if there is none the peer has failed, as with the ranks' own heartbeat.
 *
 * <p>Ticks are counted, not time: a side that was busy or stopped for a while hears what has come meanwhile before the next.
 * On the connection's loop.
 */
public final class KeepAlive {

    /** Where a SETUP frame says how often, after its header and its version. */
    private static final int INTERVAL = 10;

    private final Channel channel;
    private final Consumer<ByteBuf> out;
    private final Consumer<Throwable> onSilence;
    private boolean heard;
    private int silentIntervals;

    /**
     * One that does nothing by itself.
     *
     * @param channel below the connection
     * @param out takes frames to the peer
     * @param onSilence told, perhaps more than once, when the peer has not been heard for too long
     */
    public KeepAlive(Channel channel, Consumer<ByteBuf> out, Consumer<Throwable> onSilence) {
        this.channel = channel;
        this.out = out;
        this.onSilence = onSilence;
    }

    /** Writes into the SETUP frame that goes out how often this is going to happen, which RSocket doesn't know. */
    public void announce(ByteBuf setup, int intervalMillis) {
        setup.setInt(setup.readerIndex() + INTERVAL, intervalMillis);
        begin(intervalMillis, SetupFrameCodec.keepAliveMaxLifetime(setup));
    }

    /** Takes from the SETUP frame that has come what the peer wants, so that RSocket doesn't do it. */
    public void adopt(ByteBuf setup) {
        begin(SetupFrameCodec.keepAliveInterval(setup), SetupFrameCodec.keepAliveMaxLifetime(setup));
        setup.setInt(setup.readerIndex() + INTERVAL, 0);
    }

    private void begin(int intervalMillis, int patienceMillis) {
        if (intervalMillis > 0) {
            long most = Math.max(1, (patienceMillis + intervalMillis - 1L) / intervalMillis);
            Future<?> ticks = channel.eventLoop()
                    .scheduleWithFixedDelay(
                            () -> tick(most, patienceMillis), intervalMillis, intervalMillis, TimeUnit.MILLISECONDS);
            channel.closeFuture().addListener(closed -> ticks.cancel(false));
        }
    }

    private void tick(long mostSilentIntervals, int patienceMillis) {
        silentIntervals = heard ? 0 : silentIntervals + 1;
        heard = false;
        if (silentIntervals >= mostSilentIntervals) {
            onSilence.accept(new IOException("the peer has not been heard for " + patienceMillis + " ms"));
        } else {
            out.accept(KeepAliveFrameCodec.encode(channel.alloc(), true, 0, Unpooled.EMPTY_BUFFER));
        }
    }

    /** A frame has come. */
    public void hear() {
        heard = true;
    }

    /** Answers the peer's question. */
    public void answer(ByteBuf question) {
        ByteBuf data = KeepAliveFrameCodec.data(question).retain();
        out.accept(KeepAliveFrameCodec.encode(channel.alloc(), false, 0, data));
    }
}
