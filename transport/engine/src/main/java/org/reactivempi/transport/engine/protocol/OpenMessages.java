package org.reactivempi.transport.engine.protocol;

import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.event.Ages;
import org.reactivempi.transport.engine.event.OpenOperations;
import org.reactivempi.transport.engine.event.PendingOperation;
import org.reactivempi.transport.engine.event.PendingOperation.Kind;
import org.reactivempi.transport.engine.event.PendingOperation.Words;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.link.PeerTable;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.port.MemberRanks;

/** The sends, receives and probes of a rank that have not ended, in words that people know their communicators and ranks by. */
final class OpenMessages implements OpenOperations {

    private final RankContext context;
    private final MatchQueues queues;
    private final SelfProtocol self;
    private final PeerTable<PeerProtocol> peers;
    private final Communicators communicators;

    OpenMessages(RankContext context, SelfProtocol self, PeerTable<PeerProtocol> peers, Communicators communicators) {
        this.context = context;
        this.queues = context.queues;
        this.self = self;
        this.peers = peers;
        this.communicators = communicators;
    }

    @Override
    public long running() {
        long[] running = {queues.postedCount() + queues.lookingCount() + self.waits()};
        peers.forEach(peer -> running[0] += peer.running());
        return running[0];
    }

    @Override
    public long idle() {
        long[] idle = {0};
        queues.forEachPosted(receive -> idle[0] += receive.listens() ? 1 : 0);
        return idle[0];
    }

    /** Not the messages that are under way: of these a peer tells that there is no rest. */
    @Override
    public long addAwaited(BitSet ranks) {
        long[] known = {self.waits()};
        queues.forEachPosted(receive -> {
            known[0]++;
            addSources(receive, ranks);
        });
        if (self.waits() > 0) {
            ranks.set(context.rank);
        }
        peers.forEach(peer -> {
            known[0] += peer.sends.unanswered();
            if (peer.sends.unanswered() > 0) {
                ranks.set(peer.link.rank());
            }
        });
        return known[0];
    }

    private void addSources(Posted receive, BitSet ranks) {
        CommunicatorState communicator = communicators.of(receive.context());
        if (receive.peer() != Posted.ANY) {
            ranks.set(receive.peer());
        } else if (communicator == null) {
            ranks.set(0, context.size);
        } else {
            communicator.forEachSource(receive.context(), ranks::set);
        }
    }

    @Override
    public @Nullable String unrest() {
        for (int number = 0; number < peers.size(); number++) {
            String unrest = peers.entry(number).unrest();
            if (unrest != null) {
                return unrest;
            }
        }
        return null;
    }

    @Override
    public void forEachPending(Ages ages, Consumer<PendingOperation> visitor) {
        Consumer<PendingOperation> inWords = operation -> visitor.accept(inWords(operation));
        queues.forEachPosted(
                receive -> inWords.accept(receive.pending(ages.ofOrder(receive.order()), PendingOperation.POSTED)));
        queues.forEachUnexpected(message -> {
            UnexpectedMessage unexpected = (UnexpectedMessage) message;
            inWords.accept(unexpected.pending(ages.ofOrder(unexpected.order())));
        });
        self.forEachPending(ages, inWords);
        peers.forEach(peer -> peer.forEachPending(ages, inWords));
    }

    /** Shows the contexts of all that have started and not ended. */
    void forEachRunning(IntConsumer contexts) {
        self.forEachRunning(contexts);
        peers.forEach(peer -> peer.forEachRunning(contexts));
        queues.forEachPosted(receive -> contexts.accept(receive.context()));
    }

    /**
     * Adds what is known of the operation's communicator. An unexpected message knows its sender's rank in the communicator, which this
     * rank may not have yet; a send knows its receiver's rank in the job; a receive knows both.
     */
    private PendingOperation inWords(PendingOperation operation) {
        CommunicatorState state = communicators.of(operation.context());
        if (operation.kind() == Kind.OTHER || state == null) {
            return operation;
        }
        int context = operation.context();
        int named = operation.kind() == Kind.SEND ? state.nameOf(context, operation.peer()) : operation.rank();
        if (named == PendingOperation.ANY) {
            return operation.in(named, named, new Words(state.label(), state.inWords(), "any"));
        }
        int worldRank = state.worldRank(context, named);
        if (worldRank == MemberRanks.NONE) {
            // The number comes from a peer, and has not been checked.
            return operation;
        }
        return operation.in(named, worldRank, new Words(state.label(), state.inWords(), state.inWords(context, named)));
    }
}
