package org.reactivempi.benchmarks.pt2pt;

import java.io.PrintStream;
import java.util.Locale;
import org.reactivempi.examples.results.Origin;
import org.reactivempi.examples.results.Row;

/** Prints results as they come: a table for people, or rows with tabs for files. */
public final class Report {

    private final Origin origin;
    private final boolean tsv;
    private final PrintStream out;
    private String lastTest = "";

    /**
     * Prints what somebody has measured.
     *
     * @param origin who, and with what
     * @param tsv whether as rows with tabs
     * @param out where to
     */
    public Report(Origin origin, boolean tsv, PrintStream out) {
        this.origin = origin;
        this.tsv = tsv;
        this.out = out;
    }

    /**
     * One value.
     *
     * @param test what was measured
     * @param bytes the length of a message or vector
     * @param metric what the value is, with its unit
     * @param value the result
     */
    public void row(String test, long bytes, String metric, double value) {
        if (tsv) {
            print(new Row(origin, test, bytes, metric, value).toLine());
            return;
        }
        if (!test.equals(lastTest)) {
            print(heading(test));
            lastTest = test;
        }
        print(String.format(Locale.ROOT, "%-18s %10d   %,14.2f %s", "", bytes, value, metric));
    }

    private String heading(String test) {
        return String.format(
                Locale.ROOT,
                "%n%-18s %10s   %s over %s, %s memory, waits: %s",
                test,
                "bytes",
                origin.implementation(),
                origin.channel(),
                origin.memory(),
                origin.waiting());
    }

    private void print(String line) {
        out.println(line);
        out.flush();
    }
}
