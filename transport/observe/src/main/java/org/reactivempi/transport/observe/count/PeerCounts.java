package org.reactivempi.transport.observe.count;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Protocol;

/** What a rank counts of one peer, as long as one channel leads there: the progress thread counts, any thread may read. */
public final class PeerCounts {

    /** Which way messages go. */
    public enum Direction {
        SENT,
        RECEIVED
    }

    /** What is counted besides messages and their bytes. */
    public enum Number {
        /** Of what has arrived: that no receive waited for. */
        UNEXPECTED,
        /** Of them: messages whose bytes this rank had to keep, those of streams left out, for which no program posts receives. */
        UNEXPECTED_EAGER,
        STALLS,
        STALL_NANOS,
        RECONNECTS,
        /** Answers to questions that were given up. */
        ANSWERS_DROPPED,
        MALFORMED
    }

    private static final int PROTOCOLS = Protocol.values().length;
    /** Messages come first, then their bytes, then the other numbers. */
    private static final int BYTES = Direction.values().length * PROTOCOLS;

    private static final int NUMBERS = 2 * BYTES;

    private final int peer;
    private final Counts counts = new Counts(NUMBERS + Number.values().length);
    private long stalledAt;
    private volatile @Nullable String channel;

    PeerCounts(int peer) {
        this.peer = peer;
    }

    /** The peer's rank. */
    public int peer() {
        return peer;
    }

    /** The channel; null before the first connection stands. */
    public @Nullable String channel() {
        return channel;
    }

    /** How many messages have gone, or come, by a protocol. */
    public long messages(Direction direction, Protocol protocol) {
        return counts.get(index(direction, protocol));
    }

    /** How long they were together. */
    public long bytes(Direction direction, Protocol protocol) {
        return counts.get(BYTES + index(direction, protocol));
    }

    /** How many, or how much. */
    public long get(Number number) {
        return counts.get(NUMBERS + number.ordinal());
    }

    void message(Direction direction, Protocol protocol, long bytes) {
        int index = index(direction, protocol);
        counts.add(index, 1);
        counts.add(BYTES + index, bytes);
    }

    void add(Number number, long amount) {
        counts.add(NUMBERS + number.ordinal(), amount);
    }

    void stalled(long nowNanos) {
        add(Number.STALLS, 1);
        stalledAt = nowNanos;
    }

    void resumed(long nowNanos) {
        add(Number.STALL_NANOS, nowNanos - stalledAt);
    }

    /** What counts from now on, when a connection over a channel stands. */
    PeerCounts over(String now) {
        PeerCounts next = channel == null || now.equals(channel) ? this : new PeerCounts(peer);
        next.channel = now;
        next.stalledAt = stalledAt;
        return next;
    }

    private static int index(Direction direction, Protocol protocol) {
        return direction.ordinal() * PROTOCOLS + protocol.ordinal();
    }
}
