package org.reactivempi.transport.observe.meters;

import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.observe.count.Counts;

/** Messages and bytes over one channel, each way, by protocol. */
final class Traffic {

    /** Which way. */
    enum Direction {
        SENT,
        RECEIVED
    }

    private static final int PROTOCOLS = Protocol.values().length;
    private static final int HALF = Direction.values().length * PROTOCOLS;

    private final Counts counts = new Counts(2 * HALF);

    void add(Direction direction, Protocol protocol, long bytes) {
        int index = index(direction, protocol);
        counts.add(index, 1);
        counts.add(HALF + index, bytes);
    }

    /** Takes over what was counted elsewhere. */
    void add(Traffic other) {
        for (int i = 0; i < counts.length(); i++) {
            counts.add(i, other.counts.get(i));
        }
    }

    long messages(Direction direction, Protocol protocol) {
        return counts.get(index(direction, protocol));
    }

    long bytes(Direction direction, Protocol protocol) {
        return counts.get(HALF + index(direction, protocol));
    }

    private static int index(Direction direction, Protocol protocol) {
        return direction.ordinal() * PROTOCOLS + protocol.ordinal();
    }
}
