package org.reactivempi.testkit;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import reactor.core.Disposable;

/**
 * The test method, or one call of it per rank, each on a thread of its own.
 *
 * <pre>
 *  add, add ... --await--&gt; all run --+-- all return --------&gt; passed
 *                                    +-- one throws --------&gt; the others are ended, failed with the rank's name
 *                                    +-- a deadlock is proven -&gt; all are ended, failed with the report
 *                                    +-- some don't return -&gt; all are ended, failed with what the ranks waited for
 * </pre>
 */
final class TestRun {

    /** So many times the limit may pass for a run that gets on. */
    private static final int MOST_LIMITS = 10;

    /** Threads that take less than this part of a processor's time have come to a stop: heartbeats, and looks for stalls, take some of it. */
    private static final double LEAST_SHARE = 0.01;

    /** What a thread of the run does. */
    interface Body {
        void run() throws Throwable;
    }

    private final Ranks ranks;
    private final List<Thread> threads = new ArrayList<>();
    private final List<CompletableFuture<Void>> ends = new ArrayList<>();
    private final CompletableFuture<Void> firstFailure = new CompletableFuture<>();

    TestRun(Ranks ranks) {
        this.ranks = ranks;
    }

    /** Adds a thread; {@code name} stands before its failure. */
    void add(String name, Body body) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        ends.add(end);
        threads.add(ranks.threads().make(name.isEmpty() ? "test" : "test " + name, () -> {
            try {
                body.run();
                end.complete(null);
            } catch (Throwable thrown) {
                firstFailure.completeExceptionally(named(name, thrown));
            }
        }));
    }

    /** Whether a thread that is at this place waits for the end of a run, and so starts no operation. */
    static boolean isAwaitedIn(StackTraceElement[] stack) {
        return Stream.of(stack)
                .anyMatch(frame -> frame.getClassName().equals(TestRun.class.getName())
                        && frame.getMethodName().equals("await"));
    }

    /**
     * Starts all threads and returns when all have returned; throws what the first of them threw.
     *
     * @param timeout so long they may take, and longer where threads are at work all the time: on a slow machine, that is no hang
     */
    void await(Duration timeout) throws Throwable {
        Disposable watch =
                ranks.deadlock().subscribe(stall -> firstFailure.completeExceptionally(withPlaces(stall.report())));
        threads.forEach(Thread::start);
        CompletableFuture<Void> all = CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
        try {
            awaitEnd(CompletableFuture.anyOf(all, firstFailure), timeout);
        } catch (ExecutionException e) {
            end("the test has failed");
            throw e.getCause() == null ? e : e.getCause();
        } catch (AssertionFailedError hang) {
            end("the test hangs");
            throw hang;
        } catch (InterruptedException e) {
            end("the test is interrupted");
            throw e;
        } finally {
            watch.dispose();
        }
    }

    /** Looks at each half of the limit, so that what came before the last half does not count as work. */
    private void awaitEnd(CompletableFuture<Object> end, Duration timeout)
            throws ExecutionException, InterruptedException {
        Duration half = timeout.dividedBy(2);
        for (int halves = 1; ; halves++) {
            long before = workNanos();
            try {
                end.get(half.toMillis(), TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                boolean works = workNanos() - before >= half.toNanos() * LEAST_SHARE;
                if (halves >= 2 * MOST_LIMITS || halves >= 2 && !works) {
                    throw hang(half.multipliedBy(halves));
                }
            }
        }
    }

    /** How much time of processors the threads that are alive have taken; 0 where the JVM does not count it. */
    private static long workNanos() {
        ThreadMXBean all = ManagementFactory.getThreadMXBean();
        return all.isThreadCpuTimeSupported() && all.isThreadCpuTimeEnabled()
                ? LongStream.of(all.getAllThreadIds())
                        .map(all::getThreadCpuTime)
                        .filter(nanos -> nanos > 0)
                        .sum()
                : 0;
    }

    private void end(String why) {
        ranks.abort(why);
        threads.forEach(Thread::interrupt);
        ranks.threads().join(threads);
    }

    private AssertionFailedError hang(Duration timeout) {
        Diagnosis diagnosis = new Diagnosis(ranks);
        return withPlaces("the test has not ended in " + timeout.toSeconds() + " s; what the ranks wait for:\n"
                + diagnosis.waitsFor() + diagnosis.doubts());
    }

    private AssertionFailedError withPlaces(String message) {
        AssertionFailedError hang = new AssertionFailedError(message);
        threads.stream().filter(Thread::isAlive).forEach(thread -> hang.addSuppressed(placeOf(thread)));
        // What nobody has handled may be why nothing goes on.
        ranks.findings().errors().forEach(hang::addSuppressed);
        return hang;
    }

    private static Throwable placeOf(Thread thread) {
        Throwable place = new AssertionFailedError("thread \"" + thread.getName() + "\" is here");
        place.setStackTrace(thread.getStackTrace());
        return place;
    }

    private static Throwable named(String name, Throwable thrown) {
        return name.isEmpty() || thrown instanceof TestAbortedException
                ? thrown
                : new AssertionFailedError(name + ": " + thrown, thrown);
    }
}
