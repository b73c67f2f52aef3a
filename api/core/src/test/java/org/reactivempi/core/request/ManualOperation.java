package org.reactivempi.core.request;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Status;

/** A persistent operation that ends when a test says so. */
final class ManualOperation implements PersistentOperation {

    private final AtomicInteger starts = new AtomicInteger();
    private final AtomicInteger cancels = new AtomicInteger();
    private final Runnable onStart;
    private volatile @Nullable Owner running;

    ManualOperation() {
        this(() -> {});
    }

    ManualOperation(Runnable onStart) {
        this.onStart = onStart;
    }

    @Override
    public void start(Owner owner) {
        if (running != null) {
            throw new AssertionError("started while running");
        }
        running = owner;
        starts.incrementAndGet();
        onStart.run();
    }

    @Override
    public void cancel() {
        cancels.incrementAndGet();
    }

    int starts() {
        return starts.get();
    }

    int cancels() {
        return cancels.get();
    }

    void complete(Status status) {
        end().onCompleted(status);
    }

    void fail(Throwable error) {
        end().onFailed(error);
    }

    void cancelled() {
        end().onCancelled();
    }

    private Owner end() {
        Owner owner = running;
        if (owner == null) {
            throw new AssertionError("does not run");
        }
        running = null;
        return owner;
    }
}
