package org.reactivempi.benchmarks.peers;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What can be measured, and left out. */
enum Part {
    WARMUP,
    LATENCY,
    WRITTEN,
    BW,
    WAITANY,
    POSTED,
    UNEXPECTED,
    ALLOCATION,
    IDLE,
    BLOCKING,
    RING,
    START;

    /** The parts that one pair of ranks does one after the other; the names are those of the tests. */
    private static final Set<Part> OF_A_PAIR = EnumSet.range(WARMUP, IDLE);
    /** The parts that mean something to a JVM alone. */
    private static final Set<Part> OF_A_JVM = EnumSet.of(WARMUP, ALLOCATION);

    boolean isOfPair() {
        return OF_A_PAIR.contains(this);
    }

    boolean isOfJvm() {
        return OF_A_JVM.contains(this);
    }

    String test() {
        return name().toLowerCase(Locale.ROOT);
    }
}
