package org.reactivempi.transport.tck;

import io.netty.buffer.ByteBuf;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;

/**
 * What a link tells, for a test in another thread: for a channel's own tests, of what only this channel does. The conformance
 * tests don't use it.
 */
public class Recorder implements LinkHandler {

    private static final int PATIENCE_SECONDS = 20;

    private final CompletableFuture<Link> opened = new CompletableFuture<>();
    private final CompletableFuture<Optional<Throwable>> closed = new CompletableFuture<>();
    private final Semaphore received = new Semaphore(0);
    private final Semaphore calls = new Semaphore(0);
    private final Semaphore writable = new Semaphore(0);
    private Consumer<ByteBuf> onBytes = bytes -> {};
    private boolean trusts = true;

    /** A handler that has heard nothing yet. */
    public Recorder() {}

    /** Gives bytes that come to {@code onBytes}, on the loop; what that leaves is thrown away. */
    public Recorder onBytes(Consumer<ByteBuf> onBytes) {
        this.onBytes = onBytes;
        return this;
    }

    /** The other end is a stranger, and stays one. */
    public Recorder trustsNobody() {
        trusts = false;
        return this;
    }

    /** The link, once the connection stands. */
    public CompletableFuture<Link> opened() {
        return opened;
    }

    /** The end's cause, if it has one. */
    public CompletableFuture<Optional<Throwable>> closed() {
        return closed;
    }

    /** One permit for each byte that has come. */
    public Semaphore received() {
        return received;
    }

    /** One permit for each call with bytes. */
    public Semaphore calls() {
        return calls;
    }

    /** One permit for each time that the link has become writable again. */
    public Semaphore writable() {
        return writable;
    }

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
        if (trusts) {
            link.trust();
        }
        opened.complete(link);
    }

    @Override
    public void onBytes(ByteBuf bytes) {
        int length = bytes.readableBytes();
        onBytes.accept(bytes);
        bytes.skipBytes(bytes.readableBytes());
        // The call is counted first: a test that has got its bytes may ask for the calls.
        calls.release();
        received.release(length);
    }

    @Override
    public void onWritable() {
        writable.release();
    }

    @Override
    public void onClosed(@Nullable Throwable cause) {
        closed.complete(Optional.ofNullable(cause));
    }
}
