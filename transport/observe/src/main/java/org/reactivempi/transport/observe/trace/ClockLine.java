package org.reactivempi.transport.observe.trace;

/**
 * By how much a host's clock is ahead of the common time: an offset that grows, or shrinks, at an even pace.
 *
 * @param reference a moment by that clock, in nanoseconds
 * @param offset how far it is ahead at that moment, in nanoseconds
 * @param drift by how many nanoseconds more with each of its nanoseconds
 */
record ClockLine(long reference, long offset, double drift) {

    /** A clock that only stands otherwise. */
    static ClockLine constant(long offset) {
        return new ClockLine(0, offset, 0);
    }

    /** Through two points. */
    static ClockLine through(long first, long offset, long second, long secondOffset) {
        return new ClockLine(first, offset, (double) (secondOffset - offset) / (second - first));
    }

    /** How far it is ahead when it shows this. */
    long at(long nanos) {
        return offset + Math.round(drift * (nanos - reference));
    }

    /** The common time when it shows this. */
    long common(long nanos) {
        return nanos - at(nanos);
    }

    ClockLine moved(long nanos) {
        return new ClockLine(reference, offset + nanos, drift);
    }
}
