package org.reactivempi.transport.rsocket;

import io.netty.buffer.ByteBuf;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;

/** What a link tells, for a test in another thread. */
class Recorder implements LinkHandler {

    final CompletableFuture<Link> opened = new CompletableFuture<>();
    final CompletableFuture<Optional<Throwable>> closed = new CompletableFuture<>();
    final Semaphore received = new Semaphore(0);
    final Semaphore writable = new Semaphore(0);

    /** One permit for each call with bytes. */
    final Semaphore calls = new Semaphore(0);

    private Consumer<ByteBuf> onBytes = bytes -> {};
    private boolean trusts = true;

    /** The other end is a stranger, and stays one. */
    Recorder trustsNobody() {
        trusts = false;
        return this;
    }

    Recorder onBytes(Consumer<ByteBuf> onBytes) {
        this.onBytes = onBytes;
        return this;
    }

    Link link() throws Exception {
        return opened.get(10, TimeUnit.SECONDS);
    }

    Optional<Throwable> cause() throws Exception {
        return closed.get(10, TimeUnit.SECONDS);
    }

    boolean got(int bytes) throws InterruptedException {
        return received.tryAcquire(bytes, 30, TimeUnit.SECONDS);
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
