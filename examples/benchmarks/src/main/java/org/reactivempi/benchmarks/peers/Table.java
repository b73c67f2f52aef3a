package org.reactivempi.benchmarks.peers;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Results side by side: a line for each measure that somebody has taken. */
final class Table implements Page {

    private static final List<String> HEADINGS = List.of("test", "reactive-mpi", "MPICH", "Open MPI", "ratio", "goal");
    private static final String NOTHING = "–";

    private final String title;
    private final Results results;
    private final List<Measure> measures;

    Table(String title, Results results, List<Measure> measures) {
        this.title = title;
        this.results = results;
        this.measures = measures.stream()
                .filter(measure -> measure.ours(results).isPresent())
                .toList();
    }

    @Override
    public boolean isEmpty() {
        return measures.isEmpty();
    }

    /** For docs, where goals stand by themselves at the end: what misses its own is bold. */
    @Override
    public String markdown() {
        return new Grid(
                        title,
                        withoutLast(HEADINGS),
                        lines("**", "").map(Table::withoutLast).toList())
                .markdown();
    }

    private static List<String> withoutLast(List<String> cells) {
        return cells.subList(0, cells.size() - 1);
    }

    /** For terminals: what misses its goal says so. */
    @Override
    public String text() {
        return new Grid(title, HEADINGS, lines("", ", missed").toList()).text();
    }

    private Stream<List<String>> lines(String emphasis, String remark) {
        return measures.stream()
                .map(measure -> isMissed(measure) ? cells(measure, emphasis, remark) : cells(measure, "", ""));
    }

    private boolean isMissed(Measure measure) {
        return measure.isMissed(results);
    }

    private List<String> cells(Measure measure, String emphasis, String remark) {
        boolean byRatio = measure.goal().subject() == Goal.Subject.RATIO;
        OptionalDouble ratio = measure.ratio(results);
        return List.of(
                measure.title(),
                cell(measure.ours(results), byRatio ? "" : emphasis),
                cell(measure.of(Library.MPICH, results), ""),
                cell(measure.of(Library.OPEN_MPI, results), ""),
                ratio.isPresent() ? (byRatio ? emphasis : "") + ratioText(ratio) + (byRatio ? emphasis : "") : NOTHING,
                measure.goal().text() + remark);
    }

    private static String ratioText(OptionalDouble ratio) {
        return number(ratio.getAsDouble());
    }

    private static String cell(Optional<Sample> sample, String emphasis) {
        return sample.map(values -> emphasis + number(values.median()) + emphasis + range(values))
                .orElse(NOTHING);
    }

    private static String range(Sample values) {
        return values.sorted().size() == 1
                ? ""
                : " (" + number(values.smallest()) + " to " + number(values.largest()) + ")";
    }

    /** Three digits; millions as such. */
    static String number(double value) {
        double size = Math.abs(value);
        if (size >= 1e5) {
            return String.format(Locale.ROOT, "%.2f M", value / 1e6);
        }
        return String.format(Locale.ROOT, size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }
}
