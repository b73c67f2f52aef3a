package org.reactivempi.benchmarks.soak;

import java.util.concurrent.atomic.AtomicLong;

/** What a rank has counted. The progress thread writes, any may read. */
final class Ledger {

    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong cancelled = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong repeated = new AtomicLong();
    private final AtomicLong reordered = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();

    void received(int length) {
        messages.incrementAndGet();
        bytes.addAndGet(length);
    }

    void cancelled() {
        cancelled.incrementAndGet();
    }

    void lost(long count) {
        lost.addAndGet(count);
    }

    void repeated() {
        repeated.incrementAndGet();
    }

    void reordered() {
        reordered.incrementAndGet();
    }

    void wrong() {
        wrong.incrementAndGet();
    }

    /** What a rank tells of itself. */
    Report report(long cuts, Usage usage) {
        return new Report(
                messages.get(),
                bytes.get(),
                cancelled.get(),
                cuts,
                lost.get(),
                repeated.get(),
                reordered.get(),
                wrong.get(),
                usage.most(),
                usage.residentGrowth(),
                usage.grows());
    }
}
