package org.reactivempi.examples.results;

import java.util.Locale;
import java.util.Optional;

/**
 * One measured value, as a line of text: implementation, channel, memory, waiting, test, bytes, metric, value, with tabs
 * between them.
 *
 * @param origin who measured it
 * @param test such as {@code latency}
 * @param bytes the length of a message
 * @param metric what the value is, with its unit, such as {@code p50_us}
 * @param value the result
 */
public record Row(Origin origin, String test, long bytes, String metric, double value) {

    private static final String TAB = "\t";
    private static final int COLUMNS = 8;

    /**
     * Reads a line.
     *
     * @param line a line of a program's output
     * @return the row; nothing if the line is something else
     */
    public static Optional<Row> parse(String line) {
        String[] words = line.split(TAB, -1);
        if (words.length != COLUMNS) {
            return Optional.empty();
        }
        try {
            Origin origin = new Origin(words[0], words[1], words[2], words[3]);
            Row row = new Row(origin, words[4], Long.parseLong(words[5]), words[6], Double.parseDouble(words[7]));
            return Double.isFinite(row.value) ? Optional.of(row) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * The line that {@link #parse} reads.
     *
     * @return the columns, without a line's end
     */
    public String toLine() {
        return String.join(
                TAB,
                origin.implementation(),
                origin.channel(),
                origin.memory(),
                origin.waiting(),
                test,
                Long.toString(bytes),
                metric,
                String.format(Locale.ROOT, "%.4f", value));
    }
}
