package org.reactivempi.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.platform.JvmThreads;

/**
 * All threads that some ranks and their test have made, directly or not, and the network buffers that these threads have
 * allocated and nobody has released yet.
 *
 * <p>Threads inherit their maker's group: so a thread or a buffer tells which test it belongs to, also when several tests
 * run at the same time. Any thread may call.
 */
final class RankThreads extends ThreadGroup {

    /** How long threads that have been told to end may take for it. */
    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    private static final String OURS = "reactive-mpi-";

    /** How the names of threads begin that start no operation of a test: those of JUnit, Maven and IntelliJ. */
    private static final List<String> TOOLS =
            List.of("junit-jupiter-timeout-watcher", "surefire-forkedjvm-", "Monitor Ctrl-Break");

    /** How the names of this library's threads begin that look up addresses, and that compute for TLS. */
    private static final List<String> HELPERS = List.of(OURS + "bootstrap-", OURS + "tls");

    private final Set<Object> openBuffers = ConcurrentHashMap.newKeySet();
    private final Set<Thread> made = ConcurrentHashMap.newKeySet();
    /** The same for all ranks that a test starts: the thread that has started the first of them. */
    private final Thread test;

    RankThreads() {
        super("reactive-mpi-testkit");
        RankThreads outer = current();
        this.test = outer == null ? Thread.currentThread() : outer.test;
    }

    /** The group that the calling thread belongs to, or null. */
    static @Nullable RankThreads current() {
        for (ThreadGroup group = Thread.currentThread().getThreadGroup(); group != null; group = group.getParent()) {
            if (group instanceof RankThreads) {
                return (RankThreads) group;
            }
        }
        return null;
    }

    /**
     * Whether a thread has nothing to do with these ranks: one of a tool, or one of another test. A pool that all tests share
     * may have a thread in another test's group; that one counts. So do those of other ranks of the same test, whose messages
     * may be what its code waits for.
     */
    boolean isOnlooker(Thread thread) {
        return TOOLS.stream().anyMatch(thread.getName()::startsWith)
                || thread.getThreadGroup() instanceof RankThreads other
                        && other.test != test
                        && (other.made.contains(thread) || thread.getName().startsWith(OURS));
    }

    /** Whether a thread may run a program's code, and is no progress thread. */
    static boolean isOfAProgram(Thread thread) {
        return !JvmThreads.isOfTheJvm(thread)
                && !thread.getName().startsWith(OURS)
                && TOOLS.stream().noneMatch(thread.getName()::startsWith);
    }

    /** Whether a thread does something for a rank that the progress thread must not wait for, and tells it then. */
    static boolean isHelper(Thread thread) {
        return HELPERS.stream().anyMatch(thread.getName()::startsWith);
    }

    /** Whether a thread is one of these ranks or their test, and not of ranks that this test has started in addition. */
    boolean isOwn(Thread thread) {
        return thread == test || current() == this && thread == Thread.currentThread();
    }

    /** A thread of this group that is not started. */
    Thread make(String name, Runnable work) {
        Thread thread = new Thread(this, work, name);
        thread.setDaemon(true);
        made.add(thread);
        return thread;
    }

    /** The threads that may run the test's method: the one that has started the ranks, and those that the kit has made. */
    Stream<Thread> ofTest() {
        return Stream.concat(Stream.of(test), made.stream());
    }

    void add(Object buffer) {
        openBuffers.add(buffer);
    }

    void remove(Object buffer) {
        openBuffers.remove(buffer);
    }

    /** The buffers that have not been released. */
    Set<Object> openBuffers() {
        return openBuffers;
    }

    /** Waits until the library's threads have ended; interrupts and returns the ones that have not. */
    List<Thread> end() {
        return join(ours().toList());
    }

    /** Waits until these threads have ended; interrupts and returns the ones that have not. */
    List<Thread> join(List<Thread> ending) {
        long deadline = System.nanoTime() + LONGEST_END.toNanos();
        for (Thread thread : ending) {
            join(thread, deadline - System.nanoTime());
        }
        List<Thread> left = ending.stream().filter(Thread::isAlive).toList();
        left.forEach(Thread::interrupt);
        return left;
    }

    private static void join(Thread thread, long nanos) {
        try {
            thread.join(Math.max(1, nanos / 1_000_000));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The library's own threads; pools that all of a JVM share may have a thread in this group as well. */
    private Stream<Thread> ours() {
        return all().filter(thread -> thread.getName().startsWith(OURS));
    }

    /** The progress thread of a rank, as long as it lives. */
    @Nullable
    Thread progressThread(int rank) {
        return ours().filter(thread -> thread.getName().equals(OURS + rank))
                .findFirst()
                .orElse(null);
    }

    private Stream<Thread> all() {
        Thread[] threads = new Thread[2 * activeCount() + 16];
        int count = enumerate(threads);
        return Stream.of(threads).limit(count);
    }
}
