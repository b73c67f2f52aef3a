package org.reactivempi.transport.observe.count;

import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Protocol;

/** What a rank counts of one peer, as long as one channel leads there: the progress thread counts, any thread may read. */
public final class PeerCounts {

    /** What is counted. */
    public enum Number {
        SENT,
        SENT_BYTES,
        ARRIVED,
        ARRIVED_BYTES,
        /** Of what has arrived: that no receive waited for. */
        UNEXPECTED,
        /** Of them: messages whose bytes this rank had to keep, those of streams left out, for which no program posts receives. */
        UNEXPECTED_EAGER,
        STALLS,
        STALL_NANOS,
        RECONNECTS,
        /** Answers to questions that were given up. */
        ANSWERS_DROPPED,
        MALFORMED;

        /** Of its counts the first, or the only one. */
        private final int cell = ordinal() + Math.min(ordinal(), BY_PROTOCOL) * (PROTOCOLS - 1);

        private boolean isByProtocol() {
            return ordinal() < BY_PROTOCOL;
        }
    }

    private static final int PROTOCOLS = Protocol.values().length;
    /** As many numbers, the first ones, are counted by protocol. */
    private static final int BY_PROTOCOL = 4;

    private final int peer;
    private final Counts counts = new Counts(Number.MALFORMED.cell + 1);
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

    /** How many, or how much, by a protocol; of what goes or comes. */
    public long get(Number number, Protocol protocol) {
        return counts.get(number.cell + protocol.ordinal());
    }

    /** How many, or how much. */
    public long get(Number number) {
        int first = number.cell;
        long sum = counts.get(first);
        for (int i = 1; i < PROTOCOLS && number.isByProtocol(); i++) {
            sum += counts.get(first + i);
        }
        return sum;
    }

    void add(Number number, Protocol protocol, long amount) {
        counts.add(number.cell + protocol.ordinal(), amount);
    }

    void add(Number number, long amount) {
        counts.add(number.cell, amount);
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
}
