package org.reactivempi.examples.wordcount;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What the user gets: the counts on standard output, in UTF-8 whatever the locale; on standard error the throughput, and what each
 * rank has done.
 */
final class Report {

    private static final int TOP = 20;
    private static final double KILO = 1e3;
    private static final double MEGA = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final WordCounts counts;
    private final List<String> work;
    private final Progress progress;

    Report(WordCounts counts, List<String> work, Progress progress) {
        this.counts = counts;
        this.work = work;
        this.progress = progress;
    }

    void print(boolean all) {
        Stream<WordCounts.Entry> lines = counts.sorted();
        (all ? lines : lines.limit(TOP)).forEach(Report::printLine);
        System.out.flush();
        System.err.println(throughput(counts, progress.bytesDone(), progress.nanos()));
        work.forEach(line -> System.err.println("wordcount: " + line));
    }

    private static void printLine(WordCounts.Entry entry) {
        byte[] line = (entry + "\n").getBytes(StandardCharsets.UTF_8);
        System.out.write(line, 0, line.length);
    }

    static String throughput(WordCounts counts, long bytes, long nanos) {
        double seconds = nanos / NANOS_PER_SECOND;
        return String.format(
                Locale.ROOT,
                "wordcount: %d words, %d different; %s in %.2f s, %s/s",
                counts.total(),
                counts.different(),
                amount(bytes),
                seconds,
                amount(bytes / seconds));
    }

    /** In a unit that leaves something before the point. */
    private static String amount(double bytes) {
        if (bytes >= MEGA) {
            return String.format(Locale.ROOT, "%.1f MB", bytes / MEGA);
        }
        return bytes >= KILO
                ? String.format(Locale.ROOT, "%.1f kB", bytes / KILO)
                : String.format(Locale.ROOT, "%.0f bytes", bytes);
    }
}
