package org.reactivempi.benchmarks.soak;

import java.util.BitSet;

/**
 * Which messages have come from one rank in one lane in a round. Receives complete in any order, but each must have got the
 * message of its turn. One thread.
 */
final class Sequence {

    private final Ledger ledger;
    private final BitSet arrived = new BitSet();
    private long first;

    Sequence(Ledger ledger) {
        this.ledger = ledger;
    }

    /** A round begins. */
    void begin(long first) {
        this.first = first;
        arrived.clear();
    }

    /** A message has come to the receive whose turn is {@code expected}, for which {@code expectedLength} bytes were sent. */
    void came(long expected, int expectedLength, long number, int length) {
        ledger.received(length);
        if (number == Stamp.DAMAGED || (number == Stamp.NONE || number == expected) && length != expectedLength) {
            ledger.wrong();
        }
        boolean known = number >= first && number < first + Way.MOST_MESSAGES;
        if (number >= 0 && (!known || arrived.get(index(number)))) {
            ledger.repeated();
        } else if (number >= 0 && number != expected) {
            ledger.reordered();
        }
        arrived.set(index(known ? number : expected));
    }

    private int index(long number) {
        return (int) (number - first);
    }

    /** So many were sent, and whatever comes has come. */
    void end(int count) {
        ledger.lost(count - arrived.get(0, count).cardinality());
    }
}
