package org.reactivempi.transport.local;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;

/**
 * One end of a link between two ranks of this JVM. Its fields belong to its own progress thread; the ends talk by
 * commands in each other's mailbox.
 */
final class LocalLink implements Link {

    private static final long MOST_IN_FLIGHT_BYTES = 1024 * 1024;
    private static final long FEW_IN_FLIGHT_BYTES = 256 * 1024;

    private final EventLoop loop;
    private final String remote;
    private List<ByteBuf> written = new ArrayList<>();
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
            failure = thrown;
            close();
        }
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
    public void flush() {
        if (written.isEmpty()) {
            return;
        }
        List<ByteBuf> batch = written;
        written = new ArrayList<>();
        if (!tell(end -> end.take(batch))) {
            batch.forEach(ByteBuf::release);
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
    public void close() {
        if (closed) {
            return;
        }
        flush();
        tell(LocalLink::onOtherClosed);
        onOtherClosed();
    }

    @Override
    public String remote() {
        return remote;
    }

    private void take(List<ByteBuf> batch) {
        long bytes = 0;
        for (ByteBuf buffer : batch) {
            bytes += buffer.readableBytes();
            give(buffer);
        }
        long taken = bytes;
        tell(end -> end.onTaken(taken));
    }

    private void give(ByteBuf buffer) {
        LinkHandler open = handler;
        if (!closed && open != null) {
            call(() -> open.onBytes(buffer));
        }
        buffer.release();
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
        if (closed) {
            return;
        }
        closed = true;
        written.forEach(ByteBuf::release);
        written.clear();
        loop.execute(() -> {
            if (handler != null) {
                handler.onClosed(failure);
            }
        });
    }

    /** Puts a command into the other end's mailbox; false if its rank has ended. */
    private boolean tell(Consumer<LocalLink> command) {
        LocalLink end = other;
        if (end == null) {
            throw new IllegalStateException("not joined yet");
        }
        try {
            end.loop.execute(() -> command.accept(end));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }
}
