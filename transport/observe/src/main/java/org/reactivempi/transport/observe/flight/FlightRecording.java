package org.reactivempi.transport.observe.flight;

import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.Arrays;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.event.Span;
import org.reactivempi.transport.observe.count.Counts;
import org.reactivempi.transport.observe.flight.FlightEvents.ConnectionEvent;
import org.reactivempi.transport.observe.flight.FlightEvents.ConnectionRefusedEvent;
import org.reactivempi.transport.observe.flight.FlightEvents.CreditStallEvent;
import org.reactivempi.transport.observe.flight.FlightEvents.MessageArrivedEvent;
import org.reactivempi.transport.observe.flight.FlightEvents.MessageSentEvent;
import org.reactivempi.transport.observe.flight.FlightEvents.OperationEvent;
import org.reactivempi.transport.observe.flight.FlightEvents.PeerLostEvent;
import org.reactivempi.transport.observe.flight.FlightEvents.QueuesEvent;

/**
 * Makes events of what one rank does, on its progress thread. Each of them is one object that is used again; what no recording
 * wants is not filled in.
 */
final class FlightRecording implements EngineListener {

    private static final int POSTED = 0;
    private static final int UNEXPECTED = 1;
    private static final int UNEXPECTED_BYTES = 2;

    private final int rank;
    private final Counts queues = new Counts(3);
    private final Runnable sayQueues = this::sayQueues;
    private final MessageSentEvent sent = new MessageSentEvent();
    private final MessageArrivedEvent arrived = new MessageArrivedEvent();
    private final IntObjectMap<CreditStallEvent> stalls = new IntObjectHashMap<>();
    private @Nullable OperationEvent[] operations = new OperationEvent[16];

    private FlightRecording(int rank) {
        this.rank = rank;
    }

    /** Whether a recording runs, or has run, in this JVM. */
    static boolean isWanted() {
        return FlightRecorder.isInitialized();
    }

    static FlightRecording start(int rank) {
        FlightRecording recording = new FlightRecording(rank);
        FlightRecorder.addPeriodicEvent(QueuesEvent.class, recording.sayQueues);
        return recording;
    }

    private void sayQueues() {
        QueuesEvent event = new QueuesEvent();
        event.rank = rank;
        event.posted = queues.get(POSTED);
        event.unexpected = queues.get(UNEXPECTED);
        event.unexpectedBytes = queues.get(UNEXPECTED_BYTES);
        event.commit();
    }

    /** What took long is of interest, and that shows only in the end. */
    @Override
    public boolean timesAll() {
        return true;
    }

    @Override
    public void began(Span span) {
        int slot = span.slot();
        if (slot >= operations.length) {
            operations = Arrays.copyOf(operations, 2 * slot);
        }
        OperationEvent event = operations[slot];
        if (event == null) {
            event = new OperationEvent();
            operations[slot] = event;
        }
        event.begin();
    }

    @Override
    public void ended(Span span) {
        OperationEvent event = operations[span.slot()];
        if (event == null) {
            return;
        }
        event.end();
        if (event.shouldCommit()) {
            event.rank = rank;
            event.kind = span.kind().toString();
            event.peer = span.peer();
            event.tag = span.tag();
            event.context = span.context();
            event.lengthBytes = span.lengthBytes();
            event.outcome = span.outcome().toString();
            event.window = span.window();
            event.commit();
        }
    }

    @Override
    public void sent(int slot, Protocol protocol, int context, int peer, int tag, long lengthBytes) {
        if (sent.isEnabled()) {
            sent.rank = rank;
            sent.protocol = protocol.toString();
            sent.context = context;
            sent.peer = peer;
            sent.tag = tag;
            sent.lengthBytes = lengthBytes;
            sent.commit();
        }
    }

    @Override
    public void arrived(
            Protocol protocol, int context, int peer, int tag, long lengthBytes, long message, boolean expected) {
        if (arrived.isEnabled()) {
            arrived.rank = rank;
            arrived.protocol = protocol.toString();
            arrived.context = context;
            arrived.peer = peer;
            arrived.tag = tag;
            arrived.lengthBytes = lengthBytes;
            arrived.expected = expected;
            arrived.commit();
        }
    }

    @Override
    public void stalled(int peer) {
        CreditStallEvent event = new CreditStallEvent();
        event.rank = rank;
        event.peer = peer;
        event.begin();
        stalls.put(peer, event);
    }

    @Override
    public void resumed(int peer) {
        CreditStallEvent event = stalls.remove(peer);
        if (event != null) {
            event.commit();
        }
    }

    @Override
    public void connected(int peer, String channel, boolean again) {
        ConnectionEvent event = new ConnectionEvent();
        event.rank = rank;
        event.peer = peer;
        event.channel = channel;
        event.again = again;
        event.commit();
    }

    @Override
    public void lost(int peer) {
        PeerLostEvent event = new PeerLostEvent();
        event.rank = rank;
        event.peer = peer;
        event.commit();
    }

    @Override
    public void refused(Rejection why) {
        ConnectionRefusedEvent event = new ConnectionRefusedEvent();
        event.rank = rank;
        event.reason = why.toString();
        event.commit();
    }

    @Override
    public void turnEnded(
            int posted, int unexpected, long unexpectedBytes, long postedAttempts, long unexpectedAttempts) {
        queues.set(POSTED, posted);
        queues.set(UNEXPECTED, unexpected);
        queues.set(UNEXPECTED_BYTES, unexpectedBytes);
    }

    @Override
    public void closed() {
        FlightRecorder.removePeriodicEvent(sayQueues);
    }
}
