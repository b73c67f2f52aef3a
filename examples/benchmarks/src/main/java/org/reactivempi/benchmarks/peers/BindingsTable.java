package org.reactivempi.benchmarks.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A program of the package {@code mpi} beside our own blocking calls, and beside MPJ Express, which runs it as well. */
final class BindingsTable implements Page {

    private static final List<String> HEADINGS = List.of(
            "test",
            "mpiJava's spelling",
            "Open MPI's spelling",
            "our blocking calls",
            MpjExpress.TITLE,
            "slower spelling / blocking calls",
            "MPJ Express / mpiJava's spelling");
    private static final String NOTHING = "–";
    private static final Goal AGAINST_OWN = Goal.atMost(1.15);
    private static final Goal AGAINST_MPJ = new Goal(Goal.Subject.VALUE, false, 3);

    private record Line(String title, String test, int bytes, String metric, boolean lowerIsBetter) {}

    private final String title;
    private final Results results;
    private final Transport transport;
    private final List<Line> lines = new ArrayList<>();

    BindingsTable(String title, Results results, Transport transport, Selection selection) {
        this.title = title;
        this.results = results;
        this.transport = transport;
        for (int bytes : selection.lengths()) {
            add("half round trip, " + Measures.length(bytes) + ", us", "latency", bytes, "p50_us", true);
        }
        for (int bytes : selection.lengths()) {
            add("messages of " + Measures.length(bytes) + " each second", "bw", bytes, "msg_per_s", false);
        }
        for (String operation : Selection.COLLECTIVES) {
            boolean hasLength = !operation.equals("barrier");
            for (int bytes : hasLength ? selection.lengths() : List.of(0)) {
                String words = hasLength ? operation + " of " + Measures.length(bytes) : operation;
                add(words + ", us", operation, bytes, "p50_us", true);
            }
        }
    }

    private void add(String words, String test, int bytes, String metric, boolean lowerIsBetter) {
        Line line = new Line(words, test, bytes, metric, lowerIsBetter);
        if (sample(ReactiveMpi.MPIJAVA, line).isPresent()) {
            lines.add(line);
        }
    }

    @Override
    public boolean isEmpty() {
        return lines.isEmpty();
    }

    @Override
    public String markdown() {
        return grid("**", "**").markdown();
    }

    @Override
    public String text() {
        return grid("", ", missed").text();
    }

    private Grid grid(String before, String after) {
        return new Grid(
                title,
                HEADINGS,
                lines.stream().map(line -> cells(line, before, after)).toList());
    }

    private List<String> cells(Line line, String before, String after) {
        OptionalDouble mpijava = times(line, ReactiveMpi.MPIJAVA, ReactiveMpi.BLOCKING_PROGRAM);
        OptionalDouble openmpi = times(line, ReactiveMpi.OPENMPI, ReactiveMpi.BLOCKING_PROGRAM);
        OptionalDouble slower =
                openmpi.isPresent() && mpijava.isPresent() && openmpi.getAsDouble() > mpijava.getAsDouble()
                        ? openmpi
                        : mpijava;
        return List.of(
                line.title,
                cell(ReactiveMpi.MPIJAVA, line),
                cell(ReactiveMpi.OPENMPI, line),
                cell(ReactiveMpi.BLOCKING_PROGRAM, line),
                cell(MpjExpress.IMPLEMENTATION, line),
                marked(slower, AGAINST_OWN, before, after),
                marked(times(line, MpjExpress.IMPLEMENTATION, ReactiveMpi.MPIJAVA), AGAINST_MPJ, before, after));
    }

    private static String marked(OptionalDouble times, Goal goal, String before, String after) {
        if (times.isEmpty()) {
            return NOTHING;
        }
        String number = Table.number(times.getAsDouble());
        return goal.isMissed(times.getAsDouble(), OptionalDouble.empty()) ? before + number + after : number;
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

    private String cell(String implementation, Line line) {
        return sample(implementation, line)
                .map(sample -> Table.number(sample.median()))
                .orElse(NOTHING);
    }

    private Optional<Sample> sample(String implementation, Line line) {
        return results.sample(implementation, transport.channel(), line.test, line.bytes, line.metric);
    }
}
