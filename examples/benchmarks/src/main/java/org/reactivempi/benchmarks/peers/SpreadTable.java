package org.reactivempi.benchmarks.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How far the latencies of each test lie apart, in one line for each length: median, 99 %, 99.9 % and mean, of which each is
 * the median over the rounds. What misses its goal is bold, or says so.
 */
final class SpreadTable implements Page {

    private static final List<String> METRICS = List.of("p50_us", "p99_us", "p999_us", "mean_us");
    private static final String OF = ": p50 / p99 / p99.9 / mean";
    private static final List<String> HEADINGS = List.of(
            "test, us", "reactive-mpi" + OF, "MPICH" + OF, "Open MPI" + OF, "ours: mean / p50", "ours: p99 / p50");
    private static final String NOTHING = "–";
    /** Of messages of 8 bytes: longer ones have a smaller share of what disturbs them. */
    private static final int GOALS_FOR_BYTES = 8;

    private static final Goal MEAN = Goal.atMost(1.3);
    private static final Goal NEARLY_ALL = Goal.atMost(3);

    private record Line(String title, String implementation, int bytes) {}

    private final String channel;
    private final String title;
    private final Results results;
    private final List<Line> lines = new ArrayList<>();

    SpreadTable(String title, Results results, Transport transport, Selection selection) {
        this.title = title;
        this.results = results;
        this.channel = transport.channel();
        for (int bytes : selection.lengths()) {
            addIfMeasured("half round trip, " + Measures.length(bytes), ReactiveMpi.IMPLEMENTATION, bytes);
        }
        addIfMeasured("`blocking()`, half round trip, 8 B", ReactiveMpi.BLOCKING, GOALS_FOR_BYTES);
    }

    private void addIfMeasured(String name, String implementation, int bytes) {
        // Rows of earlier sessions may be without.
        if (METRICS.stream()
                .allMatch(metric -> value(implementation, bytes, metric).isPresent())) {
            lines.add(new Line(name, implementation, bytes));
        }
    }

    @Override
    public boolean isEmpty() {
        return lines.isEmpty();
    }

    @Override
    public String text() {
        return grid("", ", missed").text();
    }

    @Override
    public String markdown() {
        return grid("**", "**").markdown();
    }

    private Grid grid(String before, String after) {
        return new Grid(
                title,
                HEADINGS,
                lines.stream().map(line -> cells(line, before, after)).toList());
    }

    private List<String> cells(Line line, String before, String after) {
        return List.of(
                line.title,
                spread(line.implementation, line.bytes),
                spread(Library.MPICH.implementation(), line.bytes),
                spread(Library.OPEN_MPI.implementation(), line.bytes),
                times(line, "mean_us", MEAN, before, after),
                times(line, "p99_us", NEARLY_ALL, before, after));
    }

    private String spread(String implementation, int bytes) {
        if (value(implementation, bytes, "p50_us").isEmpty()) {
            return NOTHING;
        }
        return METRICS.stream()
                .map(metric ->
                        value(implementation, bytes, metric).map(Table::number).orElse(NOTHING))
                .collect(Collectors.joining(" / "));
    }

    private String times(Line line, String metric, Goal goal, String before, String after) {
        double times = Stream.of(metric, "p50_us")
                .map(each -> value(line.implementation, line.bytes, each).orElseThrow())
                .reduce((value, median) -> value / median)
                .orElseThrow();
        boolean missed = line.bytes == GOALS_FOR_BYTES && goal.isMissed(times, OptionalDouble.empty());
        return missed ? before + Table.number(times) + after : Table.number(times);
    }

    private Optional<Double> value(String implementation, int bytes, String metric) {
        return results.sample(implementation, channel, "latency", bytes, metric).map(Sample::median);
    }
}
