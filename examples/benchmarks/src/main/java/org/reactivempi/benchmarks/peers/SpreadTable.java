package org.reactivempi.benchmarks.peers;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How far the latencies of each test lie apart, in one line for each length: median, 99 %, 99.9 % and mean, each of which is
 * the median over the rounds. What misses its goal is bold, or says so.
 */
final class SpreadTable extends Page<SpreadTable.Line> {

    private static final List<String> METRICS = List.of("p50_us", "p99_us", "p999_us", "mean_us");
    private static final String OF = ": p50 / p99 / p99.9 / mean";
    private static final List<String> HEADINGS = List.of(
            "test, us", "reactive-mpi" + OF, "MPICH" + OF, "Open MPI" + OF, "ours: mean / p50", "ours: p99 / p50");
    /** Of messages of 8 bytes: longer ones have a smaller share of what disturbs them. */
    private static final int GOALS_FOR_BYTES = 8;

    private static final Goal MEAN = Goal.atMost(1.3);
    private static final Goal NEARLY_ALL = Goal.atMost(3);

    /** What was measured, and how its rows are called. */
    record Line(String title, String implementation, int bytes) {}

    private final String channel;
    private final Results results;

    SpreadTable(String title, Results results, Transport transport, Selection selection) {
        super(title, HEADINGS, lines(results, transport.channel(), selection));
        this.results = results;
        this.channel = transport.channel();
    }

    private static List<Line> lines(Results results, String channel, Selection selection) {
        Stream<Line> ours = selection.lengths().stream()
                .map(bytes ->
                        new Line("half round trip, " + Measures.length(bytes), ReactiveMpi.IMPLEMENTATION, bytes));
        Line blocking = new Line("`blocking()`, half round trip, 8 B", ReactiveMpi.BLOCKING, GOALS_FOR_BYTES);
        // Rows of earlier sessions may be without.
        return Stream.concat(ours, Stream.of(blocking))
                .filter(line -> METRICS.stream()
                        .allMatch(metric -> sample(results, channel, line.implementation, line.bytes, metric)
                                .isPresent()))
                .toList();
    }

    @Override
    List<String> cells(Line line, Mark missed) {
        return List.of(
                line.title,
                spread(line.implementation, line.bytes),
                spread(Library.MPICH.implementation(), line.bytes),
                spread(Library.OPEN_MPI.implementation(), line.bytes),
                times(line, "mean_us", MEAN, missed),
                times(line, "p99_us", NEARLY_ALL, missed));
    }

    private String spread(String implementation, int bytes) {
        return sample(implementation, bytes, "p50_us").isEmpty()
                ? NOTHING
                : METRICS.stream()
                        .map(metric -> cell(sample(implementation, bytes, metric)))
                        .collect(Collectors.joining(" / "));
    }

    private String times(Line line, String metric, Goal goal, Mark missed) {
        double times = median(line, metric) / median(line, "p50_us");
        return marked(times, line.bytes == GOALS_FOR_BYTES ? goal : Goal.NONE, missed);
    }

    private double median(Line line, String metric) {
        return sample(line.implementation, line.bytes, metric).orElseThrow().median();
    }

    private Optional<Sample> sample(String implementation, int bytes, String metric) {
        return sample(results, channel, implementation, bytes, metric);
    }

    private static Optional<Sample> sample(
            Results results, String channel, String implementation, int bytes, String metric) {
        return results.sample(implementation, channel, "latency", bytes, metric);
    }
}
