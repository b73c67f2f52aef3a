package org.reactivempi.benchmarks.pt2pt;

import java.util.ArrayList;
import java.util.List;

/** How a new program becomes faster: its time is cut into slices, each of which has a median. */
final class Slices {

    private static final double NEARLY = 1.1;
    /** So many at the end say what the final speed is: one alone may have been disturbed. */
    private static final int FINAL = 5;

    private static final double NANOS_PER_SECOND = 1e9;

    private record Slice(long endNanos, double medianMicros) {}

    private final List<Slice> slices = new ArrayList<>();

    /** Adds the next one, which ended so long after the beginning of the first. */
    void add(long endNanos, Spread times) {
        slices.add(new Slice(endNanos, times.medianMicros()));
    }

    double finalMicros() {
        double[] last = slices.subList(Math.max(0, slices.size() - FINAL), slices.size()).stream()
                .mapToDouble(Slice::medianMicros)
                .sorted()
                .toArray();
        return last[last.length / 2];
    }

    /** From the beginning to the end of the first slice whose median is at most a tenth above the final one. */
    double secondsToSpeed() {
        double enough = NEARLY * finalMicros();
        return slices.stream()
                        .filter(slice -> slice.medianMicros <= enough)
                        .findFirst()
                        .orElseThrow()
                        .endNanos
                / NANOS_PER_SECOND;
    }
}
