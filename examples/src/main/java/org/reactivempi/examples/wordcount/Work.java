package org.reactivempi.examples.wordcount;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;

/** What a rank has done: how much text it has counted, and how long it has waited for the next. For one thread at a time. */
final class Work {

    private static final double NANOS_PER_MILLI = 1e6;

    private final WordCounts counts = new WordCounts();
    private long lines;
    private long batches;
    private long countedNanos;
    private long waitedNanos;
    private long idleSinceNanos = System.nanoTime();

    /** Counts the words of a batch, which has just come. */
    void count(byte[] batch) {
        long start = System.nanoTime();
        waitedNanos += start - idleSinceNanos;
        batches++;
        for (byte character : batch) {
            if (character == '\n') {
                lines++;
            }
        }
        counts.addText(new String(batch, UTF_8));
        idleSinceNanos = System.nanoTime();
        countedNanos += idleSinceNanos - start;
    }

    /** The words, so far. */
    WordCounts counts() {
        return counts;
    }

    /** In words for the user. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d %s in %d %s, counted for %.1f ms, waited for text for %.1f ms",
                lines,
                lines == 1 ? "line" : "lines",
                batches,
                batches == 1 ? "batch" : "batches",
                countedNanos / NANOS_PER_MILLI,
                waitedNanos / NANOS_PER_MILLI);
    }
}
