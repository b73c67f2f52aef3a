package org.reactivempi.transport.tck;

import io.netty.buffer.ByteBuf;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Link;
import org.reactivempi.transport.channel.LinkHandler;

/**
 * One end of a link: writes what is expected at the other end, and checks each byte and each call that comes.
 *
 * <pre>
 *  NEW --onOpen--&gt; OPEN --onClosed--&gt; CLOSED
 *   +------------- onClosed ------------^
 * </pre>
 * The methods of links, and those which set what to do at a call, are for the loop's thread, or for before the connection;
 * those which wait are for the test's.
 */
final class End implements LinkHandler {

    private enum State {
        NEW,
        OPEN,
        CLOSED
    }

    private final Rank rank;
    private final Content outgoing;
    private final Content incoming;
    private final CompletableFuture<Link> opened = new CompletableFuture<>();
    private final CompletableFuture<Optional<Throwable>> closed = new CompletableFuture<>();
    private final Semaphore arrivals = new Semaphore(0);
    private volatile long received;
    private volatile long written;
    private State state = State.NEW;
    private boolean checksBytes = true;
    private boolean trusts = true;
    /** The call to or from the channel that runs now, or nothing. */
    private String running = "";

    private Runnable onOpen = () -> {};
    private IntConsumer onBytes = length -> {};
    private Runnable onWritable = () -> {};
    private Runnable onClosed = () -> {};

    End(Rank rank, Content outgoing, Content incoming) {
        this.rank = rank;
        this.outgoing = outgoing;
        this.incoming = incoming;
    }

    End onOpen(Runnable action) {
        onOpen = action;
        return this;
    }

    End onBytes(IntConsumer action) {
        onBytes = action;
        return this;
    }

    End onWritable(Runnable action) {
        onWritable = action;
        return this;
    }

    End onClosed(Runnable action) {
        onClosed = action;
        return this;
    }

    /** Whatever comes is welcome. */
    End takesAnything() {
        checksBytes = false;
        return this;
    }

    /** Leaves it to the test to say that the other end is known. */
    End trustsNobodyYet() {
        trusts = false;
        return this;
    }

    Rank rank() {
        return rank;
    }

    /** A buffer with the bytes that the other end expects next, to be written next. */
    ByteBuf next(Memory memory, int length) {
        ByteBuf buffer = rank.world().track(memory.holding(outgoing, written, length));
        written += length;
        return buffer;
    }

    /** Appends the bytes that the other end expects next. */
    void fill(ByteBuf room, int length) {
        outgoing.write(room, written, length);
        written += length;
    }

    ByteBuf room(int leastBytes, int wantedBytes) {
        ByteBuf[] room = new ByteBuf[1];
        call("room", () -> room[0] = link().room(leastBytes, wantedBytes));
        return room[0];
    }

    void rest() {
        call("rest", () -> link().rest());
    }

    void write(ByteBuf bytes) {
        call("write", () -> link().write(bytes));
    }

    void write(int length) {
        write(next(Memory.HEAP, length));
    }

    void flush() {
        call("flush", () -> link().flush());
    }

    void send(int length) {
        write(length);
        flush();
    }

    boolean isWritable() {
        return link().isWritable();
    }

    void close() {
        call("close", () -> link().close());
    }

    void trust() {
        call("trust", () -> link().trust());
    }

    /** What the link says that protects it; for the test's thread. */
    byte[] binding() throws InterruptedException {
        return rank.call(() -> link().binding());
    }

    String remote() {
        return link().remote();
    }

    /** Runs what calls the channel for this end. */
    void call(String name, Runnable action) {
        String outer = running;
        running = name;
        try {
            action.run();
        } finally {
            running = outer;
        }
    }

    private Link link() {
        return opened.join();
    }

    /** How many bytes were made to be written. */
    long written() {
        return written;
    }

    /** How many bytes have come. */
    long received() {
        return received;
    }

    boolean isOpen() {
        return opened.isDone() && !closed.isDone();
    }

    boolean isClosed() {
        return closed.isDone();
    }

    /** Waits for the connection. */
    End awaitOpen() throws InterruptedException {
        rank.world().await("onOpen", CompletableFuture.anyOf(opened, closed));
        if (!opened.isDone()) {
            throw new AssertionError("no connection: " + closed.join());
        }
        return this;
    }

    /** Waits for the end, and returns its cause. */
    Optional<Throwable> awaitClosed() throws InterruptedException {
        return rank.world().await("onClosed", closed);
    }

    /** Waits until the connection stands or has failed. */
    void awaitOutcome() throws InterruptedException {
        rank.world().await("onOpen or onClosed", CompletableFuture.anyOf(opened, closed));
    }

    /** Waits until this many bytes have come since the beginning. */
    void awaitBytes(long total) throws InterruptedException {
        while (received < total) {
            boolean over = closed.isDone();
            if (!rank.world().await(arrivals) || (over && received < total)) {
                throw new AssertionError(received + " of " + total + " bytes have come"
                        + (over ? ", and then onClosed with " + closed.join() : ""));
            }
        }
    }

    @Override
    public void onOpen(Link link) {
        heard("onOpen", state == State.NEW);
        state = State.OPEN;
        opened.complete(link);
        if (trusts) {
            trust();
        }
        call("onOpen", onOpen);
    }

    @Override
    public void onBytes(ByteBuf bytes) {
        heard("onBytes", state == State.OPEN);
        int length = bytes.readableBytes();
        if (checksBytes && !incoming.matches(bytes, received)) {
            rank.findings().add("CHN-1", "wrong bytes between " + received + " and " + (received + length));
        }
        bytes.skipBytes(bytes.readableBytes());
        received += length;
        arrivals.release();
        call("onBytes", () -> onBytes.accept(length));
    }

    @Override
    public void onWritable() {
        heard("onWritable", state == State.OPEN);
        if (!isWritable()) {
            rank.findings().add("CHN-7", "onWritable came while isWritable is false");
        }
        call("onWritable", onWritable);
    }

    @Override
    public void onClosed(@Nullable Throwable cause) {
        heard("onClosed", state != State.CLOSED);
        state = State.CLOSED;
        closed.complete(Optional.ofNullable(cause));
        arrivals.release();
        call("onClosed", onClosed);
    }

    private void heard(String name, boolean inOrder) {
        if (!rank.inLoop()) {
            rank.findings()
                    .add("CHN-18", name + " came on " + Thread.currentThread().getName());
        }
        if (!running.isEmpty() && !(name.equals("onWritable") && running.equals("flush"))) {
            rank.findings().add("CHN-19", name + " came from within " + running);
        }
        if (!inOrder) {
            rank.findings().add("CHN-20", name + " came to a handler that was " + state);
        }
    }
}
