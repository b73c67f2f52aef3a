package org.reactivempi.benchmarks.peers;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table of text.
 *
 * @param title of all
 * @param headings of the columns
 * @param lines below them, each as long
 */
record Grid(String title, List<String> headings, List<List<String>> lines) {

    Grid withoutLastColumn() {
        return new Grid(
                title,
                withoutLast(headings),
                lines.stream().map(Grid::withoutLast).toList());
    }

    private static List<String> withoutLast(List<String> cells) {
        return cells.subList(0, cells.size() - 1);
    }

    String markdown() {
        Stream<String> head =
                Stream.of("### " + title, "", markdownLine(headings), "| --- ".repeat(headings.size()) + "|");
        return Stream.concat(head, lines.stream().map(Grid::markdownLine)).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String markdownLine(List<String> cells) {
        return cells.stream().map(cell -> cell + " |").collect(Collectors.joining(" ", "| ", ""));
    }

    /** For terminals: columns of equal width. */
    String text() {
        List<List<String>> all =
                Stream.concat(Stream.of(headings), lines.stream()).toList();
        int[] widths = IntStream.range(0, headings.size())
                .map(column -> all.stream()
                        .mapToInt(cells -> cells.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return all.stream()
                .map(cells -> IntStream.range(0, widths.length)
                        .mapToObj(column -> cells.get(column)
                                + " ".repeat(widths[column] - cells.get(column).length()))
                        .collect(Collectors.joining("  "))
                        .stripTrailing())
                .collect(Collectors.joining("\n", title + "\n\n", "\n"));
    }
}
