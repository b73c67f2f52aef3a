package org.reactivempi.transport.engine.fake;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.DirectMemory;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.engine.fake.FakeNetwork.Inbox;

/** One end of a connection of a {@link FakeNetwork}. What is flushed at once arrives at once. */
public final class FakeLink implements Link, DirectMemory.Output {

    private final FakeNetwork network;
    /** A challenge and a proof, an answer and a proof. */
    private static final int HANDSHAKE_FLUSHES = 2;

    private final Inbox inbox;
    private final ByteBuf written = Unpooled.buffer();
    private @Nullable FakeLink other;
    private @Nullable LinkHandler handler;
    private long windowBytes = 1 << 20;
    private long inFlightBytes;
    private int flushes;
    private long beats;
    private boolean full;
    private boolean closed;
    private @Nullable Error noMemory;
    private boolean pushes;
    private @Nullable List<ByteBuffer> memories;

    FakeLink(FakeNetwork network, Inbox inbox) {
        this.network = network;
        this.inbox = inbox;
    }

    Inbox inbox() {
        return inbox;
    }

    void join(FakeLink there) {
        other = there;
        there.other = this;
    }

    void open(LinkHandler handler) {
        this.handler = handler;
        handler.onOpen(this);
    }

    /** Sets how much may be under way before the link asks its user to wait. */
    public void window(long bytes) {
        windowBytes = bytes;
    }

    /** How many bytes the other end would read at once. */
    public int mostBytesOfOther() {
        LinkHandler reader = other == null ? null : other.handler;
        return reader instanceof DirectMemory.Input input ? input.mostBytes() : 0;
    }

    /** Whether there is another end. */
    public boolean isJoined() {
        return other != null;
    }

    /** Whether this end is closed. */
    public boolean isClosed() {
        return closed;
    }

    /** Ends the connection at once; what is under way is lost, and each end hears of it. */
    public void cut(Throwable cause) {
        lose(cause);
        there().lose(cause);
    }

    private void lose(Throwable cause) {
        if (!closed) {
            closed = true;
            inbox.add(() -> ended(cause));
        }
    }

    /** Lets what is pushed arrive at once, as that of a carrier in memory does. */
    public void push(boolean pushes) {
        this.pushes = pushes;
    }

    /** In how many batches what this end has written has left so far. */
    public int batches() {
        return flushes;
    }

    /** From now on it reads callers' direct memory, and notes which. */
    public List<ByteBuffer> takeMemory() {
        List<ByteBuffer> noted = new ArrayList<>();
        memories = noted;
        return noted;
    }

    @Override
    public boolean takesMemory() {
        return memories != null && !closed;
    }

    /** It arrives with the next flush, as all that was written. */
    @Override
    public void write(ByteBuffer memory, Runnable written) {
        if (memories == null) {
            throw new IllegalStateException("this link takes no memory");
        }
        memories.add(memory.duplicate());
        write(Unpooled.copiedBuffer(memory));
        inbox.add(written);
    }

    @Override
    public void keepCopies() {
        // What was written is copied already.
    }

    @Override
    public boolean pushes() {
        return pushes;
    }

    @Override
    public void push() {
        flush();
    }

    /** Lets there be no more memory for what is to be written. */
    public void noMemory(Error error) {
        noMemory = error;
    }

    @Override
    public long unreadBytes() {
        return inFlightBytes + written.readableBytes();
    }

    @Override
    public ByteBuf room(int leastBytes, int wantedBytes) {
        if (noMemory != null) {
            throw noMemory;
        }
        return Unpooled.buffer(wantedBytes);
    }

    @Override
    public void write(ByteBuf bytes) {
        if (!closed) {
            written.writeBytes(bytes);
        }
        bytes.release();
    }

    @Override
    public void flush() {
        if (!written.isReadable()) {
            return;
        }
        ByteBuf batch = written.copy();
        written.clear();
        inFlightBytes += batch.readableBytes();
        Runnable arrival = () -> there().arrive(batch);
        if (flushes++ < HANDSHAKE_FLUSHES) {
            there().inbox.addHandshake(arrival);
        } else {
            there().inbox.add(arrival);
        }
    }

    private void arrive(ByteBuf batch) {
        if (!closed && handler != null) {
            there().taken(batch.readableBytes());
            handler.onBytes(batch);
        }
    }

    private void taken(int bytes) {
        inFlightBytes -= bytes;
        if (full && inFlightBytes <= windowBytes / 2) {
            full = false;
            inbox.add(() -> {
                if (!closed && handler != null) {
                    handler.onWritable();
                }
            });
        }
    }

    @Override
    public boolean isWritable() {
        full = full || inFlightBytes + written.readableBytes() > windowBytes;
        return !full && !closed;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        flush();
        closed = true;
        inbox.add(() -> ended(null));
        there().inbox.add(() -> there().onOtherClosed());
    }

    private void onOtherClosed() {
        if (!closed) {
            closed = true;
            ended(null);
        }
    }

    private void ended(@Nullable Throwable cause) {
        LinkHandler told = handler;
        handler = null;
        if (told != null) {
            told.onClosed(cause);
        }
    }

    @Override
    public long beat() {
        beats++;
        return network.isBeating() ? there().beats : NO_BEAT;
    }

    @Override
    public String remote() {
        return "somebody";
    }

    private FakeLink there() {
        if (other == null) {
            throw new IllegalStateException("never connected");
        }
        return other;
    }
}
