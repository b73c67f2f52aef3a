package org.reactivempi.transport.engine.failure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.packet.ProtocolException;

/**
 * Packets of other ranks for communicators that this rank doesn't have yet: kept until it has.
 *
 * @param <T> the communicator that a packet is for
 */
final class EarlyPackets<T> {

    private static final Log log = Log.of(EarlyPackets.class);

    /** Other ranks are a few steps ahead at most. */
    private static final int MOST = 4096;

    private final Map<Integer, List<Consumer<T>>> packets = new HashMap<>();
    private int count;

    /** Keeps a packet; {@code deliver} is called with the communicator when there is one with this number. */
    void keep(int communicator, int from, Consumer<T> deliver) {
        if (count == MOST) {
            throw new ProtocolException("rank " + from + " speaks of communicator " + communicator
                    + ", which this rank doesn't have, and neither those of " + MOST + " other packets");
        }
        count++;
        packets.computeIfAbsent(communicator, unused -> new ArrayList<>()).add(deliver);
    }

    /** The communicator with this number is here. */
    void deliver(int number, T communicator) {
        List<Consumer<T>> waiting = packets.remove(number);
        if (waiting != null) {
            count -= waiting.size();
            waiting.forEach(packet -> deliver(packet, communicator));
        }
    }

    private static <T> void deliver(Consumer<T> packet, T communicator) {
        try {
            packet.accept(communicator);
        } catch (ProtocolException e) {
            // The link that it came by has moved on since; only what the packet says is wrong.
            log.warn("ignored what came early for a communicator: {}", e.getMessage());
        }
    }
}
