package org.reactivempi.transport.engine.failure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.packet.ProtocolException;

/** Packets of other ranks for communicators that this rank doesn't have yet: kept until it has. */
final class EarlyPackets {

    private static final Log log = Log.of(EarlyPackets.class);

    /** Other ranks are a few steps ahead at most. */
    private static final int MOST = 4096;

    private final Map<Integer, List<Consumer<CommunicatorState>>> news = new HashMap<>();
    private int count;

    void keep(int communicator, int from, Consumer<CommunicatorState> told) {
        if (count == MOST) {
            throw new ProtocolException("rank " + from + " speaks of communicator " + communicator
                    + ", which this rank doesn't have, and neither those of " + MOST + " other packets");
        }
        count++;
        news.computeIfAbsent(communicator, unused -> new ArrayList<>()).add(told);
    }

    private static void deliver(Consumer<CommunicatorState> told, CommunicatorState state) {
        try {
            told.accept(state);
        } catch (ProtocolException e) {
            // The link that it came by has moved on since; only what was said is wrong.
            log.warn("ignored what came early for a communicator: {}", e.getMessage());
        }
    }

    /** The communicator is here. */
    void deliver(int communicator, CommunicatorState state) {
        List<Consumer<CommunicatorState>> waiting = news.remove(communicator);
        if (waiting != null) {
            count -= waiting.size();
            waiting.forEach(told -> deliver(told, state));
        }
    }
}
