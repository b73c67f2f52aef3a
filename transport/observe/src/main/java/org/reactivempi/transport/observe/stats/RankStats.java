package org.reactivempi.transport.observe.stats;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.reactivempi.transport.observe.count.PeerCounts.Number;

/**
 * What one rank has seen.
 *
 * @param rank which
 * @param size of the job
 * @param peers by rank, what there was with each that there was something with, over all channels
 * @param refused connections that were refused
 * @param slowest what took longest, the longest first
 * @param late by rank, how its collective operations have waited for it
 */
record RankStats(
        int rank,
        int size,
        Map<Integer, Map<Number, Long>> peers,
        long refused,
        List<Wait> slowest,
        Map<Integer, Late> late) {

    /** What there was with a peer, in the order of the numbers. */
    static Map<Number, Long> peer(ToLongFunction<Number> counted) {
        Map<Number, Long> peer = new EnumMap<>(Number.class);
        for (Number number : Number.values()) {
            peer.put(number, counted.applyAsLong(number));
        }
        return peer;
    }

    /**
     * How a rank was waited for.
     *
     * @param operations how many collective operations have waited for it longest of all ranks
     * @param nanos for how long, in all
     */
    record Late(long operations, long nanos) {

        Late and(Late other) {
            return new Late(operations + other.operations, nanos + other.nanos);
        }
    }

    /** What there was with a peer; 0 where nothing was. */
    long with(int peer, Number number) {
        return peers.getOrDefault(peer, Map.of()).getOrDefault(number, 0L);
    }
}
