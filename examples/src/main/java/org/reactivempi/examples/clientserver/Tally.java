package org.reactivempi.examples.clientserver;

import java.util.Arrays;
import java.util.Locale;

/** How often each client was served, up to the moment when the first one was done: from then on, the others had more room. */
final class Tally {

    private static final double PERCENT = 100;

    private final long[] served;
    private long servedLater;
    private int done;

    Tally(int clients) {
        this.served = new long[clients];
    }

    void served(int index) {
        if (done == 0) {
            served[index]++;
        } else {
            servedLater++;
        }
    }

    void done() {
        done++;
    }

    boolean areAllDone() {
        return done == served.length;
    }

    long smallest() {
        return Arrays.stream(served).min().orElseThrow();
    }

    long largest() {
        return Arrays.stream(served).max().orElseThrow();
    }

    /** All that was served, also after the first client was done. */
    long total() {
        return whileAllWereThere() + servedLater;
    }

    /** A line for each client, and what to look for. */
    String report() {
        StringBuilder lines = new StringBuilder();
        for (int index = 0; index < served.length; index++) {
            lines.append(
                    line("client %3d: served %8d times, %5.1f %%%n", index + 1, served[index], share(served[index])));
        }
        return lines.append(line(
                        "smallest share %.1f %%, largest %.1f %%, until the first client was done; %d requests in all%n",
                        share(smallest()), share(largest()), total()))
                .toString();
    }

    private double share(long count) {
        return PERCENT * count / Math.max(1, whileAllWereThere());
    }

    private long whileAllWereThere() {
        return Arrays.stream(served).sum();
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
