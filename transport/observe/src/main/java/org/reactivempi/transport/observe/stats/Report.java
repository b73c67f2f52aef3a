package org.reactivempi.transport.observe.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A job's statistics in words. */
final class Report {

    /** More ranks don't fit beside each other. */
    static final int MOST_COLUMNS = 12;

    private static final int MOST_WAITS = 5;
    private static final int MOST_PAIRS = 20;
    private static final int MOST_LATE = 5;

    private final JobStats job;

    Report(JobStats job) {
        this.job = job;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (job.size() <= MOST_COLUMNS) {
            lines.add("messages sent, and their bytes:");
            lines.addAll(matrix());
        } else {
            lines.add("messages sent, and their bytes; the " + MOST_PAIRS + " pairs of ranks with most bytes:");
            lines.addAll(pairs());
        }
        addAll(lines, "slowest waits:", waits());
        addAll(lines, "collective operations waited longest for:", late());
        addAll(lines, "hints:", new Hints(job).lines());
        missing().ifPresent(lines::add);
        return lines;
    }

    private static void addAll(List<String> lines, String heading, List<String> more) {
        if (!more.isEmpty()) {
            lines.add(heading);
            more.forEach(line -> lines.add("  " + line));
        }
    }

    private List<String> matrix() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(Stream.concat(Stream.of("from \\ to"), ranks().mapToObj(Integer::toString))
                .toList());
        for (int from = 0; from < job.size(); from++) {
            int row = from;
            rows.add(Stream.concat(
                            Stream.of(Integer.toString(from)),
                            ranks().mapToObj(to -> cell(job.messages(row, to))).toList().stream())
                    .toList());
            rows.add(Stream.concat(
                            Stream.of(""),
                            ranks().mapToObj(to -> job.messages(row, to) == 0 ? "" : Amounts.bytes(job.bytes(row, to))))
                    .toList());
        }
        return aligned(rows);
    }

    private IntStream ranks() {
        return IntStream.range(0, job.size());
    }

    private static String cell(long messages) {
        return messages == 0 ? "-" : Long.toString(messages);
    }

    private static List<String> aligned(List<List<String>> rows) {
        int width = rows.stream()
                .flatMap(List::stream)
                .mapToInt(String::length)
                .max()
                .orElse(0);
        return rows.stream()
                .map(row -> row.stream()
                        .map(cell -> " ".repeat(width - cell.length()) + cell)
                        .collect(Collectors.joining("  ", "  ", "")))
                .map(String::stripTrailing)
                .toList();
    }

    private record Pair(int from, int to, long messages, long bytes) {}

    private List<String> pairs() {
        return ranks().boxed()
                .flatMap(
                        from -> ranks().mapToObj(to -> new Pair(from, to, job.messages(from, to), job.bytes(from, to))))
                .filter(pair -> pair.messages > 0)
                .sorted(Comparator.comparingLong(Pair::bytes)
                        .thenComparingLong(Pair::messages)
                        .reversed())
                .limit(MOST_PAIRS)
                .map(pair -> "  from " + pair.from + " to " + pair.to + ": " + pair.messages + ", "
                        + Amounts.bytes(pair.bytes))
                .toList();
    }

    private record RankWait(int rank, Wait what) {}

    private List<String> waits() {
        return job.ranks().stream()
                .flatMap(rank -> rank.slowest().stream().map(wait -> new RankWait(rank.rank(), wait)))
                .sorted(Comparator.comparingLong((RankWait wait) -> wait.what.nanos())
                        .reversed())
                .limit(MOST_WAITS)
                .map(wait -> wait.what.text(wait.rank))
                .toList();
    }

    /** The ranks that cost others most time. */
    private List<String> late() {
        Map<Integer, RankStats.Late> all = new TreeMap<>();
        job.ranks().forEach(rank -> rank.late().forEach((late, by) -> all.merge(late, by, RankStats.Late::and)));
        return all.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Integer, RankStats.Late> each) ->
                                each.getValue().nanos())
                        .reversed())
                .limit(MOST_LATE)
                .map(each -> "rank " + each.getKey() + ": "
                        + Amounts.time(each.getValue().nanos()) + " in "
                        + each.getValue().operations() + " operations of all ranks")
                .toList();
    }

    private Optional<String> missing() {
        String gone = ranks().filter(rank -> job.rank(rank) == null)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(", "));
        return gone.isEmpty()
                ? Optional.empty()
                : Optional.of("of rank " + gone + " only what others have seen: it did not come to its end");
    }
}
