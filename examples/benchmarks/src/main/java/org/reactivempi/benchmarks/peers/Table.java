package org.reactivempi.benchmarks.peers;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Results side by side: a line for each measure that somebody has taken. */
final class Table extends Page<Measure> {

    private static final List<String> HEADINGS = List.of("test", "reactive-mpi", "MPICH", "Open MPI", "ratio", "goal");
    private final Results results;

    Table(String title, Results results, List<Measure> measures) {
        super(
                title,
                HEADINGS,
                measures.stream()
                        .filter(measure -> measure.ours(results).isPresent())
                        .toList());
        this.results = results;
    }

    /** Goals stand by themselves at the end of the docs: what misses its own is bold. */
    @Override
    String markdown() {
        return grid(new Mark("**", "")).withoutLastColumn().markdown();
    }

    @Override
    List<String> cells(Measure measure, Mark missed) {
        boolean isMissed = measure.isMissed(results);
        String emphasis = isMissed ? missed.before() : "";
        boolean byRatio = measure.goal().subject() == Goal.Subject.RATIO;
        OptionalDouble ratio = measure.ratio(results);
        return List.of(
                measure.title(),
                cell(measure.ours(results), byRatio ? "" : emphasis),
                cell(measure.of(Library.MPICH, results), ""),
                cell(measure.of(Library.OPEN_MPI, results), ""),
                ratio.isPresent() ? (byRatio ? emphasis : "") + ratioText(ratio) + (byRatio ? emphasis : "") : NOTHING,
                measure.goal().text() + (isMissed ? missed.after() : ""));
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
