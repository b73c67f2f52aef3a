package org.reactivempi.transport.tck;

import io.netty.buffer.ByteBuf;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;

/**
 * What a link tells, for a test in another thread: for a channel's own tests, of what only this channel does. The conformance
 * tests don't use it.
 */
public final class Recorder implements LinkHandler {

    private static final int PATIENCE_SECONDS = 20;

    private final CompletableFuture<Link> opened = new CompletableFuture<>();
    private final CompletableFuture<Optional<Throwable>> closed = new CompletableFuture<>();
    private final Semaphore received = new Semaphore(0);

    /** A handler that has heard nothing yet. */
    public Recorder() {}

    /** Waits for the connection. */
    public Link link() throws Exception {
        return opened.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Waits for the end, and returns its cause. */
    public Optional<Throwable> cause() throws Exception {
        return closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Waits for some more bytes; false if they have not come. */
    public boolean got(int bytes) throws InterruptedException {
        return received.tryAcquire(bytes, PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** How many bytes have come that {@link #got} has not taken. */
    public int pending() {
        return received.availablePermits();
    }

    @Override
    public void onOpen(Link link) {
        link.trust();
        opened.complete(link);
    }

    @Override
    public void onBytes(ByteBuf bytes) {
        received.release(bytes.readableBytes());
        bytes.skipBytes(bytes.readableBytes());
    }

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(@Nullable Throwable cause) {
        closed.complete(Optional.ofNullable(cause));
    }
}
