package org.reactivempi.transport.observe.trace;

import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What has to be known of all parts before the first is written out: when the trace begins, how the clocks differ, and which
 * messages' sends are there.
 */
final class Overview {

    private final int ranks;
    private final Map<Long, BitSet> sent = new HashMap<>();
    private final Map<Long, MessageTimes> sendTimes = new HashMap<>();
    private final Map<Long, MessageTimes> arrivalTimes = new HashMap<>();
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

    private void noteTime(Map<Long, MessageTimes> times, long way, Entry entry, int rank) {
        if (entry.number() >= 0 && haveTwoClocks(rank, entry.peer())) {
            times.computeIfAbsent(way, none -> new MessageTimes()).note(entry.number(), entry.nanos());
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

    /** Shows when messages of one rank left, and when they arrived at another, by their own clocks; of many, some of all the time. */
    void forEachTime(int from, int to, MessageTimes.Visitor visitor) {
        MessageTimes sends = sendTimes.get(way(from, to));
        MessageTimes arrivals = arrivalTimes.get(way(from, to));
        if (sends != null && arrivals != null) {
            sends.forEachWith(arrivals, visitor);
        }
    }

    Map<Integer, PartHeader> headers() {
        return headers;
    }

    long firstNanos(int rank) {
        return first.getOrDefault(rank, 0L);
    }
}
