package org.reactivempi.examples.kmeans;

import java.io.PrintStream;
import java.util.Locale;

/** A line that shows how far the centres still move, where somebody watches. Only for the thread that computes. */
final class Progress {

    /** Set by {@code examples/run} where standard error is a terminal; a rank's own is a pipe to the launcher. */
    private static final String WANTED = "EXAMPLES_PROGRESS";

    private static final int WIDTH = 30;
    /** Where the bar is full: nobody sees a smaller step. */
    private static final double STILL = 1e-6;

    private final PrintStream out;
    private final boolean isWatched;

    Progress(PrintStream out, boolean isWatched) {
        this.out = out;
        this.isWatched = isWatched;
    }

    static Progress onTerminal() {
        return new Progress(System.err, System.getenv(WANTED) != null);
    }

    /** After a step; the last one ends the line. */
    void show(int step, double moved, boolean isLast) {
        if (!isWatched) {
            return;
        }
        double share = Math.log10(Math.max(moved, STILL)) / Math.log10(STILL);
        int filled = (int) (Math.max(0, Math.min(1, share)) * WIDTH);
        String bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
        // The carriage return comes last: the launcher passes on whole lines.
        out.print(String.format(Locale.ROOT, "[%s] step %d, centres move by %.6f ", bar, step, moved));
        out.print(isLast ? "\n" : "\r");
        out.flush();
    }
}
