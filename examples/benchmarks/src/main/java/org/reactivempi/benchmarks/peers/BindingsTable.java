package org.reactivempi.benchmarks.peers;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** A program of the package {@code mpi} next to our own blocking calls, and next to MPJ Express, which runs it as well. */
final class BindingsTable extends Page<BindingsTable.Line> {

    private static final List<String> HEADINGS = List.of(
            "test",
            "mpiJava's spelling",
            "Open MPI's spelling",
            "our blocking calls",
            MpjExpress.TITLE,
            "slower spelling / blocking calls",
            "MPJ Express / mpiJava's spelling");
    private static final Goal AGAINST_OWN = Goal.atMost(1.15);
    private static final Goal AGAINST_MPJ = new Goal(Goal.Subject.VALUE, false, 3);

    /** What was measured, and how its rows are called. */
    record Line(String title, String test, int bytes, String metric, boolean lowerIsBetter) {

        private Optional<Sample> sample(Results results, Transport transport, String implementation) {
            return results.sample(implementation, transport.channel(), test, bytes, metric);
        }
    }

    private final Results results;
    private final Transport transport;

    BindingsTable(String title, Results results, Transport transport, Selection selection) {
        super(
                title,
                HEADINGS,
                lines(selection)
                        .filter(line -> line.sample(results, transport, ReactiveMpi.MPIJAVA)
                                .isPresent())
                        .toList());
        this.results = results;
        this.transport = transport;
    }

    private static Stream<Line> lines(Selection selection) {
        List<Integer> lengths = selection.lengths();
        Stream<Line> latencies = lengths.stream()
                .map(bytes -> new Line(
                        "half round trip, " + Measures.length(bytes) + ", us", "latency", bytes, "p50_us", true));
        Stream<Line> rates = lengths.stream()
                .map(bytes -> new Line(
                        "messages of " + Measures.length(bytes) + " each second", "bw", bytes, "msg_per_s", false));
        Stream<Line> collectives = Selection.COLLECTIVES.stream()
                .flatMap(operation -> operation.equals("barrier")
                        ? Stream.of(new Line(operation + ", us", operation, 0, "p50_us", true))
                        : lengths.stream()
                                .map(bytes -> new Line(
                                        operation + " of " + Measures.length(bytes) + ", us",
                                        operation,
                                        bytes,
                                        "p50_us",
                                        true)));
        return Stream.of(latencies, rates, collectives).flatMap(some -> some);
    }

    @Override
    List<String> cells(Line line, Mark missed) {
        OptionalDouble mpijava = times(line, ReactiveMpi.MPIJAVA, ReactiveMpi.BLOCKING_PROGRAM);
        OptionalDouble openmpi = times(line, ReactiveMpi.OPENMPI, ReactiveMpi.BLOCKING_PROGRAM);
        OptionalDouble slower =
                openmpi.isPresent() && mpijava.isPresent() && openmpi.getAsDouble() > mpijava.getAsDouble()
                        ? openmpi
                        : mpijava;
        return List.of(
                line.title,
                cell(sample(ReactiveMpi.MPIJAVA, line)),
                cell(sample(ReactiveMpi.OPENMPI, line)),
                cell(sample(ReactiveMpi.BLOCKING_PROGRAM, line)),
                cell(sample(MpjExpress.IMPLEMENTATION, line)),
                ratio(slower, AGAINST_OWN, missed),
                ratio(times(line, MpjExpress.IMPLEMENTATION, ReactiveMpi.MPIJAVA), AGAINST_MPJ, missed));
    }

    private static String ratio(OptionalDouble times, Goal goal, Mark missed) {
        return times.isEmpty() ? NOTHING : marked(times.getAsDouble(), goal, missed);
    }

    /** How many times as long as the second one the first one takes. */
    private OptionalDouble times(Line line, String first, String second) {
        Optional<Sample> one = sample(first, line);
        Optional<Sample> other = sample(second, line);
        if (one.isEmpty() || other.isEmpty()) {
            return OptionalDouble.empty();
        }
        double times = one.get().median() / other.get().median();
        return OptionalDouble.of(line.lowerIsBetter ? times : 1 / times);
    }

    private Optional<Sample> sample(String implementation, Line line) {
        return line.sample(results, transport, implementation);
    }
}
