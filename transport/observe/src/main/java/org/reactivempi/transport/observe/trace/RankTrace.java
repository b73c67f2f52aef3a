package org.reactivempi.transport.observe.trace;

import io.netty.util.collection.LongObjectHashMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Locale;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.event.Outcome;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.event.Rejection;
import tools.jackson.core.JsonGenerator;

/**
 * One rank's part as a process of the trace.
 *
 * <pre>
 *  rank 0   links          connected, lost, refused, no credit
 *           operations 1   [isend to 1]      [irecv from 1]
 *           operations 2     [irecv from 1]        ^          an arrow ends in the receive that got the message
 *           operations 3   [put at 1]                         a call of a window has none
 *           counters       receives posted, messages unexpected, credit
 * </pre>
 * Operations that run at the same time stand on tracks of their own, since only what is on one track can have arrows.
 */
final class RankTrace {

    private static final OperationKind[] KINDS = OperationKind.values();
    private static final Outcome[] OUTCOMES = Outcome.values();
    private static final Protocol[] PROTOCOLS = Protocol.values();
    private static final Rejection[] REJECTIONS = Rejection.values();
    private static final long TRACKS_PER_RANK = 1_000_000;

    private final PartReader part;
    private final PartHeader header;
    private final Overview overview;
    private final Clocks clocks;
    private final long start;
    private final JsonGenerator json;
    private final BitSet open = new BitSet();
    private final BitSet stalled = new BitSet();
    private final LongObjectHashMap<long[]> arrivals = new LongObjectHashMap<>();
    private String collective = "";
    private String window = "";
    private int tracks;
    private long lastNanos;
    private boolean complete;

    RankTrace(PartReader part, Overview overview, Clocks clocks, long start, JsonGenerator json) {
        this.part = part;
        this.header = part.header();
        this.overview = overview;
        this.clocks = clocks;
        this.start = start;
        this.json = json;
        this.lastNanos = header.nanos();
    }

    void write() throws IOException {
        part.forEach(this::write);
        lastNanos++;
        for (int slot = open.nextSetBit(0); slot >= 0; slot = open.nextSetBit(slot + 1)) {
            begin("E", lastNanos, slot);
            json.writeObjectPropertyStart("args");
            json.writeStringProperty("outcome", complete ? "not ended" : "not ended when the trace ended");
            endArguments();
        }
        stalled.stream().forEach(peer -> stall("e", peer));
        describe();
    }

    private void describe() {
        String name = "rank " + header.rank() + (complete ? "" : " (its trace was cut off)");
        metadata("process_name", 0, "name", name);
        metadata("process_labels", 0, "labels", "process " + header.processId() + " on " + header.host());
        metadataNumber("process_sort_index", 0, header.rank());
        metadata("thread_name", track(-1), "name", "links");
        metadataNumber("thread_sort_index", track(-1), 0);
        for (int slot = 0; slot < tracks; slot++) {
            metadata("thread_name", track(slot), "name", "operations " + (slot + 1));
            metadataNumber("thread_sort_index", track(slot), slot + 1);
        }
    }

    private void metadata(String what, long track, String key, String value) {
        metadataHead(what, track);
        json.writeStringProperty(key, value);
        endArguments();
    }

    private void metadataNumber(String what, long track, int value) {
        metadataHead(what, track);
        json.writeNumberProperty("sort_index", value);
        endArguments();
    }

    private void metadataHead(String what, long track) {
        json.writeStartObject();
        json.writeStringProperty("ph", "M");
        json.writeStringProperty("name", what);
        json.writeNumberProperty("pid", process());
        if (track > 0) {
            json.writeNumberProperty("tid", track);
        }
        json.writeObjectPropertyStart("args");
    }

    private void write(Entry entry) {
        lastNanos = Math.max(lastNanos, entry.nanos());
        switch (entry.kind()) {
            case BEGIN -> begin(entry);
            case END -> end(entry);
            case SENT -> sent(entry);
            case ARRIVED -> arrived(entry);
            case CLEARED -> instant(entry.nanos(), entry.slot(), "cleared to send to " + entry.peer());
            case QUEUES -> queues(entry);
            case CREDIT -> counter(entry.nanos(), "credit at rank " + entry.peer(), "bytes", entry.bytes());
            case STALLED -> {
                stalled.set(entry.peer());
                stall("b", entry.peer());
            }
            case RESUMED -> {
                if (stalled.get(entry.peer())) {
                    stalled.clear(entry.peer());
                    stall("e", entry.peer());
                }
            }
            case CONNECTED ->
                instant(
                        entry.nanos(),
                        -1,
                        (entry.flags() == 0 ? "connected to " : "connected again to ") + entry.peer() + " by "
                                + channel(entry));
            case LOST -> instant(entry.nanos(), -1, "lost " + entry.peer());
            case REFUSED -> instant(entry.nanos(), -1, "refused a connection: " + REJECTIONS[entry.flags()]);
            case COLLECTIVE_NAME -> collective = name(entry);
            case WINDOW_NAME -> window = name(entry);
            case COLLECTIVE -> collective(entry);
            case MISSING -> missing(entry);
        }
    }

    private void missing(Entry entry) {
        complete = true;
        if (entry.number() > 0) {
            instant(entry.nanos(), -1, entry.number() + " events are missing");
        }
    }

    private static String name(Entry entry) {
        ByteBuffer name = ByteBuffer.allocate(4 * Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(entry.tag())
                .putInt(entry.context())
                .putLong(entry.bytes())
                .putLong(entry.number())
                .putLong(entry.message());
        return new String(name.array(), StandardCharsets.UTF_8).replace("\0", "");
    }

    /** A slice of its own, since operations may overlap: with its name, and whom it has waited for. */
    private void collective(Entry entry) {
        collective("b", entry, entry.number());
        json.writeObjectPropertyStart("args");
        json.writeNumberProperty("communicator", ContextId.communicator(entry.context()));
        json.writeNumberProperty("number", entry.tag());
        json.writeNumberProperty("bytes", entry.bytes());
        json.writeNumberProperty("waited ns", entry.message());
        if (entry.peer() >= 0) {
            json.writeNumberProperty("waited for rank", entry.peer());
        }
        json.writeBooleanProperty("failed", entry.flags() == 0);
        endArguments();
        collective("e", entry, entry.nanos());
        json.writeEndObject();
    }

    private void collective(String phase, Entry entry, long nanos) {
        begin(phase, nanos, -1);
        json.writeStringProperty("name", collective);
        json.writeStringProperty("cat", "collective");
        json.writeStringProperty(
                "id", header.rank() + ":" + entry.context() + ":" + entry.tag() + ":" + entry.number());
    }

    private static String channel(Entry entry) {
        ByteBuffer name = ByteBuffer.allocate(2 * Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(entry.bytes())
                .putLong(entry.number());
        return new String(name.array(), StandardCharsets.UTF_8).replace("\0", "");
    }

    private void begin(Entry entry) {
        tracks = Math.max(tracks, entry.slot() + 1);
        open.set(entry.slot());
        OperationKind kind = KINDS[entry.flags() & ~Tracing.PART_FLAG];
        begin("B", entry.nanos(), entry.slot());
        if (kind.isOfWindow()) {
            ofWindow(kind, entry);
            return;
        }
        json.writeStringProperty("name", kind + (kind.sends() ? " to " : " from ") + name(entry.peer()));
        json.writeStringProperty("cat", "operation");
        json.writeObjectPropertyStart("args");
        json.writeStringProperty("tag", name(entry.tag()));
        json.writeNumberProperty("communicator", ContextId.communicator(entry.context()));
        json.writeStringProperty("for", purpose(entry.context()));
        if (kind.sends()) {
            json.writeNumberProperty("bytes", entry.bytes());
        }
        endArguments();
    }

    private void ofWindow(OperationKind kind, Entry entry) {
        json.writeStringProperty("name", kind + (entry.peer() < 0 ? "" : " at " + entry.peer()));
        json.writeStringProperty("cat", "window");
        json.writeObjectPropertyStart("args");
        json.writeStringProperty("window", window);
        json.writeNumberProperty("communicator", ContextId.communicator(entry.context()));
        if (kind.movesInWindow()) {
            json.writeNumberProperty("bytes", entry.bytes());
        }
        endArguments();
    }

    private static String purpose(int context) {
        return switch (ContextId.purpose(context)) {
            case MESSAGES -> "message";
            case COLLECTIVE -> "collective operation";
            case STREAM_ANNOUNCEMENTS, STREAM_ELEMENTS -> "stream";
            case QUESTIONS -> "question";
            case ANSWERS -> "answer";
            case CREATION, LEADERS, TEXTS -> "creation of a communicator";
            case FORGOTTEN -> "end of a communicator";
            case RECORDS -> "records";
            case PARTITIONED, PARTS -> "partitioned message";
        };
    }

    private static String name(int number) {
        return number < 0 ? "any" : Integer.toString(number);
    }

    private void end(Entry entry) {
        if (!open.get(entry.slot())) {
            return;
        }
        open.clear(entry.slot());
        boolean receives = KINDS[entry.peer()] == OperationKind.IRECV;
        long[] arrival = receives && entry.message() != EngineListener.NO_MESSAGE && isDone(entry)
                ? arrivals.remove(entry.message())
                : null;
        if (arrival != null && overview.isSent((int) arrival[0], header.rank(), arrival[1])) {
            received(entry.nanos() - 1, entry.slot(), overview.arrow((int) arrival[0], header.rank(), arrival[1]));
        }
        begin("E", entry.nanos(), entry.slot());
        json.writeObjectPropertyStart("args");
        json.writeStringProperty("outcome", OUTCOMES[entry.flags()].name().toLowerCase(Locale.ROOT));
        if (arrival != null) {
            json.writeNumberProperty("from", arrival[0]);
            json.writeNumberProperty("received tag", entry.tag());
            json.writeNumberProperty("bytes", entry.bytes());
            json.writeBooleanProperty("expected", arrival[2] != 0);
        }
        endArguments();
    }

    /** Perfetto has an arrow begin at what began first of the two; a receive that waited began before its send did. */
    private void received(long nanos, int slot, long arrow) {
        instant(nanos, slot, "received");
        flow("f", nanos, slot, arrow);
    }

    private static boolean isDone(Entry entry) {
        return OUTCOMES[entry.flags()] != Outcome.CANCELLED;
    }

    private void sent(Entry entry) {
        instant(entry.nanos(), entry.slot(), PROTOCOLS[entry.flags()].name().toLowerCase(Locale.ROOT));
        flow("s", entry.nanos(), entry.slot(), overview.arrow(header.rank(), entry.peer(), entry.number()));
    }

    private void arrived(Entry entry) {
        if (entry.message() != EngineListener.NO_MESSAGE) {
            arrivals.put(
                    entry.message(), new long[] {entry.peer(), entry.number(), entry.flags() & Tracing.EXPECTED_FLAG});
        }
    }

    private void queues(Entry entry) {
        counter(entry.nanos(), "receives posted", "receives", entry.peer());
        counter(entry.nanos(), "messages unexpected", "messages", entry.number());
        counter(entry.nanos(), "bytes unexpected", "bytes", entry.bytes());
    }

    private void flow(String phase, long nanos, int slot, long arrow) {
        begin(phase, nanos, slot);
        json.writeStringProperty("name", "message");
        json.writeStringProperty("cat", "message");
        json.writeNumberProperty("id", arrow);
        if (phase.equals("f")) {
            json.writeStringProperty("bp", "e");
        }
        json.writeEndObject();
    }

    private void instant(long nanos, int slot, String name) {
        begin("i", nanos, slot);
        json.writeStringProperty("s", "t");
        json.writeStringProperty("name", name);
        json.writeEndObject();
    }

    private void counter(long nanos, String name, String unit, long value) {
        begin("C", nanos, -1);
        json.writeStringProperty("name", name);
        json.writeObjectPropertyStart("args");
        json.writeNumberProperty(unit, value);
        endArguments();
    }

    private void stall(String phase, int peer) {
        begin(phase, lastNanos, -1);
        json.writeStringProperty("name", "no credit at rank " + peer);
        json.writeStringProperty("cat", "credit");
        json.writeStringProperty("id", header.rank() + ":" + peer);
        json.writeEndObject();
    }

    private void begin(String phase, long nanos, int slot) {
        json.writeStartObject();
        json.writeStringProperty("ph", phase);
        json.writeNumberProperty("pid", process());
        json.writeNumberProperty("tid", track(slot));
        json.writeName("ts");
        json.writeNumber(micros(clocks.common(header.rank(), nanos) - start));
    }

    private void endArguments() {
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Perfetto takes process 0 for the system's own. */
    private int process() {
        return header.rank() + 1;
    }

    /** Other than in any other process, as on a real system; -1 for what is no operation. */
    private long track(int slot) {
        return process() * TRACKS_PER_RANK + slot + 1;
    }

    /** Microseconds, exactly: a floating-point number would lose what long traces need. */
    private static String micros(long nanos) {
        long positive = Math.max(0, nanos);
        String rest = Long.toString(1000 + positive % 1000).substring(1);
        return positive / 1000 + "." + rest;
    }
}
