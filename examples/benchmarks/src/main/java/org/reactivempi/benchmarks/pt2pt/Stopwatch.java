package org.reactivempi.benchmarks.pt2pt;

/** Notes half of the time between one lap and the next. */
final class Stopwatch {

    private final long[] nanos;
    private int laps;
    private long last = System.nanoTime();

    Stopwatch(long[] nanos) {
        this.nanos = nanos;
    }

    void lap() {
        long now = System.nanoTime();
        nanos[laps++] = (now - last) / 2;
        last = now;
    }
}
