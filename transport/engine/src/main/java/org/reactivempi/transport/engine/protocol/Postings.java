package org.reactivempi.transport.engine.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.failure.SourceFailedException;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * Receives and probes of a rank, from their start to their match, or until they are taken back; messages that have been matched
 * and go back; and the early end of what waits in the queues.
 *
 * <pre>
 *  post --&gt; a message waits: has it
 *       --&gt; none can come any more: failed
 *       --&gt; in the queue --&gt; a message comes, withdraw, or its source is lost
 * </pre>
 */
final class Postings {

    private final MatchQueues queues;
    private final CompletionQueue signals;
    private final SelfProtocol self;
    private final Peers peers;
    private final Communicators communicators;
    private final LongWaits longWaits;

    Postings(RankContext context, SelfProtocol self, Peers peers, Communicators communicators) {
        this.queues = context.queues;
        this.signals = context.signals;
        this.self = self;
        this.peers = peers;
        this.communicators = communicators;
        this.longWaits = new LongWaits(context.loop, queues, communicators, peers::isConnected, peers::open);
    }

    /** A receive or a probe, which may start: it gets its message, or waits for it. */
    void post(Posted receive) {
        UnexpectedMessage message = (UnexpectedMessage) queues.post(receive);
        if (message != null) {
            receive.take(message, signals);
        } else {
            failIfLost(receive);
        }
    }

    /** A receive from a peer that is lost would wait for ever. */
    private void failIfLost(Posted receive) {
        int source = receive.peer();
        if (source == Posted.ANY) {
            failIfSourceFailed(receive);
        } else {
            failIfPeerLost(receive, peers.known(source));
        }
        if (source == Posted.ANY ? !peers.areAllConnected() : !peers.isConnected(source)) {
            longWaits.waits();
        }
    }

    private static void failIfPeerLost(Posted receive, @Nullable PeerProtocol peer) {
        if (peer != null) {
            peer.failIfLost(receive);
        }
    }

    private void failIfSourceFailed(Posted receive) {
        SourceFailedException failure = communicators.sourceFailure(receive.context());
        if (failure != null && queues.withdraw(receive)) {
            receive.fail(failure, signals);
        }
    }

    /** Throws why no message can come from there any more that isn't here. */
    void checkSource(int context, int peer) {
        RuntimeException failure = peer == Posted.ANY ? communicators.sourceFailure(context) : peers.loss(peer);
        if (failure != null) {
            throw failure;
        }
    }

    /** Takes a receive out of the queue, and ends it as cancelled; without effect if it has left the queue. */
    void withdraw(Posted receive) {
        signals.step(() -> {
            if (queues.withdraw(receive)) {
                receive.cancel(signals);
            }
        });
    }

    /** Puts the message that a receive has got back where it came from, for the next receive. */
    void giveBack(Incoming receive) {
        signals.step(() -> {
            ReturnedMessage message = receive.giveBack(signals);
            if (message != null) {
                charge(message);
                message.taken();
                if (!receive.takesBack(message)) {
                    putBack(message);
                }
            }
        });
    }

    private void charge(ReturnedMessage message) {
        CommunicatorState communicator = communicators.of(message.context());
        if (communicator != null) {
            PeerProtocol sender = peers.known(communicator.worldRank(message.source()));
            message.charge(sender == null ? self : sender.account());
        }
    }

    /** Puts the message that a probe has taken back. */
    void giveBack(Probe probe) {
        signals.step(() -> putBack(probe.giveBack()));
    }

    private void putBack(@Nullable UnexpectedMessage message) {
        if (message == null) {
            return;
        }
        message.putBack();
        Posted met = queues.putBack(message);
        if (met != null) {
            met.take(message, signals);
        }
    }

    /** A rank has failed: receives from any source may wait for it in vain. */
    void onFailure() {
        posted(receive -> receive.peer() == Posted.ANY).forEach(this::failIfSourceFailed);
    }

    /** Ends the receives and probes that wait with one of these contexts. */
    void cut(IntPredicate contexts, Throwable cause) {
        posted(receive -> contexts.test(receive.context())).forEach(receive -> {
            queues.withdraw(receive);
            receive.fail(cause, signals);
        });
    }

    private List<Posted> posted(Predicate<Posted> condition) {
        List<Posted> found = new ArrayList<>();
        queues.forEachPosted(receive -> {
            if (condition.test(receive)) {
                found.add(receive);
            }
        });
        return found;
    }

    /** Drops the messages with one of these contexts that nobody has received; senders that wait for them are told. */
    void drop(IntPredicate contexts, Declined.Reason reason) {
        List<UnexpectedMessage> dropped = new ArrayList<>();
        queues.forEachUnexpected(message -> {
            if (contexts.test(message.context())) {
                dropped.add((UnexpectedMessage) message);
            }
        });
        signals.step(() -> dropped.forEach(message -> {
            queues.remove(message);
            message.drop(reason);
        }));
    }
}
