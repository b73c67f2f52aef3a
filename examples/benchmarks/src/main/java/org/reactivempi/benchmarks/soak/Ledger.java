package org.reactivempi.benchmarks.soak;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What a rank has counted. Any thread. */
final class Ledger {

    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong cancelled = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong repeated = new AtomicLong();
    private final AtomicLong reordered = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();
    private final AtomicReference<@Nullable String> mishap = new AtomicReference<>();
    /** In the same order on all ranks. */
    private final Map<String, AtomicLong> lanes = new LinkedHashMap<>();

    /** Of the lanes that there are. */
    Ledger(List<String> lanes) {
        lanes.forEach(lane -> this.lanes.put(lane, new AtomicLong()));
    }

    /** What a lane counts: messages or values that were right. */
    AtomicLong lane(String name) {
        AtomicLong counted = lanes.get(name);
        if (counted == null) {
            throw new IllegalArgumentException("there is no lane " + name);
        }
        return counted;
    }

    void received(int length) {
        messages.incrementAndGet();
        bytes.addAndGet(length);
    }

    void cancelled() {
        cancelled.incrementAndGet();
    }

    void lost(long count, String what) {
        if (count > 0) {
            lost.addAndGet(count);
            tell(what);
        }
    }

    void repeated(String what) {
        repeated.incrementAndGet();
        tell(what);
    }

    void reordered(String what) {
        reordered.incrementAndGet();
        tell(what);
    }

    void wrong(String what) {
        wrong.incrementAndGet();
        tell(what);
    }

    private void tell(String what) {
        mishap.compareAndSet(null, what);
    }

    /** The first thing that went wrong here, if anything did. */
    @Nullable
    String mishap() {
        return mishap.get();
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
                usage.last(),
                usage.most(),
                usage.early(),
                usage.late(),
                usage.residentGrowth(),
                usage.grows(),
                lanes.values().stream().map(AtomicLong::get).toList());
    }
}
