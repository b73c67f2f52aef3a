package org.reactivempi.transport.observe.stats;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.observe.count.PeerCounts.Number;
import org.reactivempi.transport.observe.parts.Parts;

/**
 * The statistics of all ranks of a job. What a rank has sent that could not write it down any more is known from the
 * ranks that have received it.
 */
public final class JobStats {

    private final int size;
    private final Map<Integer, RankStats> ranks = new HashMap<>();

    JobStats(List<RankStats> ranks) {
        this.size = ranks.stream().mapToInt(RankStats::size).max().orElse(0);
        ranks.forEach(rank -> this.ranks.put(rank.rank(), rank));
    }

    /** Writes a report of what ranks have written. */
    public static void merge(List<Path> parts, Path into) throws IOException {
        List<RankStats> ranks = new ArrayList<>();
        for (Path part : parts) {
            ranks.add(StatsText.read(part));
        }
        Parts.write(into, new Report(new JobStats(ranks)).lines());
    }

    int size() {
        return size;
    }

    @Nullable
    RankStats rank(int rank) {
        return ranks.get(rank);
    }

    /** The ranks that have written something. */
    List<RankStats> ranks() {
        return ranks.values().stream().toList();
    }

    long messages(int from, int to) {
        return number(from, to, Number.SENT, Number.ARRIVED);
    }

    long bytes(int from, int to) {
        return number(from, to, Number.SENT_BYTES, Number.ARRIVED_BYTES);
    }

    private long number(int from, int to, Number bySender, Number byReceiver) {
        RankStats sender = ranks.get(from);
        RankStats receiver = ranks.get(to);
        return sender != null ? sender.with(to, bySender) : receiver == null ? 0 : receiver.with(from, byReceiver);
    }
}
