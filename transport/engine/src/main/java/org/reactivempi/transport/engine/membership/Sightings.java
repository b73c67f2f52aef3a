package org.reactivempi.transport.engine.membership;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a rank has heard of the processes that have come, and what it has still to tell its partners, with which it shares all of that.
 *
 * <pre>
 *   a partner, or a connection --hear: a process that is new here--&gt; untold, for each other partner --next, take--&gt; a packet
 * </pre>
 * A process is a number that no other has. There is no order between two processes of one rank, since they share no clock and no count:
 * the one that is heard of last counts. The ones before are remembered, as far as they may still be told of: else two of them would chase
 * each other round a ring for ever.
 */
final class Sightings {

    /** Of no process. */
    static final long NONE = 0;

    /** So many processes are told of in one packet. */
    static final int MOST_TOLD = 1024;

    /** So many processes of one rank are remembered. */
    private static final int MOST_FORMER = 4;

    private final BitSet heard = new BitSet();
    private final long[] newest;
    /** Of the ranks that have come again, the processes before, the latest first. */
    private final Map<Integer, long[]> former = new HashMap<>();
    /** What each partner is still to be told of. */
    private final SortedMap<Integer, BitSet> untold = new TreeMap<>();
    /** The partner that was told last. */
    private int last = -1;

    /** This rank has heard only of itself. */
    Sightings(int self, long process, int size) {
        newest = new long[size];
        newest[self] = process;
        heard.set(self);
    }

    /** The ranks that it has heard of. */
    BitSet heard() {
        return heard;
    }

    /** The process of a rank that it has heard of last, {@link #NONE} if of none. */
    long newest(int rank) {
        return newest[rank];
    }

    boolean isPartner(int rank) {
        return untold.containsKey(rank);
    }

    boolean hasPartners() {
        return !untold.isEmpty();
    }

    /** One more, which is to be told of all; or which is to be told all again, as it is another process. */
    void addPartner(int rank) {
        BitSet all = (BitSet) heard.clone();
        all.clear(rank);
        untold.put(rank, all);
    }

    /** A partner is lost. */
    void removePartner(int rank) {
        untold.remove(rank);
    }

    /** A partner has told of a process; true if it is new here. */
    boolean hear(int from, int rank, long process) {
        BitSet ofTeller = untold.get(from);
        if (newest[rank] == process) {
            if (ofTeller != null) {
                ofTeller.clear(rank);
            }
            return false;
        }
        if (isFormer(rank, process)) {
            return false;
        }
        if (newest[rank] != NONE) {
            remember(rank, newest[rank]);
        }
        newest[rank] = process;
        heard.set(rank);
        untold.values().forEach(ranks -> ranks.set(rank));
        untold.computeIfPresent(rank, (partner, ranks) -> without(ranks, rank));
        untold.computeIfPresent(from, (partner, ranks) -> without(ranks, rank));
        return true;
    }

    private static BitSet without(BitSet ranks, int rank) {
        ranks.clear(rank);
        return ranks;
    }

    private boolean isFormer(int rank, long process) {
        for (long each : former.getOrDefault(rank, new long[0])) {
            if (each == process) {
                return true;
            }
        }
        return false;
    }

    private void remember(int rank, long process) {
        long[] before = former.getOrDefault(rank, new long[0]);
        long[] now = new long[Math.min(before.length + 1, MOST_FORMER)];
        now[0] = process;
        System.arraycopy(before, 0, now, 1, now.length - 1);
        former.put(rank, now);
    }

    /** Whether a partner is to be told of something. */
    boolean hasUntold() {
        return untold.values().stream().anyMatch(ranks -> !ranks.isEmpty());
    }

    /** The partner that is to be told next: each has its turn. Only where one {@linkplain #hasUntold is}. */
    int next() {
        for (int turns = 0; turns <= untold.size(); turns++) {
            SortedMap<Integer, BitSet> rest = untold.tailMap(last + 1);
            last = rest.isEmpty() ? untold.firstKey() : rest.firstKey();
            if (!untold.getOrDefault(last, new BitSet()).isEmpty()) {
                return last;
            }
        }
        throw new IllegalStateException("nobody is to be told of anything");
    }

    /** The ranks that a partner is told of now: not again. */
    BitSet take(int partner) {
        BitSet ranks = untold.getOrDefault(partner, new BitSet());
        BitSet told = new BitSet();
        ranks.stream().limit(MOST_TOLD).forEach(told::set);
        ranks.andNot(told);
        return told;
    }
}
