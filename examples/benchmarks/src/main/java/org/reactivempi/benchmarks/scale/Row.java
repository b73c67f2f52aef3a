package org.reactivempi.benchmarks.scale;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A row of a table in Markdown, with the names of its columns. */
final class Row {

    private final Map<String, String> cells = new LinkedHashMap<>();

    Row with(String column, String format, Object... values) {
        cells.put(column, String.format(Locale.ROOT, format, values));
        return this;
    }

    List<String> header() {
        return List.of(
                line(List.copyOf(cells.keySet())),
                cells.keySet().stream().map(column -> "---:").collect(Collectors.joining(" | ", "| ", " |")));
    }

    String row() {
        return line(List.copyOf(cells.values()));
    }

    private static String line(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
    }
}
