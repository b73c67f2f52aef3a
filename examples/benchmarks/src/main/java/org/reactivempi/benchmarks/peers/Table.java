package org.reactivempi.benchmarks.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Results side by side: a line for each measure that somebody has taken. */
final class Table {

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

    boolean isEmpty() {
        return measures.isEmpty();
    }

    /** For docs: what misses its goal is bold. */
    String markdown() {
        Stream<String> head =
                Stream.of("### " + title, "", markdownLine(HEADINGS), "| --- ".repeat(HEADINGS.size()) + "|");
        Stream<String> body =
                measures.stream().map(measure -> markdownLine(cells(measure, isMissed(measure) ? "**" : "", "")));
        return Stream.concat(head, body).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String markdownLine(List<String> cells) {
        return cells.stream().map(cell -> cell + " |").collect(Collectors.joining(" ", "| ", ""));
    }

    /** For terminals: columns of equal width. */
    String text() {
        List<List<String>> lines = new ArrayList<>(List.of(HEADINGS));
        measures.forEach(measure -> lines.add(cells(measure, "", isMissed(measure) ? ", missed" : "")));
        int[] widths = IntStream.range(0, HEADINGS.size())
                .map(column -> lines.stream()
                        .mapToInt(cells -> cells.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return lines.stream()
                .map(cells -> IntStream.range(0, widths.length)
                        .mapToObj(column -> cells.get(column)
                                + " ".repeat(widths[column] - cells.get(column).length()))
                        .collect(Collectors.joining("  "))
                        .stripTrailing())
                .collect(Collectors.joining("\n", title + "\n\n", "\n"));
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
