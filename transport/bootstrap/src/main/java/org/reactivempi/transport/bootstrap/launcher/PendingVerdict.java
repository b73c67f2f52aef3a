package org.reactivempi.transport.bootstrap.launcher;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Waits for a job's verdict: the first failure, the end of all ranks, or the time limit. Any thread reports. */
final class PendingVerdict {

    private final CompletableFuture<Verdict> verdict = new CompletableFuture<>();
    private final AtomicInteger running;

    PendingVerdict(int ranks) {
        running = new AtomicInteger(ranks);
    }

    /** A failure, which counts if it is the first. */
    void failed(Verdict failure) {
        verdict.complete(failure);
    }

    /** A rank has ended as it should. */
    void rankDone() {
        if (running.decrementAndGet() == 0) {
            verdict.complete(Verdict.SUCCESS);
        }
    }

    /** Blocks until the verdict is there. */
    Verdict await(@Nullable Duration timeout) {
        try {
            return timeout == null ? verdict.get() : verdict.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return Verdict.timeout(timeout);
        } catch (InterruptedException | ExecutionException e) {
            Thread.currentThread().interrupt();
            return new Verdict(1, "the launcher was interrupted");
        }
    }
}
