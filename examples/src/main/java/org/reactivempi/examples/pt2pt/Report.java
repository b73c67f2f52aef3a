package org.reactivempi.examples.pt2pt;

import java.util.Locale;

/** Prints results at rank 0, as they come: a table for people, or tab-separated rows for files. */
final class Report {

    private final String implementation;
    private final String transport;
    private final boolean prints;
    private final boolean tsv;
    private String lastTest = "";

    Report(String implementation, String channel, boolean prints, boolean tsv) {
        this.implementation = implementation;
        this.transport = channel;
        this.prints = prints;
        this.tsv = tsv;
    }

    void row(String test, long bytes, String metric, double value) {
        if (!prints) {
            return;
        }
        if (tsv) {
            print("%s\t%s\t%s\t%d\t%s\t%.4f%n", implementation, transport, test, bytes, metric, value);
            return;
        }
        if (!test.equals(lastTest)) {
            print("%n%-18s %10s   %s over %s%n", test, "bytes", implementation, transport);
            lastTest = test;
        }
        print("%-18s %10d   %,14.2f %s%n", "", bytes, value, metric);
    }

    void end() {
        System.out.flush();
    }

    private static void print(String format, Object... values) {
        System.out.print(String.format(Locale.ROOT, format, values));
        System.out.flush();
    }
}
