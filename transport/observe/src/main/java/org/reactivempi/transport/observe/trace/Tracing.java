package org.reactivempi.transport.observe.trace;

import io.netty.util.concurrent.Ticker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.event.CollectiveReport;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.event.RankRecord;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.event.Span;
import org.reactivempi.transport.observe.count.PeerEntries;
import org.reactivempi.transport.observe.parts.Handover;
import org.reactivempi.transport.observe.parts.OwnPart;

/**
 * Notes what one rank does, on its progress thread: an {@link Entry} for each event.
 *
 * <p>Where the ring is full, since the disk is slower than the program, entries are left out and counted; but never the end of
 * an operation whose begin is there, for which room is kept. Times of a rank always grow, by a nanosecond at least, so that what is
 * inside of something else can be told by its time.
 */
final class Tracing implements EngineListener {

    static final int PART_FLAG = 1 << 8;
    static final int EXPECTED_FLAG = 1 << 8;
    static final int AGAIN_FLAG = 1;

    private static final Log log = Log.of(Tracing.class);

    /** 4 MiB. */
    private static final int RING_ENTRIES = 64 * 1024;

    private static final int LONGEST_CHANNEL = 16;
    private static final int LONGEST_NAME = 32;

    private final OwnPart part;
    private final Ring ring;
    private final PartWriter writer;
    private final Ticker ticker;
    private final BitSet open = new BitSet();
    private final PeerEntries<Peer> peers = new PeerEntries<>(Peer::new);
    private final List<Peer> changedCredits = new ArrayList<>();
    private int openCount;
    private long lastNanos = Long.MIN_VALUE;
    private String window = "";
    private long missing;
    private int posted;
    private int unexpected;
    private long unexpectedBytes;
    private boolean frozen;

    private Tracing(OwnPart part, Ring ring, PartWriter writer, Ticker ticker) {
        this.part = part;
        this.ring = ring;
        this.writer = writer;
        this.ticker = ticker;
    }

    /** The numbers of messages that went each way, and the credit with it. */
    private static final class Peer {

        private final int rank;
        private long sent;
        private long arrived;
        private long credit;
        private long notedCredit = -1;
        private boolean changed;

        Peer(int rank) {
            this.rank = rank;
        }
    }

    /** Begins a rank's part. */
    static Tracing start(OwnPart part, int size, Ticker ticker, InstantSource clock) throws IOException {
        return start(part, size, RING_ENTRIES, ticker, clock);
    }

    static Tracing start(OwnPart part, int size, int ringEntries, Ticker ticker, InstantSource clock)
            throws IOException {
        Ring ring = new Ring(ringEntries);
        PartHeader header = PartHeader.ofNow(part.rank(), size, ticker, clock);
        PartWriter writer = PartWriter.start(part.file(), part.create(), ring, header);
        return new Tracing(part, ring, writer, ticker);
    }

    @Override
    public boolean timesAll() {
        return true;
    }

    @Override
    public void began(Span span) {
        // Room for the name of its window, and for its end.
        boolean room = ring.hasRoom(openCount + 4);
        if (!room) {
            missing++;
            return;
        }
        if (span.kind().isOfWindow() && !span.window().equals(window)) {
            window = span.window();
            putName(Entry.Kind.WINDOW_NAME, window, span.startNanos());
        }
        open.set(span.slot());
        openCount++;
        put(
                Entry.head(Entry.Kind.BEGIN, span.kind().ordinal() | (span.isPart() ? PART_FLAG : 0), span.slot()),
                after(span.startNanos()),
                Entry.pair(span.context(), span.tag()),
                span.peer(),
                span.lengthBytes(),
                0,
                0);
    }

    @Override
    public void ended(Span span) {
        if (!open.get(span.slot())) {
            missing++;
            return;
        }
        open.clear(span.slot());
        openCount--;
        put(
                Entry.head(Entry.Kind.END, span.outcome().ordinal(), span.slot()),
                after(span.endNanos()),
                Entry.pair(span.context(), span.tag()),
                span.kind().ordinal(),
                span.lengthBytes(),
                0,
                span.message());
    }

    @Override
    public void sent(int slot, Protocol protocol, int context, int peer, int tag, long lengthBytes) {
        long number = peers.of(peer).sent++;
        if (slot != Span.NONE && open.get(slot)) {
            note(Entry.Kind.SENT, protocol.ordinal(), slot, Entry.pair(context, tag), peer, lengthBytes, number, 0);
        } else {
            missing++;
        }
    }

    @Override
    public void arrived(
            Protocol protocol, int context, int peer, int tag, long lengthBytes, long message, boolean expected) {
        int flags = protocol.ordinal() | (expected ? EXPECTED_FLAG : 0);
        long number = peers.of(peer).arrived++;
        note(Entry.Kind.ARRIVED, flags, 0, Entry.pair(context, tag), peer, lengthBytes, number, message);
    }

    @Override
    public void cleared(int slot, int peer, long lengthBytes) {
        if (slot != Span.NONE && open.get(slot)) {
            note(Entry.Kind.CLEARED, 0, slot, 0, peer, lengthBytes, 0, 0);
        }
    }

    @Override
    public void credit(int peer, long leftBytes) {
        Peer changed = peers.of(peer);
        changed.credit = leftBytes;
        if (!changed.changed) {
            changed.changed = true;
            changedCredits.add(changed);
        }
    }

    @Override
    public void stalled(int peer) {
        note(Entry.Kind.STALLED, 0, 0, 0, peer, 0, 0, 0);
    }

    @Override
    public void resumed(int peer) {
        note(Entry.Kind.RESUMED, 0, 0, 0, peer, 0, 0, 0);
    }

    @Override
    public void connected(int peer, String channel, boolean again) {
        byte[] name = Arrays.copyOf(channel.getBytes(StandardCharsets.UTF_8), LONGEST_CHANNEL);
        note(Entry.Kind.CONNECTED, again ? AGAIN_FLAG : 0, 0, 0, peer, word(name, 0), word(name, Long.BYTES), 0);
    }

    @Override
    public void ended(CollectiveReport operation) {
        if (!ring.hasRoom(openCount + 3)) {
            missing++;
            return;
        }
        putName(Entry.Kind.COLLECTIVE_NAME, operation.operation() + " " + operation.algorithm(), operation.endNanos());
        put(
                Entry.head(Entry.Kind.COLLECTIVE, operation.well() ? 1 : 0, 0),
                after(operation.endNanos()),
                Entry.pair(operation.context(), operation.number()),
                operation.awaited(),
                operation.lengthBytes(),
                operation.startNanos(),
                operation.waitNanos());
    }

    /** What is longer than an entry is cut off. */
    private void putName(Entry.Kind kind, String text, long nanos) {
        byte[] name = Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), LONGEST_NAME);
        put(
                Entry.head(kind, 0, 0),
                after(nanos),
                word(name, 0),
                0,
                word(name, Long.BYTES),
                word(name, 2 * Long.BYTES),
                word(name, 3 * Long.BYTES));
    }

    private static long word(byte[] name, int from) {
        long word = 0;
        for (int i = from + Long.BYTES - 1; i >= from; i--) {
            word = word << Byte.SIZE | name[i] & 0xff;
        }
        return word;
    }

    @Override
    public void lost(int peer) {
        note(Entry.Kind.LOST, 0, 0, 0, peer, 0, 0, 0);
    }

    @Override
    public void refused(Rejection why) {
        note(Entry.Kind.REFUSED, why.ordinal(), 0, 0, 0, 0, 0, 0);
    }

    @Override
    public void turnEnded(
            int posted, int unexpected, long unexpectedBytes, long postedAttempts, long unexpectedAttempts) {
        if (posted != this.posted || unexpected != this.unexpected || unexpectedBytes != this.unexpectedBytes) {
            this.posted = posted;
            this.unexpected = unexpected;
            this.unexpectedBytes = unexpectedBytes;
            note(Entry.Kind.QUEUES, 0, 0, 0, posted, unexpectedBytes, unexpected, 0);
        }
        if (!changedCredits.isEmpty()) {
            noteCredits();
        }
    }

    private void noteCredits() {
        for (Peer peer : changedCredits) {
            peer.changed = false;
            if (peer.credit != peer.notedCredit) {
                peer.notedCredit = peer.credit;
                note(Entry.Kind.CREDIT, 0, 0, 0, peer.rank, peer.credit, 0, 0);
            }
        }
        changedCredits.clear();
    }

    private void note(
            Entry.Kind kind, int flags, int slot, long place, int peer, long bytes, long number, long message) {
        if (ring.hasRoom(openCount + 2)) {
            put(Entry.head(kind, flags, slot), after(ticker.nanoTime()), place, peer, bytes, number, message);
        } else {
            missing++;
        }
    }

    private void put(long head, long nanos, long place, int peer, long bytes, long number, long message) {
        if (frozen) {
            return;
        }
        ring.put(head, nanos, place, peer, bytes, number, message);
        if (ring.isHalfFull()) {
            writer.hurry();
        }
    }

    private long after(long nanos) {
        lastNanos = Math.max(nanos, lastNanos + 1);
        return lastNanos;
    }

    @Override
    public List<RankRecord> records() {
        return List.of(new Handover("trace", part, this::freeze, this::complete));
    }

    private void freeze() {
        if (frozen) {
            return;
        }
        // Beside the ends there is always room for one more.
        put(Entry.head(Entry.Kind.MISSING, 0, 0), after(ticker.nanoTime()), 0, 0, 0, missing, 0);
        frozen = true;
        if (missing > 0) {
            log.warn("{} events are not in the trace, since they came faster than they could be written", missing);
        }
    }

    /** On any thread. */
    private void complete() throws IOException {
        if (!writer.close()) {
            throw new IOException("this rank's trace could not be written to its end");
        }
        part.isWhole();
    }

    @Override
    public void closed() {
        freeze();
        try {
            complete();
        } catch (IOException e) {
            // The log says so already.
            return;
        }
        try {
            part.end(Merger::merge);
        } catch (IOException e) {
            log.warn("the trace could not be put together: {}", e.toString());
        }
    }
}
