package org.reactivempi.transport.observe.stats;

import java.util.List;
import java.util.Map;
import org.reactivempi.transport.observe.count.PeerCounts;
import org.reactivempi.transport.observe.count.PeerCounts.Number;

/**
 * What one rank has seen.
 *
 * @param rank which
 * @param size of the job
 * @param peers by rank, those that there was something with
 * @param refused connections that were refused
 * @param slowest what took longest, the longest first
 * @param late by rank, those that its collective operations have waited for
 */
record RankStats(
        int rank, int size, Map<Integer, Peer> peers, long refused, List<Wait> slowest, Map<Integer, Late> late) {

    static final Peer NOTHING = new Peer(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * What there was with one peer.
     *
     * @param sent messages to it
     * @param sentBytes their payload
     * @param arrived messages from it
     * @param arrivedBytes their payload
     * @param unexpected eager messages from it for which no receive waited
     * @param stalls how often it took no more eager messages
     * @param stallNanos for how long, in all
     * @param reconnects how often a connection was made again
     * @param answersDropped answers from it that nobody waited for any more
     */
    record Peer(
            long sent,
            long sentBytes,
            long arrived,
            long arrivedBytes,
            long unexpected,
            long stalls,
            long stallNanos,
            long reconnects,
            long answersDropped) {

        static Peer of(PeerCounts counts) {
            return new Peer(
                    counts.get(Number.SENT),
                    counts.get(Number.SENT_BYTES),
                    counts.get(Number.ARRIVED),
                    counts.get(Number.ARRIVED_BYTES),
                    counts.get(Number.UNEXPECTED_EAGER),
                    counts.get(Number.STALLS),
                    counts.get(Number.STALL_NANOS),
                    counts.get(Number.RECONNECTS),
                    counts.get(Number.ANSWERS_DROPPED));
        }
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

    Peer with(int peer) {
        return peers.getOrDefault(peer, NOTHING);
    }
}
