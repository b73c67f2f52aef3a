package org.reactivempi.transport.engine.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.event.Span;

/** Notes what it hears, in words, and what it can check of it. */
final class RecordedEvents implements EngineListener {

    final List<String> lines = new ArrayList<>();
    /** What was sent to the peer, and what has come from it, in order. */
    final List<String> sent = new ArrayList<>();

    final List<String> arrived = new ArrayList<>();
    /** By number of what has come, what has received it. */
    final Map<Long, String> receivedBy = new HashMap<>();

    final Map<Long, String> arrivedAs = new HashMap<>();
    final Map<Integer, Span> open = new HashMap<>();
    int started;
    int ended;
    long unexpectedBytes;

    @Override
    public boolean timesAll() {
        return true;
    }

    @Override
    public void started(OperationKind kind) {
        started++;
    }

    @Override
    public void began(Span span) {
        if (open.put(span.slot(), span) != null) {
            throw new AssertionError("slot " + span.slot() + " is taken");
        }
        lines.add("began " + span.kind() + " tag " + span.tag());
    }

    @Override
    public void ended(Span span) {
        ended++;
        if (open.remove(span.slot()) != span || span.endNanos() < span.startNanos()) {
            throw new AssertionError("slot " + span.slot());
        }
        lines.add("ended " + span.kind() + " " + span.outcome() + " " + span.lengthBytes());
        if (span.kind() == OperationKind.IRECV && span.message() != NO_MESSAGE) {
            receivedBy.put(span.message(), span.tag() + ":" + span.lengthBytes());
        }
    }

    @Override
    public void sent(int slot, Protocol protocol, int context, int peer, int tag, long lengthBytes) {
        if (!open.containsKey(slot)) {
            throw new AssertionError("nobody has slot " + slot);
        }
        sent.add(protocol + " " + tag + ":" + lengthBytes);
        lines.add("sent " + protocol);
    }

    @Override
    public void arrived(
            Protocol protocol, int context, int peer, int tag, long lengthBytes, long message, boolean expected) {
        arrived.add(protocol + " " + tag + ":" + lengthBytes);
        lines.add("arrived " + protocol + (expected ? " expected" : ""));
        if (message != NO_MESSAGE && arrivedAs.put(message, tag + ":" + lengthBytes) != null) {
            throw new AssertionError("two messages have number " + message);
        }
    }

    @Override
    public void cleared(int slot, int peer, long lengthBytes) {
        lines.add("cleared " + lengthBytes);
    }

    @Override
    public void stalled(int peer) {
        lines.add("stalled " + peer);
    }

    @Override
    public void resumed(int peer) {
        lines.add("resumed " + peer);
    }

    @Override
    public void connected(int peer, String channel, boolean again) {
        lines.add("connected " + peer + " by " + channel + (again ? " again" : ""));
    }

    @Override
    public void lost(int peer) {
        lines.add("lost " + peer);
    }

    @Override
    public void turnEnded(
            int posted, int unexpected, long unexpectedBytes, long postedAttempts, long unexpectedAttempts) {
        this.unexpectedBytes = unexpectedBytes;
        lines.add(posted + " posted, " + unexpected + " unexpected of " + unexpectedBytes + ", attempts "
                + postedAttempts + " and " + unexpectedAttempts);
    }
}
