package org.reactivempi.transport.tck;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.ChannelProvider;
import org.reactivempi.transport.engine.progress.ProgressLoop;
import org.reactivempi.transport.engine.progress.Waiting;

/** The ranks of one test, which open when they are asked for, and all that must be gone after it. */
final class World {

    /** What connectors write; all links carry the same. */
    static final Content CONNECTOR = new Content(1);
    /** What acceptors write. */
    static final Content ACCEPTOR = new Content(2);

    private static final long LOOK_MILLIS = 50;

    static {
        BufferWatch.install();
    }

    private final TestedChannel channel;
    private final Findings findings = new Findings();
    private final Threads threads = new Threads();
    private final Queue<Thread> loops = new ConcurrentLinkedQueue<>();
    private final Map<Class<?>, Object> common = new ConcurrentHashMap<>();
    private final Map<Integer, Rank> ranks = new TreeMap<>();
    private final Queue<ByteBuf> buffers = new ConcurrentLinkedQueue<>();
    private final Deque<Runnable> onClose = new ArrayDeque<>();
    private final Set<Object> leftBefore;

    World(TestedChannel channel) {
        this.channel = channel;
        this.leftBefore = Set.copyOf(channel.leftovers());
    }

    Findings findings() {
        return findings;
    }

    ChannelProvider provider() {
        return channel.provider();
    }

    Duration patience() {
        return channel.patience();
    }

    /** The rank of this number; one of two loops polls for a while before it sleeps. */
    Rank rank(int number) throws InterruptedException {
        return rank(number, number % 2 == 0 ? Waiting.Mode.ADAPTIVE : Waiting.Mode.SLEEP);
    }

    /** The rank of this number, whose loop, if this is the first time, waits like this. */
    Rank rank(int number, Waiting.Mode mode) throws InterruptedException {
        if (!ranks.containsKey(number)) {
            Channel made = make(number);
            ranks.put(number, new Rank(this, number, loop(number, made, mode), made));
        }
        return ranks.get(number);
    }

    /** A rank on the loop of another one. */
    Rank rankBeside(Rank other, int number) {
        Rank rank = new Rank(this, number, other.loop(), make(number));
        ranks.put(number, rank);
        return rank;
    }

    private Channel make(int number) {
        return channel.provider().create(new TestedContext(number, channel, common));
    }

    /** Its thread is started by one of our group, and so belongs to it. */
    private ProgressLoop loop(int number, Channel made, Waiting.Mode mode) throws InterruptedException {
        ProgressLoop loop =
                new ProgressLoop("reactive-mpi-tck-" + number, made.usesSockets(), new Waiting(mode), () -> {});
        threads.run(() -> loop.execute(() -> loops.add(Thread.currentThread())));
        return loop;
    }

    /** A link from rank 0 to rank 1. */
    Pair pair() throws InterruptedException {
        return pair(rank(0), rank(1));
    }

    /** A link from one rank to another, which has accepted no others that were not taken. */
    Pair pair(Rank from, Rank to) throws InterruptedException {
        End connector = from.connect(to.address()).awaitOpen();
        return new Pair(connector, to.accepted());
    }

    /** Remembers a buffer, which must be released in the end. */
    ByteBuf track(ByteBuf buffer) {
        buffers.add(buffer);
        return buffer;
    }

    /** Waits for what must come. */
    <T> T await(String what, Future<T> future) throws InterruptedException {
        if (!await(millis -> isDone(future, millis))) {
            throw new AssertionError(what + " has not come");
        }
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new AssertionError(what + " has failed: " + e.getCause(), e.getCause());
        }
    }

    private static boolean isDone(Future<?> future, long millis) throws InterruptedException {
        try {
            future.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException e) {
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    /** Waits for a permit; false if none has come. */
    boolean await(Semaphore semaphore) throws InterruptedException {
        return await(millis -> semaphore.tryAcquire(millis, TimeUnit.MILLISECONDS));
    }

    /** Waits for an element; empty if none has come. */
    <T> Optional<T> await(BlockingQueue<T> queue) throws InterruptedException {
        List<T> taken = new ArrayList<>(1);
        await(millis -> {
            T element = queue.poll(millis, TimeUnit.MILLISECONDS);
            return element != null && taken.add(element);
        });
        return taken.stream().findFirst();
    }

    /** Waits; false if it has not come, for as long as it could have. */
    private boolean await(Arrival arrival) throws InterruptedException {
        long began = System.nanoTime();
        boolean mayCome = true;
        while (!arrival.comesWithin(LOOK_MILLIS)) {
            if (!mayCome) {
                return false;
            }
            mayCome = System.nanoTime() - began < patience().toNanos() && channel.mayStillCome();
        }
        return true;
    }

    /** Something that a test waits for. */
    private interface Arrival {

        boolean comesWithin(long millis) throws InterruptedException;
    }

    /** Remembers what is to be done first when the test has ended. */
    void onClose(Runnable action) {
        onClose.push(action);
    }

    /** Ends the ranks, and fails if a rule was broken or something is left. A second call does nothing. */
    void close() throws InterruptedException {
        while (!onClose.isEmpty()) {
            onClose.pop().run();
        }
        try {
            closeRanks();
        } finally {
            endLoops();
        }
        checkNothingIsLeft();
        findings.check();
    }

    private void closeRanks() throws InterruptedException {
        for (Rank rank : ranks.values()) {
            rank.closeLinks();
        }
        for (Rank rank : ranks.values()) {
            rank.awaitClosed();
        }
        for (Rank rank : ranks.values()) {
            rank.close();
        }
    }

    private void endLoops() throws InterruptedException {
        for (Rank rank : ranks.values()) {
            rank.cut();
        }
        ranks.clear();
    }

    private void checkNothingIsLeft() throws InterruptedException {
        // Their loops have terminated: what these threads still do, such as to write what was logged, ends by itself.
        for (Thread loop : loops) {
            loop.join();
        }
        for (Thread thread : threads.own()) {
            await(millis -> {
                thread.join(millis);
                return !thread.isAlive();
            });
        }
        for (Thread thread : threads.own()) {
            findings.add("CHN-17", "thread " + thread.getName() + " is left");
        }
        for (Object open : threads.openBuffers()) {
            findings.add("CHN-17", "a buffer of a rank is left: " + open);
        }
        long left = buffers.stream().filter(buffer -> buffer.refCnt() != 0).count();
        if (left > 0) {
            findings.add("CHN-17", left + " of " + buffers.size() + " buffers that were written are left");
        }
        Set<Object> files = new LinkedHashSet<>(channel.leftovers());
        files.removeAll(leftBefore);
        files.forEach(file -> findings.add("CHN-17", file + " is left"));
    }
}
