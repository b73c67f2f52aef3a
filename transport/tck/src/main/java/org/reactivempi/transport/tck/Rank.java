package org.reactivempi.transport.tck;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.engine.progress.ProgressLoop;

/** One rank of a test: its progress loop, its channel, its endpoint, and its ends of links. For the test's thread. */
final class Rank {

    private final World world;
    private final int number;
    private final ProgressLoop loop;
    private final Endpoint endpoint;
    private final BlockingQueue<End> accepted = new LinkedBlockingQueue<>();
    private final Queue<End> ends = new ConcurrentLinkedQueue<>();
    private volatile Consumer<End> onAccept = end -> {};
    private volatile boolean closing;

    Rank(World world, int number, ProgressLoop loop, Channel channel) {
        this.world = world;
        this.number = number;
        this.loop = loop;
        Endpoint opened = channel.open(loop, this::accept)
                .doOnNext(unused -> checkInLoop("the endpoint"))
                .block(world.patience());
        if (opened == null) {
            throw new AssertionError("no endpoint");
        }
        this.endpoint = opened;
    }

    private End accept() {
        checkInLoop("accept");
        End end = end(World.ACCEPTOR, World.CONNECTOR);
        onAccept.accept(end);
        accepted.add(end);
        return end;
    }

    /** An end that can be prepared before it is connected. */
    End end() {
        return end(World.CONNECTOR, World.ACCEPTOR);
    }

    private End end(Content outgoing, Content incoming) {
        End end = new End(this, outgoing, incoming);
        ends.add(end);
        return end;
    }

    private void checkInLoop(String what) {
        if (!inLoop()) {
            findings().add("CHN-18", what + " came on " + Thread.currentThread().getName());
        }
    }

    World world() {
        return world;
    }

    Findings findings() {
        return world.findings();
    }

    ProgressLoop loop() {
        return loop;
    }

    boolean inLoop() {
        return loop.inEventLoop();
    }

    Endpoint endpoint() {
        return endpoint;
    }

    String address() {
        return endpoint.address();
    }

    /** Sets what happens to each end before the channel gets it. */
    void onAccept(Consumer<End> action) {
        onAccept = action;
    }

    /** Connects, and returns at once. */
    End connect(String address) throws InterruptedException {
        return connect(address, end());
    }

    End connect(String address, End end) throws InterruptedException {
        run(() -> end.call("connect", () -> endpoint.connect(address, end)));
        return end;
    }

    /** The next end that was accepted. */
    End accepted() throws InterruptedException {
        return world.await(accepted)
                .orElseThrow(() -> new AssertionError("rank " + number + " has not been asked to accept a connection"))
                .awaitOpen();
    }

    /** Forgets the ends that were accepted so far. */
    void forgetAccepted() {
        accepted.clear();
    }

    /** Runs an action on the loop, and waits for it. */
    void run(Runnable action) throws InterruptedException {
        call(() -> {
            action.run();
            return true;
        });
    }

    /** Runs an action on the loop, and waits for its result. */
    <T> T call(Callable<T> action) throws InterruptedException {
        return world.await("a command", loop.submit(action));
    }

    /** Holds the loop until the latch is counted down. */
    CountDownLatch stop() throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        loop.execute(() -> {
            stopped.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        stopped.await();
        world.onClose(goOn::countDown);
        return goOn;
    }

    /** Ends the loop as the death of the rank does: nobody is told. */
    void cut() throws InterruptedException {
        if (!loop.isShuttingDown()) {
            loop.execute(loop::end);
        }
        world.await("the end of the loop", loop.terminationFuture());
    }

    boolean isCut() {
        return loop.isShuttingDown();
    }

    /** Closes all links, also those that are still to come. */
    void closeLinks() throws InterruptedException {
        if (!closing && !isCut()) {
            closing = true;
            run(() -> ends.forEach(end -> end.onOpen(end::close)));
            run(() -> ends.stream().filter(End::isOpen).forEach(End::close));
        }
    }

    /** Waits for the end of all links. */
    void awaitClosed() throws InterruptedException {
        if (!isCut()) {
            for (End end : List.copyOf(ends)) {
                end.awaitClosed();
            }
        }
    }

    /** Closes the endpoint. */
    void close() throws InterruptedException {
        if (!isCut()) {
            run(endpoint::close);
        }
    }
}
