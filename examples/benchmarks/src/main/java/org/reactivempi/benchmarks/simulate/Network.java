package org.reactivempi.benchmarks.simulate;

/**
 * What a message costs between any two ranks, after LogGP; all in nanoseconds.
 *
 * @param latency from the wire's one end to the other
 * @param overhead of a rank's thread for each message, once at each end
 * @param perByte for each byte on the wire, at each end of it
 * @param perReducedByte for each byte that is reduced
 * @param perCopiedByte for each byte that is copied inside a rank
 */
record Network(double latency, double overhead, double perByte, double perReducedByte, double perCopiedByte) {

    /** 25 Gb/s Ethernet, between hosts. */
    static final Network ETHERNET = new Network(12_000, 2_500, 0.35, 0.05, 0.03);

    /** Shared memory, on one host. */
    static final Network SHARED = new Network(150, 300, 0.12, 0.05, 0.03);
}
