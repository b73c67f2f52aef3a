package org.reactivempi.transport.engine.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerTable;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.match.Unexpected;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.Probe;
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
    private final Links links;
    private final PeerTable<PeerProtocol> peers;
    private final Communicators communicators;
    private final LongWaits longWaits;

    Postings(
            RankContext context,
            Links links,
            SelfProtocol self,
            PeerTable<PeerProtocol> peers,
            Communicators communicators) {
        this.queues = context.queues;
        this.signals = context.signals;
        this.links = links;
        this.self = self;
        this.peers = peers;
        this.communicators = communicators;
        this.longWaits = new LongWaits(context, links, communicators);
    }

    /** A receive or a probe, which may start: it gets its message, or waits for it. */
    void post(Posted receive) {
        UnexpectedMessage message = (UnexpectedMessage) queues.post(receive);
        if (message != null) {
            receive.take(message, signals);
        } else {
            failIfLost(receive);
            longWaits.waits(receive);
        }
    }

    /** A receive would wait for ever where its source is lost, or one of its possible sources. */
    private void failIfLost(Posted receive) {
        RuntimeException failure = failure(receive.context(), receive.peer());
        if (failure != null && !outlives(receive) && queues.withdraw(receive)) {
            receive.fail(failure, signals);
        }
    }

    /** A listener of the world waits for the rank that it listens to, whichever process has it, where ranks come and go. */
    private boolean outlives(Posted receive) {
        return communicators.ranksComeAndGo()
                && ContextId.communicator(receive.context()) == ContextId.WORLD
                && receive.listens();
    }

    /** Ends the receives that wait for a rank that is lost. */
    void onLost(int rank, Throwable cause) {
        end(receive -> receive.peer() == rank && !outlives(receive), cause);
    }

    /** Why no message can come from there any more that isn't here; or null. */
    private @Nullable RuntimeException failure(int context, int peer) {
        if (peer == Posted.ANY) {
            return communicators.sourceFailure(context);
        }
        PeerLostException former = communicators.former(context, peer);
        if (former != null) {
            return former;
        }
        PeerLink link = links.known(peer);
        return link == null ? null : link.loss();
    }

    /** Throws why no message can come from there any more that isn't here. */
    void checkSource(int context, int peer) {
        RuntimeException failure = failure(context, peer);
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
            ReturnedMessage message =
                    receive.giveBack((memory, complete) -> new ReturnedMessage(receive, memory, complete, signals));
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
            PeerProtocol sender = peers.get(communicator.worldRank(message.context(), message.source()));
            message.charge(sender == null ? self : sender.eager);
        }
    }

    /** Puts the message that a probe has taken back. */
    void giveBack(Probe probe) {
        signals.step(() -> putBack((UnexpectedMessage) probe.giveBack()));
    }

    /** Puts a message back that a probe has taken, if there is one: into the queue, or to what waits for it. */
    void putBack(@Nullable UnexpectedMessage message) {
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
        posted(receive -> receive.peer() == Posted.ANY).forEach(this::failIfLost);
    }

    /** Ends the receives and probes that wait with one of these contexts. */
    void cut(IntPredicate contexts, Throwable cause) {
        end(receive -> contexts.test(receive.context()), cause);
    }

    /** Ends the receives and probes that wait for a process of this rank that was lost, and whose place another has taken. */
    void cut(int rank) {
        posted(receive -> receive.peer() == rank && communicators.former(receive.context(), rank) != null)
                .forEach(this::failIfLost);
    }

    /** The end of one may let another one have its message. */
    private void end(Predicate<Posted> condition, Throwable cause) {
        posted(condition).forEach(receive -> {
            if (queues.withdraw(receive)) {
                receive.fail(cause, signals);
            }
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
        dropAll(message -> contexts.test(message.context()), reason);
    }

    /** Drops the messages of a rank that nobody has received, whose sender hears nothing any more. */
    void drop(int rank) {
        dropAll(message -> isFrom(message, rank), Declined.Reason.RETURNED);
    }

    /** Drops the messages that have come early for a communicator, and name a member that their sender isn't. */
    void dropForeign(CommunicatorState communicator) {
        dropAll(
                message -> ContextId.communicator(message.context()) == communicator.number()
                        && !((UnexpectedMessage) message).isOf(communicator),
                Declined.Reason.FREED);
    }

    /** A peer is none any more: what it has sent for communicators that never were here would be taken for that of the next one. */
    void forget(int peer) {
        peers.remove(peer);
        dropAll(message -> ((UnexpectedMessage) message).isFrom(peer), Declined.Reason.RETURNED);
    }

    private boolean isFrom(Unexpected message, int rank) {
        CommunicatorState communicator = communicators.of(message.context());
        return communicator != null && communicator.nameOf(message.context(), rank) == message.source();
    }

    /** Drops a message if it is in the queue; false if it is not. Its sender is told nothing that it has not been told. */
    boolean drop(ReturnedMessage message) {
        boolean waits = queues.holds(message);
        if (waits) {
            signals.step(() -> {
                queues.remove(message);
                message.discharge();
            });
        }
        return waits;
    }

    private void dropAll(Predicate<Unexpected> condition, Declined.Reason reason) {
        List<UnexpectedMessage> dropped = new ArrayList<>();
        queues.forEachUnexpected(message -> {
            if (condition.test(message)) {
                dropped.add((UnexpectedMessage) message);
            }
        });
        signals.step(() -> dropped.forEach(message -> {
            queues.remove(message);
            message.drop(reason);
        }));
    }
}
