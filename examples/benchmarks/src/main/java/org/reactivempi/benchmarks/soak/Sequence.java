package org.reactivempi.benchmarks.soak;

import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which messages have come from one rank in one lane in a round. Receives complete in any order, but each must have got the
 * message of its turn. One thread.
 */
final class Sequence {

    private final Ledger ledger;
    private final String place;
    private final AtomicLong counted;
    private final BitSet arrived = new BitSet();
    private long first;

    Sequence(Ledger ledger, String lane, int source) {
        this.ledger = ledger;
        this.place = "lane " + lane + ", from rank " + source + ": ";
        this.counted = ledger.lane(lane);
    }

    /** A round begins. */
    void begin(long first) {
        this.first = first;
        arrived.clear();
    }

    /** A message has come to the receive whose turn is {@code expected}, for which {@code expectedLength} bytes were sent. */
    void came(long expected, int expectedLength, long number, int length) {
        ledger.received(length);
        counted.incrementAndGet();
        if (number == Stamp.DAMAGED || (number == Stamp.NONE || number == expected) && length != expectedLength) {
            ledger.wrong(told(expected, expectedLength, number, length));
        }
        boolean known = number >= first && number < first + Way.MOST_MESSAGES;
        if (number >= 0 && (!known || arrived.get(index(number)))) {
            ledger.repeated(told(expected, expectedLength, number, length));
        } else if (number >= 0 && number != expected) {
            ledger.reordered(told(expected, expectedLength, number, length));
        }
        arrived.set(index(known ? number : expected));
    }

    private String told(long expected, int expectedLength, long number, int length) {
        String which = number == Stamp.DAMAGED
                ? "one that is damaged"
                : number == Stamp.NONE ? "one without a number" : "message " + number;
        return place + "expected message " + expected + " of " + expectedLength + " bytes, came " + which + " of "
                + length + " bytes";
    }

    private int index(long number) {
        return (int) (number - first);
    }

    /** So many were sent, and whatever comes has come. */
    void end(int count) {
        int came = arrived.get(0, count).cardinality();
        ledger.lost(
                count - came,
                place + "expected " + count + " messages from " + first + " on, came " + came + ", without "
                        + (first + arrived.nextClearBit(0)));
    }
}
