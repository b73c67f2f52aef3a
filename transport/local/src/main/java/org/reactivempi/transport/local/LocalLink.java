package org.reactivempi.transport.local;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Lending;
import org.reactivempi.transport.channel.Lending.Payload;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;

/**
 * One end of a link between two ranks of this JVM. Its fields belong to its own progress thread; the ends talk by
 * commands in each other's mailbox.
 */
final class LocalLink implements Link, Lending.Output {

    private static final long MOST_IN_FLIGHT_BYTES = 1024 * 1024;
    private static final long FEW_IN_FLIGHT_BYTES = 256 * 1024;
    /** More are under way only in a flood. */
    private static final int MOST_SPARES = 16;

    private final EventLoop loop;
    private final String remote;
    private final Deque<Batch> spares = new ArrayDeque<>(1);
    private Batch written = new Batch(this);
    private @Nullable LocalLink other;
    private @Nullable LinkHandler handler;
    private long inFlightBytes;
    private boolean full;
    private boolean closed;
    private @Nullable Throwable failure;

    LocalLink(EventLoop loop, String remote) {
        this.loop = loop;
        this.remote = remote;
    }

    /** Sets the other end; before anything else. */
    void join(LocalLink other) {
        this.other = other;
    }

    void open(LinkHandler handler) {
        this.handler = handler;
        if (!closed) {
            call(() -> handler.onOpen(this));
        }
    }

    /** What a handler throws costs its link, and nothing else. */
    private void call(Runnable callback) {
        try {
            callback.run();
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    private void fail(Throwable thrown) {
        failure = thrown;
        close();
    }

    @Override
    public ByteBuf room(int leastBytes, int wantedBytes) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(wantedBytes);
    }

    @Override
    public void write(ByteBuf bytes) {
        if (closed) {
            bytes.release();
            return;
        }
        inFlightBytes += bytes.readableBytes();
        written.add(bytes);
    }

    @Override
    public void lend(Payload payload) {
        if (!closed) {
            inFlightBytes += payload.lengthBytes();
            written.add(payload);
        }
    }

    @Override
    public void flush() {
        if (written.isEmpty()) {
            return;
        }
        Batch batch = written;
        written = spares.isEmpty() ? new Batch(this) : spares.pop();
        if (!otherEnd().post(batch)) {
            batch.release();
            onOtherClosed();
        }
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
        LocalLink end = otherEnd();
        end.post(end::onOtherClosed);
        onOtherClosed();
    }

    @Override
    public String remote() {
        return remote;
    }

    /** A batch has come from the other end: reads it, and sends it back empty. */
    void take(Batch batch) {
        for (int i = 0; i < batch.size(); i++) {
            if (batch.get(i) instanceof Payload payload) {
                give(payload);
            } else {
                give((ByteBuf) batch.get(i));
            }
        }
        batch.clear();
        if (!closed) {
            // Else some of it has not been read, and no room is needed any more.
            otherEnd().post(batch);
        }
    }

    private void give(ByteBuf buffer) {
        LinkHandler open = handler;
        if (!closed && open != null) {
            try {
                open.onBytes(buffer);
            } catch (Throwable thrown) {
                fail(thrown);
            }
        }
        buffer.release();
    }

    private void give(Payload payload) {
        LinkHandler open = handler;
        if (closed || open == null) {
            return;
        }
        if (!payload.claim()) {
            fail(new IOException("the other end has ended, and taken back what it had lent"));
            return;
        }
        try {
            if (open instanceof Lending.Input input) {
                input.onLent(payload);
            } else {
                ByteBuffer copy = ByteBuffer.allocate(payload.lengthBytes());
                payload.copyTo(0, copy);
                payload.release();
                open.onBytes(Unpooled.wrappedBuffer(copy.flip()));
            }
        } catch (Throwable thrown) {
            fail(thrown);
        } finally {
            payload.release();
        }
    }

    /** A batch is back, empty. */
    void reuse(Batch batch, long takenBytes) {
        if (closed) {
            batch.release();
            return;
        }
        batch.giveBack();
        if (spares.size() < MOST_SPARES) {
            spares.push(batch);
        }
        onTaken(takenBytes);
    }

    private void onTaken(long bytes) {
        inFlightBytes -= bytes;
        if (full && inFlightBytes < FEW_IN_FLIGHT_BYTES) {
            full = false;
            LinkHandler open = handler;
            if (!closed && open != null) {
                call(open::onWritable);
            }
        }
    }

    private void onOtherClosed() {
        end(failure);
    }

    /** Ends here, whatever the other end does. */
    void end(@Nullable Throwable cause) {
        if (closed) {
            return;
        }
        closed = true;
        written.release();
        loop.execute(() -> {
            if (handler != null) {
                handler.onClosed(cause);
            }
        });
    }

    LocalLink otherEnd() {
        if (other == null) {
            throw new IllegalStateException("not joined yet");
        }
        return other;
    }

    /** Puts a command into this end's mailbox; false if its rank has ended. */
    boolean post(Runnable command) {
        try {
            loop.execute(command);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }
}
