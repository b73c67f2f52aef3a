package org.reactivempi.benchmarks.peers;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * An axis on which the same factor is always the same distance.
 *
 * @param low the smallest value, more than 0
 * @param high the largest value, more than {@code low}
 * @param from where the smallest value is
 * @param to where the largest value is
 */
record LogScale(double low, double high, double from, double to) {

    /** An axis from one power of ten to another that holds all values. */
    static LogScale decades(DoubleStream values, double from, double to) {
        double[] logs = values.map(Math::log10).sorted().toArray();
        double low = Math.floor(logs[0]);
        double high = Math.max(low + 1, Math.ceil(logs[logs.length - 1]));
        return new LogScale(Math.pow(10, low), Math.pow(10, high), from, to);
    }

    double position(double value) {
        return from + (to - from) * Math.log(value / low) / Math.log(high / low);
    }

    /** The powers of ten on the axis. */
    double[] powersOfTen() {
        int first = (int) Math.round(Math.ceil(Math.log10(low) - 1e-9));
        int last = (int) Math.round(Math.floor(Math.log10(high) + 1e-9));
        return IntStream.rangeClosed(first, last)
                .mapToDouble(exponent -> Math.pow(10, exponent))
                .toArray();
    }
}
