package org.reactivempi.transport.observe.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings the clocks of hosts together.
 *
 * <pre>
 *   host A  ----s--------------------a'----
 *                \                  /           offset of B = (min(a - s) - min(a' - s')) / 2
 *   host B  ------a----------------s'------
 * </pre>
 * Ranks of one host have the same clock. Between two hosts, the trace's own messages are the ping-pong by which clocks are compared:
 * the fastest one each way took about the same time, so what the two differ in is twice the offset of the clocks. Where there
 * are messages one way only, or none, the hosts' times of day decide, as far as no message would come before it was sent.
 */
final class Clocks {

    private final Overview overview;
    private final Map<Long, List<Integer>> hosts = new LinkedHashMap<>();
    private final Map<Long, Long> offsets = new HashMap<>();

    Clocks(Overview overview) {
        this.overview = overview;
        overview.headers()
                .forEach((rank, header) -> hosts.computeIfAbsent(header.clock(), none -> new ArrayList<>())
                        .add(rank));
        hosts.keySet().stream().limit(1).forEach(clock -> offsets.put(clock, 0L));
        while (offsets.size() < hosts.size()) {
            joinNext();
        }
    }

    /** The one that can be compared with one that is known; else any. */
    private void joinNext() {
        for (long clock : hosts.keySet()) {
            for (long known : List.copyOf(offsets.keySet())) {
                Long offset = offsets.containsKey(clock) ? null : measured(known, clock);
                if (offset != null) {
                    offsets.put(clock, offsets.getOrDefault(known, 0L) + offset);
                    return;
                }
            }
        }
        long next = hosts.keySet().stream()
                .filter(clock -> !offsets.containsKey(clock))
                .findFirst()
                .orElseThrow();
        long known = offsets.keySet().iterator().next();
        offsets.put(next, offsets.getOrDefault(known, 0L) + byTimeOfDay(known, next));
    }

    /** By how much the other's clock is ahead of the known one, if messages went both ways. */
    private @Nullable Long measured(long known, long other) {
        Long there = shortest(known, other);
        Long back = shortest(other, known);
        return there == null || back == null ? null : (there - back) / 2;
    }

    private @Nullable Long shortest(long from, long to) {
        Long shortest = null;
        for (int sender : ranks(from)) {
            for (int receiver : ranks(to)) {
                Long time = overview.shortest(sender, receiver);
                shortest = shortest == null || time != null && time < shortest ? time : shortest;
            }
        }
        return shortest;
    }

    private List<Integer> ranks(long clock) {
        return hosts.getOrDefault(clock, List.of());
    }

    private long byTimeOfDay(long known, long other) {
        long offset = header(other).nanos()
                - header(known).nanos()
                - (header(other).epochNanos() - header(known).epochNanos());
        Long there = shortest(known, other);
        Long back = shortest(other, known);
        if (there != null) {
            return Math.min(offset, there);
        }
        return back == null ? offset : Math.max(offset, -back);
    }

    private PartHeader header(long clock) {
        PartHeader header = overview.headers().get(ranks(clock).get(0));
        if (header == null) {
            throw new IllegalStateException("no rank has clock " + clock);
        }
        return header;
    }

    /** What a rank's clock shows, by the first host's. */
    long common(int rank, long nanos) {
        PartHeader header = overview.headers().get(rank);
        return header == null ? nanos : nanos - offsets.getOrDefault(header.clock(), 0L);
    }

    /** When the first rank started, by the first host's clock. */
    long start() {
        return overview.headers().keySet().stream()
                .mapToLong(rank -> common(rank, overview.firstNanos(rank)))
                .min()
                .orElse(0);
    }
}
