package org.reactivempi.benchmarks.peers;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Results as people read them: a table with a line for each of what was measured.
 *
 * @param <L> what a line is about
 */
abstract class Page<L> {

    static final String NOTHING = "–";

    private final String title;
    private final List<String> headings;
    private final List<L> lines;

    /** With those of the lines that somebody has measured. */
    Page(String title, List<String> headings, List<L> lines) {
        this.title = title;
        this.headings = headings;
        this.lines = lines;
    }

    /** The cells of a line; {@code missed} marks what misses its goal. */
    abstract List<String> cells(L line, Mark missed);

    /** What stands around a number. */
    record Mark(String before, String after) {

        String around(String number) {
            return before + number + after;
        }
    }

    /** Whether nothing of it was measured. */
    final boolean isEmpty() {
        return lines.isEmpty();
    }

    /** For terminals: what misses its goal says so. */
    String text() {
        return grid(new Mark("", ", missed")).text();
    }

    /** For docs: what misses its goal is bold. */
    String markdown() {
        return grid(new Mark("**", "**")).markdown();
    }

    final Grid grid(Mark missed) {
        return new Grid(
                title, headings, lines.stream().map(line -> cells(line, missed)).toList());
    }

    static String marked(double number, Goal goal, Mark missed) {
        String text = Table.number(number);
        return goal.isMissed(number, OptionalDouble.empty()) ? missed.around(text) : text;
    }

    static String cell(Optional<Sample> sample) {
        return sample.map(values -> Table.number(values.median())).orElse(NOTHING);
    }
}
