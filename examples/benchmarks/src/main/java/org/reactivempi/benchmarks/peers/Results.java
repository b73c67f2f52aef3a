package org.reactivempi.benchmarks.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reactivempi.examples.results.Row;

/** All rows of all rounds, and when and where they were measured. */
final class Results {

    private static final String COMMENT = "# ";

    private final Path file;
    private final List<String> sessions = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    /**
     * Makes an empty one.
     *
     * @param file where {@link #save} writes to
     */
    Results(Path file) {
        this.file = file;
    }

    void addAll(List<Row> more) {
        rows.addAll(more);
    }

    /** Says something of the rows: the host, the versions and the day, or what happened meanwhile. */
    void note(String words) {
        sessions.add(words);
    }

    List<String> sessions() {
        return sessions;
    }

    List<Row> rows() {
        return rows;
    }

    /** What the runs gave, where there were any. */
    Optional<Sample> sample(String implementation, String channel, String test, long bytes, String metric) {
        List<Double> values = rows.stream()
                .filter(row -> row.origin().implementation().equals(implementation)
                        && row.origin().channel().equals(channel)
                        && row.test().equals(test)
                        && row.bytes() == bytes
                        && row.metric().equals(metric))
                .map(Row::value)
                .toList();
        return values.isEmpty() ? Optional.empty() : Optional.of(Sample.of(values));
    }

    /** Adds what a file holds that {@link #save} has written; lines that are no rows are passed over. */
    void read(Path file) throws IOException {
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            if (line.startsWith(COMMENT)) {
                sessions.add(line.substring(COMMENT.length()));
            }
            Row.parse(line).ifPresent(rows::add);
        }
    }

    /** Writes everything, in place of what the file had. */
    void save() throws IOException {
        List<String> lines = new ArrayList<>();
        sessions.forEach(session -> lines.add(COMMENT + session));
        rows.forEach(row -> lines.add(row.toLine()));
        Files.write(file, lines, StandardCharsets.UTF_8);
    }
}
