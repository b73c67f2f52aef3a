package org.reactivempi.transport.engine.protocol;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.reactivempi.transport.engine.diagnosis.Ages;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * Messages that wait for the first connection with a peer, in the order in which they were sent: short messages beyond the initial
 * credit, and all behind them. Whether they have to be announced is known only when the peer has said how much it takes.
 *
 * <pre>
 *  HELD --release--&gt; sent as any other; nothing is held any more
 *    |
 *    +--withdraw--&gt; cancelled
 *    +--cut-------&gt; failed
 * </pre>
 */
final class HeldSends implements Unfinished {

    private final PeerLink link;
    private final CompletionQueue signals;
    private final Set<HeldSend> sends = new LinkedHashSet<>();
    private boolean released;

    HeldSends(PeerContext peer) {
        this.link = peer.link;
        this.signals = peer.rank.signals;
    }

    /** A message that waits, since a tick of the stall detector. */
    private final class HeldSend implements Outgoing.AwaitedSend {

        private final Outgoing message;
        private final int since = signals.tick();

        HeldSend(Outgoing message) {
            this.message = message;
            message.await(this);
        }

        @Override
        public void withdraw() {
            if (sends.remove(this)) {
                message.cancel(signals);
            }
        }
    }

    boolean isEmpty() {
        return sends.isEmpty();
    }

    /** Whether a message that can't go eagerly has to wait here. */
    boolean holds(boolean isShort) {
        return !released && (isShort || !sends.isEmpty());
    }

    void hold(Outgoing message) {
        if (sends.isEmpty()) {
            link.open(decided -> {});
        }
        sends.add(new HeldSend(message));
    }

    /** The first connection stands: passes all on to {@code next}. */
    void release(Consumer<Outgoing> next) {
        released = true;
        List<HeldSend> waiting = List.copyOf(sends);
        sends.clear();
        waiting.forEach(send -> {
            send.message.met();
            next.accept(send.message);
        });
    }

    @Override
    public int size() {
        return sends.size();
    }

    @Override
    public boolean runs(int context) {
        return sends.stream().anyMatch(send -> send.message.context() == context);
    }

    @Override
    public void forEachPending(Ages ages, Consumer<PendingOperation> visitor) {
        sends.forEach(send -> visitor.accept(send.message.pending(ages.ofTick(send.since), "CONNECTING")));
    }

    @Override
    public void cut(Throwable cause) {
        sends.forEach(send -> send.message.fail(cause, signals));
        sends.clear();
    }
}
