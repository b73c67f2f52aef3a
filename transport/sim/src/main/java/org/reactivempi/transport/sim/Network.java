package org.reactivempi.transport.sim;

import java.time.Duration;

/**
 * How long bytes take from one rank to another.
 *
 * @param latencyNanos of the first byte, 0 or more
 * @param spreadNanos by how much more a batch may take that is late, 0 or more
 * @param nanosPerByte of each further one, 0 or more
 */
public record Network(long latencyNanos, long spreadNanos, double nanosPerByte) {

    /** Ranks of one host: 0.3 us, 10 GB/s, and up to 20 us more. */
    public static final Network ONE_HOST = new Network(300, 20_000, 0.1);

    /** Hosts at one switch: 5 us, 3 GB/s, and up to 50 us more. */
    public static final Network ETHERNET = new Network(5_000, 50_000, 0.35);

    /** Checks the times. */
    public Network {
        if (latencyNanos < 0 || spreadNanos < 0 || !(nanosPerByte >= 0)) {
            throw new IllegalArgumentException("latency " + Duration.ofNanos(latencyNanos) + ", up to "
                    + Duration.ofNanos(spreadNanos) + " more, and " + nanosPerByte + " ns a byte: none is below zero");
        }
    }

    /** The same network with other latencies, from {@code least} to {@code most}. */
    public Network latency(Duration least, Duration most) {
        if (least.isNegative() || most.compareTo(least) < 0) {
            throw new IllegalArgumentException(
                    "latency " + least + " to " + most + ": zero or more, and no less than that");
        }
        return new Network(least.toNanos(), most.minus(least).toNanos(), nanosPerByte);
    }

    /** How long a batch takes that is not late. */
    long nanos(long bytes) {
        return latencyNanos + (long) (bytes * nanosPerByte);
    }
}
