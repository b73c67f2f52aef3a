package org.reactivempi.transport.observe.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.observe.count.PeerCounts;
import org.reactivempi.transport.observe.count.PeerCounts.Direction;

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

    private static final Peer NOTHING = new Peer();

    /** What there is of a peer, in the order in which it is written down. */
    enum Number {
        SENT(counts -> sum(counts, Direction.SENT, PeerCounts::messages)),
        SENT_BYTES(counts -> sum(counts, Direction.SENT, PeerCounts::bytes)),
        ARRIVED(counts -> sum(counts, Direction.RECEIVED, PeerCounts::messages)),
        ARRIVED_BYTES(counts -> sum(counts, Direction.RECEIVED, PeerCounts::bytes)),
        /** Eager messages from it for which no receive waited. */
        UNEXPECTED(counts -> counts.get(PeerCounts.Number.UNEXPECTED_EAGER)),
        /** How often it took no more eager messages. */
        STALLS(counts -> counts.get(PeerCounts.Number.STALLS)),
        STALL_NANOS(counts -> counts.get(PeerCounts.Number.STALL_NANOS)),
        RECONNECTS(counts -> counts.get(PeerCounts.Number.RECONNECTS)),
        /** Answers from it that nobody waited for any more. */
        ANSWERS_DROPPED(counts -> counts.get(PeerCounts.Number.ANSWERS_DROPPED));

        private final ToLongFunction<PeerCounts> of;

        Number(ToLongFunction<PeerCounts> of) {
            this.of = of;
        }

        private interface ByProtocol {
            long get(PeerCounts counts, Direction direction, Protocol protocol);
        }

        private static long sum(PeerCounts counts, Direction direction, ByProtocol number) {
            return Stream.of(Protocol.values())
                    .mapToLong(protocol -> number.get(counts, direction, protocol))
                    .sum();
        }
    }

    /** What there was with one peer, over all channels. */
    static final class Peer {

        private final long[] numbers;

        /** As many as there are kinds of them, or none: then all are 0. */
        Peer(long... numbers) {
            this.numbers = Arrays.copyOf(numbers, Number.values().length);
        }

        void add(PeerCounts counts) {
            for (Number number : Number.values()) {
                numbers[number.ordinal()] += number.of.applyAsLong(counts);
            }
        }

        long get(Number number) {
            return numbers[number.ordinal()];
        }

        LongStream numbers() {
            return Arrays.stream(numbers);
        }

        boolean isNothing() {
            return numbers().allMatch(number -> number == 0);
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
