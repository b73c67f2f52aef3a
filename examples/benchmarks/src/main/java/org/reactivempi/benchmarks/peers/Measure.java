package org.reactivempi.benchmarks.peers;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * A line of a table: a value, the contender that it is of, and how good it should be.
 *
 * @param title for people, with the unit
 * @param implementation how our rows are called
 * @param channel what carried the messages
 * @param test the rows' test
 * @param bytes the rows' length
 * @param metric the rows' metric
 * @param lowerIsBetter or else higher
 * @param goal what is aimed at
 */
record Measure(
        String title,
        String implementation,
        String channel,
        String test,
        long bytes,
        String metric,
        boolean lowerIsBetter,
        Goal goal) {

    /** One of ours over a transport; less of it is better. */
    static Measure lower(Transport transport, String title, String test, long bytes, String metric, Goal goal) {
        return new Measure(title, ReactiveMpi.IMPLEMENTATION, transport.channel(), test, bytes, metric, true, goal);
    }

    Optional<Sample> ours(Results results) {
        return results.sample(implementation, channel, test, bytes, metric);
    }

    Optional<Sample> of(Library library, Results results) {
        return results.sample(library.implementation(), channel, test, bytes, metric);
    }

    /** Our median divided by that of the better peer. */
    OptionalDouble ratio(Results results) {
        List<Double> peers = Stream.of(Library.values())
                .flatMap(library -> of(library, results).stream())
                .map(Sample::median)
                .sorted()
                .toList();
        Optional<Sample> ours = ours(results);
        if (ours.isEmpty() || peers.isEmpty()) {
            return OptionalDouble.empty();
        }
        double better = peers.get(lowerIsBetter ? 0 : peers.size() - 1);
        return better > 0 ? OptionalDouble.of(ours.get().median() / better) : OptionalDouble.empty();
    }

    boolean isMissed(Results results) {
        return ours(results)
                .filter(sample -> goal.isMissed(sample.median(), ratio(results)))
                .isPresent();
    }
}
