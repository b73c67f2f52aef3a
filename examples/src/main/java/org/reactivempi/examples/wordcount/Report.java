package org.reactivempi.examples.wordcount;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Stream;

/** What the user gets: the counts on standard output, in UTF-8 whatever the locale; the throughput on standard error. */
final class Report {

    private static final int TOP = 20;
    private static final double MEGA = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final WordCounts counts;
    private final Progress progress;

    Report(WordCounts counts, Progress progress) {
        this.counts = counts;
        this.progress = progress;
    }

    void print(boolean all) {
        Stream<WordCounts.Entry> lines = counts.sorted();
        (all ? lines : lines.limit(TOP)).forEach(Report::printLine);
        System.out.flush();
        System.err.println(throughput());
    }

    private static void printLine(WordCounts.Entry entry) {
        byte[] line = (entry + "\n").getBytes(StandardCharsets.UTF_8);
        System.out.write(line, 0, line.length);
    }

    private String throughput() {
        double megabytes = progress.bytesDone() / MEGA;
        double seconds = progress.nanos() / NANOS_PER_SECOND;
        return String.format(
                Locale.ROOT,
                "wordcount: %d words, %d different; %.1f MB in %.2f s, %.1f MB/s",
                counts.total(),
                counts.different(),
                megabytes,
                seconds,
                megabytes / seconds);
    }
}
