package org.reactivempi.transport.observe.count;

import io.netty.util.concurrent.Ticker;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.reactivempi.transport.engine.auth.Rejection;
import org.reactivempi.transport.engine.event.AskRefusal;
import org.reactivempi.transport.engine.event.EngineListener;
import org.reactivempi.transport.engine.event.Protocol;
import org.reactivempi.transport.observe.count.PeerCounts.Number;

/** Counts what one rank has to do with each of its peers, on its progress thread; for observers, who add what is theirs. */
public class PeerCounting implements EngineListener {

    private final PeerEntries<PeerCounts> peers = new PeerEntries<>(PeerCounts::new);
    private final Counts refused = new Counts(Rejection.values().length);

    private final Counts asksRefused = new Counts(AskRefusal.values().length);

    private final Ticker ticker;

    /** Nothing counted; {@code ticker} says how long stalls last. */
    protected PeerCounting(Ticker ticker) {
        this.ticker = ticker;
    }

    @Override
    public void sent(int slot, Protocol protocol, int context, int peer, int tag, long lengthBytes) {
        PeerCounts counts = peers.of(peer);
        counts.add(Number.SENT, 1);
        counts.add(Number.SENT_BYTES, lengthBytes);
    }

    @Override
    public void arrived(
            Protocol protocol, int context, int peer, int tag, long lengthBytes, long message, boolean expected) {
        PeerCounts counts = peers.of(peer);
        counts.add(Number.ARRIVED, 1);
        counts.add(Number.ARRIVED_BYTES, lengthBytes);
        if (!expected) {
            unexpected(protocol, peer);
        }
    }

    /** A message has arrived for which no receive waited: for observers that count messages in another way. */
    protected final void unexpected(Protocol protocol, int peer) {
        PeerCounts counts = peers.of(peer);
        counts.add(Number.UNEXPECTED, 1);
        counts.add(Number.UNEXPECTED_EAGER, protocol == Protocol.EAGER ? 1 : 0);
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
        peers.of(peer).add(Number.RECONNECTS, again ? 1 : 0);
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

    /** Shows what was counted of each peer that there was something with. For any thread. */
    protected final void forEachPeer(Consumer<PeerCounts> visitor) {
        peers.forEach(visitor);
    }

    /** Of all peers together. For any thread. */
    protected final long total(Number number) {
        LongAdder sum = new LongAdder();
        peers.forEach(peer -> sum.add(peer.get(number)));
        return sum.sum();
    }

    /** How many questions have failed for a reason. For any thread. */
    protected final long refusals(AskRefusal why) {
        return asksRefused.get(why.ordinal());
    }

    /** How many connections were refused for a reason. For any thread. */
    protected final long refusals(Rejection why) {
        return refused.get(why.ordinal());
    }
}
