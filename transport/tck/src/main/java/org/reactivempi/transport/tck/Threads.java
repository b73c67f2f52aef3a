package org.reactivempi.transport.tck;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All threads that the ranks of a test have made, directly or not, and the buffers that these threads have allocated and
 * nobody has released yet. Threads inherit their maker's group, so each tells which test it belongs to. For any thread.
 */
final class Threads extends ThreadGroup {

    /** Of pools that Netty and Reactor keep for a whole JVM, and that the first test which needs them starts. */
    private static final List<String> COMMON =
            List.of("globalEventExecutor-", "threadDeathWatcher-", "parallel-", "single-", "boundedElastic-");

    private final Set<Object> openBuffers = ConcurrentHashMap.newKeySet();

    Threads() {
        super("reactive-mpi-tck");
    }

    /** The group that the calling thread belongs to, or null. */
    static @Nullable Threads current() {
        for (ThreadGroup group = Thread.currentThread().getThreadGroup(); group != null; group = group.getParent()) {
            if (group instanceof Threads threads) {
                return threads;
            }
        }
        return null;
    }

    /** Runs something in a thread of this group, and waits for it. */
    void run(Runnable work) throws InterruptedException {
        Thread thread = new Thread(this, work, "reactive-mpi-tck");
        thread.start();
        thread.join();
    }

    Set<Object> openBuffers() {
        return openBuffers;
    }

    /** Those which live, but for the common ones. */
    List<Thread> own() {
        Thread[] threads = new Thread[2 * activeCount() + 16];
        int count = enumerate(threads);
        return Stream.of(threads)
                .limit(count)
                .filter(thread -> COMMON.stream().noneMatch(thread.getName()::startsWith))
                .toList();
    }
}
