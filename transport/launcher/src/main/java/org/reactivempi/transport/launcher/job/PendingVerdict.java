package org.reactivempi.transport.launcher.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waits for a job's verdict: the first failure, the end of all ranks, or the time limit. Any thread reports. */
final class PendingVerdict {

    private static final long LOOK_MILLIS = 100;

    private final CompletableFuture<Verdict> verdict = new CompletableFuture<>();
    private final AtomicInteger running;
    private final AtomicReference<@Nullable Verdict> firstLoss = new AtomicReference<>();
    private volatile boolean anyDone;

    PendingVerdict(int ranks) {
        running = new AtomicInteger(ranks);
    }

    /** A failure, which counts if it is the first. */
    void failed(Verdict failure) {
        verdict.complete(failure);
    }

    /** A rank has ended as it should. */
    void rankDone() {
        anyDone = true;
        oneLess();
    }

    /** A rank has failed, and the others go on: it counts if none of them succeeds. */
    void rankLost(Verdict loss) {
        firstLoss.compareAndSet(null, loss);
        oneLess();
    }

    /** Whether the job ends, or has ended: what ranks do now changes nothing. */
    boolean isDecided() {
        return verdict.isDone();
    }

    private void oneLess() {
        if (running.decrementAndGet() == 0) {
            Verdict loss = firstLoss.get();
            verdict.complete(anyDone || loss == null ? Verdict.SUCCESS : loss);
        }
    }

    /**
     * Blocks until the verdict is there, and looks now and then for one that nobody has reported, since threads that should
     * have done so may not have been to be had.
     */
    Verdict await(@Nullable Duration timeout, Supplier<Optional<Verdict>> look) {
        long startNanos = System.nanoTime();
        try {
            while (true) {
                try {
                    return verdict.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    look.get().ifPresent(verdict::complete);
                }
                if (timeout != null && System.nanoTime() - startNanos >= timeout.toNanos()) {
                    verdict.complete(Verdict.timeout(timeout));
                }
            }
        } catch (InterruptedException | ExecutionException e) {
            Thread.currentThread().interrupt();
            return Verdict.INTERRUPTED;
        }
    }

    /** Waits for something that ends the job; empty where it will not come. */
    interface Limit {
        Optional<Verdict> await() throws InterruptedException;
    }

    /**
     * Blocks until the verdict is there. With ranks in this JVM the caller, which wakes up sometime, would look as if it might
     * act, and no deadlock could be proven. So threads of the launcher's own have the limits, and do nothing but end the job.
     */
    Verdict await(List<Limit> limits) {
        List<Thread> threads = limits.stream().map(this::watch).toList();
        try {
            return verdict.get();
        } catch (InterruptedException | ExecutionException e) {
            Thread.currentThread().interrupt();
            return Verdict.INTERRUPTED;
        } finally {
            threads.forEach(Thread::interrupt);
        }
    }

    private Thread watch(Limit limit) {
        Thread thread = new Thread(() -> end(limit), "reactive-mpi-launcher-limit");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void end(Limit limit) {
        try {
            limit.await().ifPresent(verdict::complete);
        } catch (InterruptedException e) {
            // The job has ended before.
        }
    }
}
