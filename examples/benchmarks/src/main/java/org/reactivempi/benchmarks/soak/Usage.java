package org.reactivempi.benchmarks.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What a rank uses over time, and whether that was flat: the median of the last window must not be more than a tenth, and what is nothing
 * for the quantity, above that of an early one. In the second half of a long run, what is resident must hardly grow any more, too.
 *
 * <pre>
 *  0 %      20 %                 50 %      70 %                 100 %
 *  | warming |------ early -------|         |------- late --------|
 * </pre>
 */
final class Usage {

    /** With fewer, one cannot tell. */
    private static final int FEW = 10;

    private static final long MIB = 1024 * 1024;
    private static final double MORE = 1.1;

    /**
     * By so much a minute the resident memory may grow: what compiled code and the pools of buffers still add in the first
     * minutes, on a machine that has little time for the ranks.
     */
    private static final long MOST_GROWTH_BYTES = 8 * MIB;

    /** A shorter second half is all warming. */
    private static final double SHORTEST_HALF_MINUTES = 2;

    private static final double NANOS_OF_MINUTE = 60e9;

    /** A quantity, and how much of it is nothing. */
    enum Quantity {
        HEAP(Sample::heapBytes, 16 * MIB),
        DIRECT(Sample::directBytes, 32 * MIB),
        RESIDENT(Sample::residentBytes, 64 * MIB),
        THREADS(Sample::threads, 2),
        DESCRIPTORS(Sample::descriptors, 4);

        private final ToLongFunction<Sample> of;
        private final long slack;

        Quantity(ToLongFunction<Sample> of, long slack) {
            this.of = of;
            this.slack = slack;
        }

        private boolean grows(Sample early, Sample late) {
            return of.applyAsLong(late) > MORE * of.applyAsLong(early) + slack;
        }

        /** Those of a set of bits. */
        static List<Quantity> of(int bits) {
            List<Quantity> set = new ArrayList<>();
            for (Quantity quantity : values()) {
                if ((bits & 1 << quantity.ordinal()) != 0) {
                    set.add(quantity);
                }
            }
            return set;
        }
    }

    private final List<Sample> samples = new ArrayList<>();
    private final List<Double> minutes = new ArrayList<>();
    private Sample most = Sample.NONE;

    /** Adds what was in use at this time, as {@link System#nanoTime} says. */
    synchronized void add(long nanos, Sample sample) {
        samples.add(sample);
        minutes.add(nanos / NANOS_OF_MINUTE);
        most = most.most(sample);
    }

    synchronized Sample most() {
        return most;
    }

    synchronized Sample last() {
        return samples.isEmpty() ? Sample.NONE : samples.get(samples.size() - 1);
    }

    /** The medians of the early window; nothing where there are too few samples to tell. */
    synchronized Sample early() {
        int count = samples.size();
        return count < FEW ? Sample.NONE : medians(samples.subList(count / 5, count / 2));
    }

    /** Those of the last one. */
    synchronized Sample late() {
        int count = samples.size();
        return count < FEW ? Sample.NONE : medians(samples.subList(count - count * 3 / 10, count));
    }

    private static Sample medians(List<Sample> window) {
        long[] medians = Arrays.stream(Quantity.values())
                .mapToLong(quantity -> window.stream()
                        .mapToLong(quantity.of)
                        .sorted()
                        .skip(window.size() / 2)
                        .findFirst()
                        .orElse(0))
                .toArray();
        return Sample.of(medians, 0);
    }

    /** Which quantities have grown, a bit for each. */
    synchronized int grows() {
        int count = samples.size();
        if (count < FEW) {
            return 0;
        }
        Sample early = early();
        Sample late = late();
        int bits = 0;
        for (Quantity quantity : Quantity.values()) {
            bits |= quantity.grows(early, late) ? 1 << quantity.ordinal() : 0;
        }
        double half = minutes.get(count - 1) - minutes.get(count / 2);
        return half >= SHORTEST_HALF_MINUTES && residentGrowth() > MOST_GROWTH_BYTES
                ? bits | 1 << Quantity.RESIDENT.ordinal()
                : bits;
    }

    /** By how many bytes a minute the resident memory grew in the second half: the slope of the line that fits best. */
    synchronized long residentGrowth() {
        int count = samples.size();
        if (count < FEW) {
            return 0;
        }
        List<Double> times = minutes.subList(count / 2, count);
        List<Sample> half = samples.subList(count / 2, count);
        double time = times.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        double bytes = half.stream().mapToLong(Sample::residentBytes).average().orElse(0);
        double together = 0;
        double square = 0;
        for (int i = 0; i < half.size(); i++) {
            double apart = times.get(i) - time;
            together += apart * (half.get(i).residentBytes() - bytes);
            square += apart * apart;
        }
        return square == 0 ? 0 : Math.round(together / square);
    }
}
