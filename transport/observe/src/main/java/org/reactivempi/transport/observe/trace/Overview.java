package org.reactivempi.transport.observe.trace;

import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What has to be known of all parts before the first is written out: when the trace begins, how the clocks differ, and which
 * messages' sends are there.
 */
final class Overview {

    /** Enough to find one that was fast. */
    private static final int MOST_TIMES = 4096;

    private final int ranks;
    private final Map<Long, BitSet> sent = new HashMap<>();
    private final Map<Long, long[]> sendTimes = new HashMap<>();
    private final Map<Long, long[]> arrivalTimes = new HashMap<>();
    private final Map<Integer, Long> first = new HashMap<>();
    private final Map<Integer, PartHeader> headers = new HashMap<>();

    Overview(List<PartReader> parts) throws IOException {
        ranks = parts.stream().mapToInt(part -> part.header().size()).max().orElse(0);
        for (PartReader part : parts) {
            headers.put(part.header().rank(), part.header());
        }
        for (PartReader part : parts) {
            int rank = part.header().rank();
            first.put(rank, part.header().nanos());
            part.forEach(entry -> see(rank, entry));
        }
    }

    private void see(int rank, Entry entry) {
        if (entry.kind() == Entry.Kind.SENT) {
            long way = way(rank, entry.peer());
            sent.computeIfAbsent(way, none -> new BitSet()).set((int) entry.number());
            noteTime(sendTimes, way, entry, rank);
        } else if (entry.kind() == Entry.Kind.ARRIVED) {
            noteTime(arrivalTimes, way(entry.peer(), rank), entry, rank);
        }
    }

    private void noteTime(Map<Long, long[]> times, long way, Entry entry, int rank) {
        if (entry.number() < MOST_TIMES && haveTwoClocks(rank, entry.peer())) {
            times.computeIfAbsent(way, none -> new long[MOST_TIMES])[(int) entry.number()] = entry.nanos();
        }
    }

    private boolean haveTwoClocks(int one, int other) {
        PartHeader header = headers.get(one);
        PartHeader second = headers.get(other);
        return header != null && second != null && header.clock() != second.clock();
    }

    private long way(int from, int to) {
        return (long) from * ranks + to;
    }

    /** What tells a message's arrow from all others; small enough for a number in JSON. */
    long arrow(int from, int to, long number) {
        return way(from, to) << Integer.SIZE | number & 0xffff_ffffL;
    }

    boolean isSent(int from, int to, long number) {
        BitSet numbers = sent.get(way(from, to));
        return numbers != null && numbers.get((int) number);
    }

    /** The shortest time from a send of one rank to its arrival at another, by their own clocks; null if there is none. */
    @Nullable
    Long shortest(int from, int to) {
        long[] sends = sendTimes.get(way(from, to));
        long[] arrivals = arrivalTimes.get(way(from, to));
        Long shortest = null;
        for (int i = 0; sends != null && arrivals != null && i < MOST_TIMES; i++) {
            if (sends[i] != 0 && arrivals[i] != 0) {
                long time = arrivals[i] - sends[i];
                shortest = shortest == null ? time : Math.min(shortest, time);
            }
        }
        return shortest;
    }

    Map<Integer, PartHeader> headers() {
        return headers;
    }

    long firstNanos(int rank) {
        return first.getOrDefault(rank, 0L);
    }
}
