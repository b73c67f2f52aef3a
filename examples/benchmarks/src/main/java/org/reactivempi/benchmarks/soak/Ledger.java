package org.reactivempi.benchmarks.soak;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.benchmarks.soak.Report.Count;

/** What a rank has counted. Any thread. */
final class Ledger {

    private final AtomicLongArray counts = new AtomicLongArray(Count.values().length);
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

    private void add(Count what, long more) {
        counts.addAndGet(what.ordinal(), more);
    }

    void received(int length) {
        add(Count.MESSAGES, 1);
        add(Count.BYTES, length);
    }

    void cancelled() {
        add(Count.CANCELLED, 1);
    }

    void lost(long count, String what) {
        if (count > 0) {
            wrong(Count.LOST, count, what);
        }
    }

    void repeated(String what) {
        wrong(Count.REPEATED, 1, what);
    }

    void reordered(String what) {
        wrong(Count.REORDERED, 1, what);
    }

    void wrong(String what) {
        wrong(Count.WRONG, 1, what);
    }

    private void wrong(Count kind, long count, String what) {
        add(kind, count);
        mishap.compareAndSet(null, what);
    }

    /** The first thing that went wrong here, if anything did. */
    @Nullable
    String mishap() {
        return mishap.get();
    }

    /** What a rank tells of itself. */
    Report report(long cuts, Usage usage) {
        counts.set(Count.CUTS.ordinal(), cuts);
        return new Report(
                IntStream.range(0, counts.length()).mapToObj(counts::get).toList(),
                usage.last(),
                usage.most(),
                usage.early(),
                usage.late(),
                usage.residentGrowth(),
                usage.grows(),
                lanes.values().stream().map(AtomicLong::get).toList());
    }
}
