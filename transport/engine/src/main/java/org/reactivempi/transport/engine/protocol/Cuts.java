package org.reactivempi.transport.engine.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.failure.RevokedException;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.packet.Declined;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * The early end of what waits: receives whose sources have failed, all of a communicator that is revoked, messages of one that is
 * freed, and everything when the engine aborts. The end of a peer is for its {@link PeerProtocol}.
 *
 * <p>Only the progress thread comes here.
 */
final class Cuts {

    private final MatchQueues queues;
    private final CompletionQueue signals;
    private final SelfProtocol self;
    private final Peers peers;
    private final Postings postings;

    Cuts(MatchQueues queues, CompletionQueue signals, SelfProtocol self, Peers peers, Postings postings) {
        this.queues = queues;
        this.signals = signals;
        this.self = self;
        this.peers = peers;
        this.postings = postings;
    }

    /** A rank has failed: receives from any source may wait for it in vain. */
    void onFailure() {
        posted(receive -> receive.peer() == Posted.ANY).forEach(postings::failIfSourceFailed);
    }

    /** A communicator is revoked: whatever it runs ends. */
    void onRevoked(int communicator) {
        signals.step(() -> revoke(communicator, new RevokedException()));
    }

    private void revoke(int communicator, Throwable cause) {
        posted(receive -> ContextId.communicator(receive.context()) == communicator)
                .forEach(receive -> cut(receive, cause));
        drop(context -> ContextId.communicator(context) == communicator, Declined.Reason.REVOKED);
        peers.forEach(peer -> peer.revoke(communicator, cause));
    }

    private void cut(Receiver receive, Throwable cause) {
        queues.withdraw(receive);
        receive.fail(cause, signals);
    }

    private List<Receiver> posted(Predicate<Posted> condition) {
        List<Receiver> found = new ArrayList<>();
        queues.forEachPosted(receive -> {
            if (condition.test(receive)) {
                found.add((Receiver) receive);
            }
        });
        return found;
    }

    /** Drops all messages with these contexts that nobody has received; senders that wait for them are told. */
    void forget(int... contexts) {
        drop(context -> IntStream.of(contexts).anyMatch(freed -> freed == context), Declined.Reason.FREED);
    }

    private void drop(IntPredicate contexts, Declined.Reason reason) {
        List<Parked> dropped = new ArrayList<>();
        queues.forEachUnexpected(message -> {
            if (contexts.test(message.context())) {
                dropped.add((Parked) message);
            }
        });
        signals.step(() -> dropped.forEach(message -> {
            queues.remove(message);
            message.drop(reason);
        }));
    }

    /** Ends all that runs. */
    void abort(Throwable cause) {
        List<Receiver> receives = posted(receive -> true);
        List<OwnMessage> own = new ArrayList<>(self.taken());
        queues.forEachUnexpected(message -> {
            if (message instanceof OwnMessage waiting) {
                own.add(waiting);
            }
        });
        signals.step(() -> {
            peers.forEach(peer -> peer.cut(cause));
            own.forEach(message -> message.cut(cause));
            receives.forEach(receive -> cut(receive, cause));
        });
    }
}
