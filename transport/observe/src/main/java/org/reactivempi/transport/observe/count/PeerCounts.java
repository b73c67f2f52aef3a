package org.reactivempi.transport.observe.count;

/** What a rank counts of one peer: the progress thread counts, any thread may read. */
public final class PeerCounts {

    /** What is counted. */
    public enum Number {
        SENT,
        SENT_BYTES,
        ARRIVED,
        ARRIVED_BYTES,
        /** Of what has arrived: that no receive waited for. */
        UNEXPECTED,
        /** Of them: whose bytes this rank had to keep. */
        UNEXPECTED_EAGER,
        STALLS,
        STALL_NANOS,
        RECONNECTS,
        /** Answers to questions that were given up. */
        ANSWERS_DROPPED,
        MALFORMED
    }

    private final int peer;
    private final Counts counts = new Counts(Number.values().length);
    private long stalledAt;

    PeerCounts(int peer) {
        this.peer = peer;
    }

    /** The peer's rank. */
    public int peer() {
        return peer;
    }

    /** How many, or how much. */
    public long get(Number number) {
        return counts.get(number.ordinal());
    }

    void add(Number number, long amount) {
        counts.add(number.ordinal(), amount);
    }

    void stalled(long nowNanos) {
        add(Number.STALLS, 1);
        stalledAt = nowNanos;
    }

    void resumed(long nowNanos) {
        add(Number.STALL_NANOS, nowNanos - stalledAt);
    }
}
