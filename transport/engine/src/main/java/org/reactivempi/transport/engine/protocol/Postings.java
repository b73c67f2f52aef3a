package org.reactivempi.transport.engine.protocol;

import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.failure.SourceFailedException;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * Receives and probes of a rank, from their start to their match, or until they are taken back; and messages that have been
 * matched and go back.
 *
 * <pre>
 *  post --&gt; a message waits: has it
 *       --&gt; none can come any more: failed
 *       --&gt; in the queue --&gt; a message comes, withdraw, or its source is lost
 * </pre>
 * Only the progress thread comes here.
 */
final class Postings {

    private final MatchQueues queues;
    private final CompletionQueue signals;
    private final Peers peers;
    private final SelfProtocol self;
    private final Communicators communicators;
    private final Admission admission;
    private final @Nullable Events events;
    private final LongWaits longWaits;

    Postings(
            MatchQueues queues,
            CompletionQueue signals,
            ScheduledExecutorService loop,
            Peers peers,
            SelfProtocol self,
            Communicators communicators,
            Admission admission,
            @Nullable Events events) {
        this.queues = queues;
        this.signals = signals;
        this.peers = peers;
        this.self = self;
        this.communicators = communicators;
        this.admission = admission;
        this.events = events;
        this.longWaits = new LongWaits(loop, queues, communicators, peers::isConnected, peers::open);
    }

    void post(Receiver receive) {
        boolean outermost = signals.enter();
        try {
            signals.started();
            if (events != null) {
                receive.started(events);
            }
            RuntimeException refusal = admission.refusal(receive);
            if (refusal != null) {
                receive.fail(refusal, signals);
                return;
            }
            Parked message = (Parked) queues.post(receive);
            if (message != null) {
                receive.take(message, signals);
            } else {
                failIfLost(receive);
            }
        } finally {
            signals.exit(outermost);
        }
    }

    /** A receive from a peer that is lost would wait for ever. */
    private void failIfLost(Receiver receive) {
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

    private static void failIfPeerLost(Receiver receive, @Nullable PeerProtocol peer) {
        if (peer != null) {
            peer.failIfLost(receive);
        }
    }

    /** Ends a receive from any source that may wait in vain for one that has failed. */
    void failIfSourceFailed(Receiver receive) {
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
    void withdraw(Receiver receive) {
        signals.step(() -> {
            if (queues.withdraw(receive)) {
                receive.cancel(signals);
            }
        });
    }

    /** The receive of a message that a probe has taken. */
    void receive(Parked message, Incoming receive) {
        signals.step(() -> {
            signals.started();
            receive.takePlaceOf(message);
            if (events != null) {
                receive.started(events);
            }
            EngineClosedException closure = admission.closure();
            if (closure == null) {
                message.putBack();
                message.deliver(receive);
            } else {
                receive.fail(closure, signals);
            }
        });
    }

    /** Puts the message that a receive has got back where it came from, for the next receive. */
    void giveBack(Incoming receive) {
        signals.step(() -> {
            Returned message = receive.giveBack(signals);
            if (message != null) {
                charge(message);
                message.taken();
                if (!receive.takesBack(message)) {
                    putBack(message);
                }
            }
        });
    }

    private void charge(Returned message) {
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

    private void putBack(@Nullable Parked message) {
        if (message == null) {
            return;
        }
        message.putBack();
        Posted met = queues.putBack(message);
        if (met instanceof Receiver receive) {
            receive.take(message, signals);
        }
    }
}
