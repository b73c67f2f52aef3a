package org.reactivempi.benchmarks.peers;

import java.util.List;

/**
 * What several runs gave for the same value.
 *
 * @param sorted the values in ascending order, one or more
 */
record Sample(List<Double> sorted) {

    static Sample of(List<Double> values) {
        return new Sample(values.stream().sorted().toList());
    }

    double median() {
        int count = sorted.size();
        return (sorted.get((count - 1) / 2) + sorted.get(count / 2)) / 2;
    }

    double smallest() {
        return sorted.get(0);
    }

    double largest() {
        return sorted.get(sorted.size() - 1);
    }
}
