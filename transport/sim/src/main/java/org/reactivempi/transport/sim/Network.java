package org.reactivempi.transport.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How long bytes take from one rank to another, after LogGP.
 *
 * <pre>
 *  sender    |overhead|==bytes==>|
 *  wire               |--------latency--------|
 *  receiver                       |==bytes==>|  |overhead|
 * </pre>
 * Where there is an overhead, a rank does one thing at a time, and each end of its wire carries one batch at a time; else nothing
 * queues.
 *
 * @param latencyNanos of the first byte, 0 or more
 * @param spreadNanos by how much more a batch may take that is late, 0 or more
 * @param nanosPerByte of each further one, 0 or more
 * @param overheadNanos of a rank for each batch that it sends or gets, 0 or more
 * @param near which ranks have a shorter way, the nearest first
 */
public record Network(long latencyNanos, long spreadNanos, double nanosPerByte, long overheadNanos, List<Near> near) {

    /** Hosts at one switch: 5 us, 3 GB/s, and up to 50 us more. */
    public static final Network ETHERNET = new Network(5_000, 50_000, 0.35, 0, List.of());

    /**
     * Ranks that are near each other: 0 to {@code ranks - 1}, as many that follow, and so on.
     *
     * @param ranks how many, 1 or more
     * @param latencyNanos between two of them, 0 or more
     */
    public record Near(int ranks, long latencyNanos) {

        /** Checks both. */
        public Near {
            if (ranks < 1 || latencyNanos < 0) {
                throw new IllegalArgumentException(ranks + " ranks that are near each other, with a latency of "
                        + Duration.ofNanos(latencyNanos) + ": 1 or more, and zero or more");
            }
        }
    }

    /** Checks the times. */
    public Network {
        near = near.stream().sorted(Comparator.comparingInt(Near::ranks)).toList();
        if (latencyNanos < 0 || spreadNanos < 0 || !(nanosPerByte >= 0) || overheadNanos < 0) {
            throw new IllegalArgumentException("latency " + Duration.ofNanos(latencyNanos) + ", up to "
                    + Duration.ofNanos(spreadNanos) + " more, " + nanosPerByte + " ns a byte, and an overhead of "
                    + Duration.ofNanos(overheadNanos) + ": none is below zero");
        }
    }

    /** The same network with other latencies, from {@code least} to {@code most}. */
    public Network latency(Duration least, Duration most) {
        if (least.isNegative() || most.compareTo(least) < 0) {
            throw new IllegalArgumentException(
                    "latency " + least + " to " + most + ": zero or more, and no less than that");
        }
        return new Network(least.toNanos(), most.minus(least).toNanos(), nanosPerByte, overheadNanos, near);
    }

    /** The same network with other times for each byte. */
    public Network perByte(double nanos) {
        return new Network(latencyNanos, spreadNanos, nanos, overheadNanos, near);
    }

    /** The same network, in which ranks take a time for each batch at each end. */
    public Network overhead(Duration time) {
        return new Network(latencyNanos, spreadNanos, nanosPerByte, time.toNanos(), near);
    }

    /** The same network, in which {@code ranks} that follow each other are nearer. */
    public Network near(int ranks, Duration latency) {
        List<Near> more = new ArrayList<>(near);
        more.add(new Near(ranks, latency.toNanos()));
        return new Network(latencyNanos, spreadNanos, nanosPerByte, overheadNanos, more);
    }

    /** How long the first byte takes that is not late. */
    long latencyNanos(int from, int to) {
        for (Near each : near) {
            if (from / each.ranks == to / each.ranks) {
                return each.latencyNanos;
            }
        }
        return latencyNanos;
    }

    /** How long bytes are on a wire, at each of its ends. */
    long onWireNanos(long bytes) {
        return (long) (bytes * nanosPerByte);
    }
}
