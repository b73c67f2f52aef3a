package org.reactivempi.benchmarks.peers;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.reactivempi.examples.results.Origin;
import org.reactivempi.examples.results.Row;

/**
 * A command, and how to read what comes of it.
 *
 * @param title for messages
 * @param command the program and its arguments
 * @param environment what it has beyond this process's own
 * @param reading makes rows of its end
 */
record Task(String title, List<String> command, Map<String, String> environment, Function<Outcome, List<Row>> reading) {

    /** A program that prints its results as rows. */
    static Task printing(String title, List<String> command, Map<String, String> environment) {
        return new Task(title, command, environment, Task::rows);
    }

    /** A program whose time counts, from its start to its end. */
    static Task timed(String title, List<String> command, Map<String, String> environment, Origin origin) {
        return new Task(
                title,
                command,
                environment,
                outcome -> List.of(new Row(origin, Part.START.test(), 0, "wall_ms", outcome.wallMillis())));
    }

    private static List<Row> rows(Outcome outcome) {
        return outcome.output()
                .lines()
                .map(Row::parse)
                .flatMap(Optional::stream)
                .toList();
    }
}
