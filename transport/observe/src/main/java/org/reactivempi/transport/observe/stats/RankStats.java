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
 */
record RankStats(int rank, int size, Map<Integer, Peer> peers, long refused, List<Wait> slowest) {

    static final Peer NOTHING = new Peer(0, 0, 0, 0, 0, 0, 0, 0);

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
     */
    record Peer(
            long sent,
            long sentBytes,
            long arrived,
            long arrivedBytes,
            long unexpected,
            long stalls,
            long stallNanos,
            long reconnects) {

        static Peer of(PeerCounts counts) {
            return new Peer(
                    counts.get(Number.SENT),
                    counts.get(Number.SENT_BYTES),
                    counts.get(Number.ARRIVED),
                    counts.get(Number.ARRIVED_BYTES),
                    counts.get(Number.UNEXPECTED_EAGER),
                    counts.get(Number.STALLS),
                    counts.get(Number.STALL_NANOS),
                    counts.get(Number.RECONNECTS));
        }
    }

    Peer with(int peer) {
        return peers.getOrDefault(peer, NOTHING);
    }
}
