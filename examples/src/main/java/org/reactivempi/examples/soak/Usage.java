package org.reactivempi.examples.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.ToLongFunction;

/**
 * The memory and the threads of a rank over time. What is least at the end must not be much more than what was most in the
 * middle of the run.
 *
 * <pre>
 *  0 %      20 %                 50 %                 80 %       100 %
 *  | warming |------ early -------|                    |-- late --|
 * </pre>
 */
final class Usage {

    /** With fewer, one cannot tell. */
    private static final int FEW = 10;

    private static final long MIB = 1024 * 1024;
    private static final double MORE = 1.2;

    /** A quantity, and how much of it is nothing. */
    enum Quantity {
        HEAP(Sample::heapBytes, 16 * MIB),
        DIRECT(Sample::directBytes, 32 * MIB),
        RESIDENT(Sample::residentBytes, 64 * MIB),
        THREADS(Sample::threads, 2);

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
    private Sample most = new Sample(0, 0, 0, 0);

    synchronized void add(Sample sample) {
        samples.add(sample);
        most = most.most(sample);
    }

    synchronized Sample most() {
        return most;
    }

    /** Which quantities have grown, a bit for each. */
    synchronized int grows() {
        int count = samples.size();
        if (count < FEW) {
            return 0;
        }
        Sample early = reduce(count / 5, count / 2, Sample::most);
        Sample late = reduce(count - count / 5, count, Sample::least);
        int bits = 0;
        for (Quantity quantity : Quantity.values()) {
            bits |= quantity.grows(early, late) ? 1 << quantity.ordinal() : 0;
        }
        return bits;
    }

    private Sample reduce(int from, int to, BinaryOperator<Sample> into) {
        return samples.subList(from, to).stream().reduce(into).orElse(most);
    }
}
