package org.reactivempi.conformance.tck;

import org.reactivestreams.tck.TestEnvironment;

/** How long the TCK waits, on machines that have other things to do. */
final class Timeouts {

    static final long SIGNAL_MILLIS = 5_000;
    static final long COLLECTION_MILLIS = 2_000;

    private static final long SILENCE_MILLIS = 50;
    private static final long BETWEEN_LOOKS_MILLIS = 5;

    private Timeouts() {}

    static TestEnvironment environment() {
        return new TestEnvironment(SIGNAL_MILLIS, SILENCE_MILLIS, BETWEEN_LOOKS_MILLIS);
    }
}
