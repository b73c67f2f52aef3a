package org.reactivempi.transport.faulty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.DirectMemory;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;

/**
 * One end of a connection with faults: a handler for the carrier's link, and a link for the engine's handler.
 *
 * <pre>
 *  NEW --onOpen--&gt; OPEN --close, cut, the handler throws--&gt; ENDING --the carrier's onClosed, or at once--&gt; CLOSED
 *   |               +----------------------------- the carrier's onClosed ----------------------------------^
 *   +------------------------------------------------------------------------------------------------------+
 * </pre>
 * A cut closes the carrier's link without what waits here, and takes nothing that comes meanwhile: both directions lose bytes.
 * On the progress thread.
 */
final class FaultyLink implements Link, LinkHandler, DirectMemory.Output {

    private enum State {
        NEW,
        OPEN,
        ENDING,
        CLOSED
    }

    private final FaultyEndpoint endpoint;
    private final LinkHandler handler;
    private final Outlet outlet;
    private final Inlet inlet;
    /** A coin decides whether callers' memory is used without a copy. */
    private boolean takesMemory;

    private State state = State.NEW;
    private @Nullable Link carrier;
    /** Which connection this is; the side that accepted it learns that from the first bytes. */
    private @Nullable ConnectionGreeting greeting;

    private final ByteBuf firstBytes = Unpooled.buffer(ConnectionGreeting.LENGTH_BYTES);
    private @Nullable Throwable failure;
    private @Nullable ScheduledFuture<?> death;

    FaultyLink(FaultyEndpoint endpoint, LinkHandler handler, @Nullable ConnectionGreeting greeting) {
        this.endpoint = endpoint;
        this.handler = handler;
        this.greeting = greeting;
        this.outlet = new Outlet(this);
        this.inlet = new Inlet(this, handler);
    }

    @Override
    public void onOpen(Link carrier) {
        this.carrier = carrier;
        state = State.OPEN;
        endpoint.opened(this);
        ConnectionGreeting ours = greeting;
        if (ours != null) {
            carrier.write(ours.encode());
            carrier.flush();
            identified(ours, 0);
            dieSomeTime(Fate.of(endpoint.settings(), ours, 4));
        }
        call(() -> handler.onOpen(this));
    }

    private void identified(ConnectionGreeting greeting, int way) {
        outlet.meets(Fate.of(endpoint.settings(), greeting, way));
        inlet.meets(Fate.of(endpoint.settings(), greeting, way + 1));
        takesMemory = Fate.of(endpoint.settings(), greeting, way + 5).coin();
        faults().identified(this, endpoint.rank(), peer(greeting));
    }

    private void dieSomeTime(Fate fate) {
        long mean = endpoint.settings().cutEvery().toNanos();
        if (mean > 0) {
            death = endpoint.loop().schedule(this::cut, fate.nanosUntilNext(mean), TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void onBytes(ByteBuf bytes) {
        if (greeting == null && state == State.OPEN) {
            readGreeting(bytes);
        }
        if (state == State.OPEN && bytes.isReadable()) {
            call(() -> inlet.take(bytes));
        }
        bytes.skipBytes(bytes.readableBytes());
    }

    private void readGreeting(ByteBuf bytes) {
        bytes.readBytes(firstBytes, Math.min(firstBytes.writableBytes(), bytes.readableBytes()));
        if (firstBytes.isWritable()) {
            return;
        }
        ConnectionGreeting decoded = ConnectionGreeting.decode(firstBytes);
        if (decoded == null || decoded.to() != endpoint.rank()) {
            end(new IOException("a stranger, not the channel " + FaultySettings.CHANNEL + " of a rank"));
            return;
        }
        greeting = decoded;
        identified(decoded, 2);
    }

    @Override
    public void onWritable() {
        outlet.freed();
    }

    @Override
    public void onClosed(@Nullable Throwable cause) {
        inlet.goOn();
        if (!inlet.isFrozen() || state == State.ENDING) {
            closed(cause);
        }
    }

    /** Tells the handler that there is room again. */
    void tellWritable() {
        call(handler::onWritable);
    }

    /** What the handler throws costs its link, and nothing else. */
    void call(Runnable callback) {
        if (state == State.OPEN) {
            try {
                callback.run();
            } catch (Throwable thrown) {
                end(thrown);
            }
        }
    }

    /** Ends the connection as a network does: at once, with what is on its way. */
    void cut() {
        if (state == State.OPEN) {
            faults().count(Fault.CUT);
            end(new IOException(greeting + " was cut on purpose, with faulty-seed "
                    + endpoint.settings().seed()));
        }
    }

    /** From now on nothing arrives that is sent here. */
    void freeze() {
        if (state == State.OPEN) {
            outlet.freeze();
        }
    }

    private void end(Throwable cause) {
        if (state == State.OPEN) {
            state = State.ENDING;
            failure = cause;
            release();
            carrier().close();
            later(() -> closed(cause));
        }
    }

    private void closed(@Nullable Throwable cause) {
        if (state != State.CLOSED) {
            state = State.CLOSED;
            release();
            if (death != null) {
                death.cancel(false);
            }
            endpoint.closed(this);
            handler.onClosed(failure == null ? cause : failure);
        }
    }

    /** Releases what is held back. */
    void release() {
        outlet.drop();
        inlet.drop();
    }

    /** Whether the handler hears nothing any more but the end. */
    boolean isEnding() {
        return state != State.OPEN;
    }

    @Override
    public ByteBuf room(int leastBytes, int wantedBytes) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(wantedBytes);
    }

    @Override
    public void write(ByteBuf bytes) {
        if (state == State.OPEN) {
            outlet.write(bytes, null);
        } else {
            bytes.release();
        }
    }

    @Override
    public boolean takesMemory() {
        return takesMemory && state == State.OPEN;
    }

    @Override
    public void write(ByteBuffer memory, Runnable written) {
        if (state == State.OPEN) {
            outlet.write(Unpooled.wrappedBuffer(memory), written);
        }
    }

    @Override
    public void keepCopies() {
        outlet.keepCopies();
    }

    @Override
    public void flush() {
        if (state == State.OPEN) {
            outlet.flush();
        }
    }

    @Override
    public boolean isWritable() {
        return state == State.OPEN && outlet.isWritable();
    }

    @Override
    public void close() {
        if (state == State.OPEN) {
            state = State.ENDING;
            outlet.passAll();
            carrier().close();
            // Nobody may be left to answer.
            if (inlet.isFrozen()) {
                later(() -> closed(null));
            }
        }
    }

    @Override
    public byte[] binding() {
        return carrier().binding();
    }

    @Override
    public void trust() {
        carrier().trust();
    }

    @Override
    public void rest() {
        carrier().rest();
    }

    @Override
    public String remote() {
        return carrier().remote();
    }

    Link carrier() {
        if (carrier == null) {
            throw new IllegalStateException("not connected yet");
        }
        return carrier;
    }

    Faults faults() {
        return endpoint.faults();
    }

    /** Whether this is an end at one rank of a connection to another. */
    boolean isBetween(int rank, int peer) {
        ConnectionGreeting known = greeting;
        return known != null && endpoint.rank() == rank && peer(known) == peer;
    }

    private int peer(ConnectionGreeting greeting) {
        return greeting.from() == endpoint.rank() ? greeting.to() : greeting.from();
    }

    void cutAfter(long bytes) {
        outlet.cutAfter(bytes);
    }

    /** Runs an action on the loop, not from within this call; not once the loop has ended. */
    void later(Runnable action) {
        endpoint.loop().execute(action);
    }

    /** Runs an action after a time, if the link is open then. */
    void after(int millis, Runnable action) {
        endpoint.loop()
                .schedule(
                        () -> {
                            if (state == State.OPEN) {
                                action.run();
                            }
                        },
                        millis,
                        TimeUnit.MILLISECONDS);
    }
}
