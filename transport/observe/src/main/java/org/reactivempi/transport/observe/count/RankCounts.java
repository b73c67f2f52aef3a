package org.reactivempi.transport.observe.count;

import io.netty.util.concurrent.Ticker;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.reactivempi.transport.engine.event.AskRefusal;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.OperationKind;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.engine.event.Rejection;
import org.reactivempi.transport.engine.event.WatchedRank;
import org.reactivempi.transport.observe.count.PeerCounts.Number;

/**
 * Counts what one rank does, on its progress thread, once for all observers that read it.
 *
 * <p>Short messages may be sent before the first connection with a peer stands; they count for its channel as soon as that is known.
 */
public final class RankCounts implements EngineListener {

    /** What channel a rank's messages to itself count for. */
    public static final String OWN_CHANNEL = "own";

    /** Of the rank's queues, as they were at the end of the last turn. */
    public enum Queues {
        POSTED,
        UNEXPECTED,
        UNEXPECTED_BYTES,
        POSTED_ATTEMPTS,
        UNEXPECTED_ATTEMPTS
    }

    private final PeerEntries<PeerCounts> peers = new PeerEntries<>(PeerCounts::new);
    private final Counts refused = new Counts(Rejection.values().length);
    private final Counts asksRefused = new Counts(AskRefusal.values().length);
    private final Counts started = new Counts(OperationKind.values().length);
    private final Counts accessedBytes = new Counts(OperationKind.values().length);
    private final Counts queues = new Counts(Queues.values().length);
    private final Ticker ticker;

    private RankCounts(int rank, Ticker ticker) {
        this.ticker = ticker;
        connected(rank, OWN_CHANNEL, false);
    }

    /** Those of a rank, the same for all its observers. */
    public static RankCounts of(WatchedRank rank) {
        return rank.shared(RankCounts.class, () -> new RankCounts(rank.rank(), rank.ticker()));
    }

    @Override
    public void started(OperationKind kind) {
        started.add(kind.ordinal(), 1);
    }

    @Override
    public void accessed(OperationKind kind, long lengthBytes) {
        started.add(kind.ordinal(), 1);
        accessedBytes.add(kind.ordinal(), lengthBytes);
    }

    @Override
    public void sent(int slot, Protocol protocol, int context, int peer, int tag, long lengthBytes) {
        PeerCounts counts = peers.of(peer);
        counts.add(Number.SENT, protocol, 1);
        counts.add(Number.SENT_BYTES, protocol, lengthBytes);
    }

    @Override
    public void arrived(
            Protocol protocol, int context, int peer, int tag, long lengthBytes, long message, boolean expected) {
        PeerCounts counts = peers.of(peer);
        counts.add(Number.ARRIVED, protocol, 1);
        counts.add(Number.ARRIVED_BYTES, protocol, lengthBytes);
        if (!expected) {
            counts.add(Number.UNEXPECTED, 1);
            counts.add(Number.UNEXPECTED_EAGER, protocol == Protocol.EAGER && !isOfStream(context) ? 1 : 0);
        }
    }

    private static boolean isOfStream(int context) {
        return switch (ContextId.purpose(context)) {
            case STREAM_ANNOUNCEMENTS, STREAM_ELEMENTS -> true;
            case MESSAGES,
                    COLLECTIVE,
                    QUESTIONS,
                    ANSWERS,
                    CREATION,
                    RECORDS,
                    LEADERS,
                    PARTITIONED,
                    PARTS,
                    TEXTS,
                    FORGOTTEN -> false;
        };
    }

    @Override
    public void stalled(int peer) {
        peers.of(peer).stalled(ticker.nanoTime());
    }

    @Override
    public void resumed(int peer) {
        peers.of(peer).resumed(ticker.nanoTime());
    }

    @Override
    public void connected(int peer, String channel, boolean again) {
        PeerCounts counts = peers.of(peer).over(channel);
        peers.put(peer, counts);
        counts.add(Number.RECONNECTS, again ? 1 : 0);
    }

    @Override
    public void answerDropped(int peer) {
        peers.of(peer).add(Number.ANSWERS_DROPPED, 1);
    }

    @Override
    public void malformed(int peer) {
        peers.of(peer).add(Number.MALFORMED, 1);
    }

    @Override
    public void askRefused(AskRefusal why) {
        asksRefused.add(why.ordinal(), 1);
    }

    @Override
    public void refused(Rejection why) {
        refused.add(why.ordinal(), 1);
    }

    @Override
    public void turnEnded(
            int posted, int unexpected, long unexpectedBytes, long postedAttempts, long unexpectedAttempts) {
        queues.set(Queues.POSTED.ordinal(), posted);
        queues.set(Queues.UNEXPECTED.ordinal(), unexpected);
        queues.set(Queues.UNEXPECTED_BYTES.ordinal(), unexpectedBytes);
        queues.set(Queues.POSTED_ATTEMPTS.ordinal(), postedAttempts);
        queues.set(Queues.UNEXPECTED_ATTEMPTS.ordinal(), unexpectedAttempts);
    }

    /** Shows what was counted of each peer, and of each channel to it. For any thread. */
    public void forEachPeer(Consumer<PeerCounts> visitor) {
        peers.forEach(visitor);
    }

    /** Of all peers together. For any thread. */
    public long total(ToLongFunction<PeerCounts> number) {
        long[] sum = new long[1];
        peers.forEach(peer -> sum[0] += number.applyAsLong(peer));
        return sum[0];
    }

    /** How many operations of a kind have started. For any thread. */
    public long operations(OperationKind kind) {
        return started.get(kind.ordinal());
    }

    /** How many bytes the operations of windows of a kind move that have started. For any thread. */
    public long accessedBytes(OperationKind kind) {
        return accessedBytes.get(kind.ordinal());
    }

    /** For any thread. */
    public long get(Queues number) {
        return queues.get(number.ordinal());
    }

    /** How many questions have failed for a reason. For any thread. */
    public long refusals(AskRefusal why) {
        return asksRefused.get(why.ordinal());
    }

    /** How many connections were refused for a reason. For any thread. */
    public long refusals(Rejection why) {
        return refused.get(why.ordinal());
    }
}
