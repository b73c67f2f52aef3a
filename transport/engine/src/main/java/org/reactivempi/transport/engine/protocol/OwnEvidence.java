package org.reactivempi.transport.engine.protocol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.diagnosis.Ages;
import org.reactivempi.transport.engine.diagnosis.Description;
import org.reactivempi.transport.engine.diagnosis.Evidence;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.diagnosis.PendingOperation.Kind;
import org.reactivempi.transport.engine.diagnosis.PendingOperation.Words;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.link.PeerTable;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/** What the messages of a rank show of what it waits for. Each tick costs a look at the counters; the rest is found when it is asked for. */
final class OwnEvidence implements Evidence {

    private final RankContext context;
    private final CompletionQueue signals;
    private final MatchQueues queues;
    private final SelfProtocol self;
    private final PeerTable<PeerProtocol> peers;
    private final Collection<Conversation> conversations;
    private final Communicators communicators;
    private final BooleanSupplier closing;
    private Ages ages = new Ages(Duration.ZERO);

    OwnEvidence(
            RankContext context,
            SelfProtocol self,
            PeerTable<PeerProtocol> peers,
            Communicators communicators,
            Collection<Conversation> conversations,
            BooleanSupplier closing) {
        this.closing = closing;
        this.context = context;
        this.signals = context.signals;
        this.queues = context.queues;
        this.self = self;
        this.peers = peers;
        this.communicators = communicators;
        this.conversations = conversations;
    }

    /** Sets how often {@link #onTick} will be called. */
    void countIn(Duration tick) {
        ages = new Ages(tick);
    }

    @Override
    public int rank() {
        return context.rank;
    }

    @Override
    public int size() {
        return context.size;
    }

    @Override
    public void onTick() {
        signals.countTick();
        ages.note(signals.tick(), queues.nextOrder());
    }

    @Override
    public long epoch() {
        long[] sum = {signals.activity()};
        forEachLink((peer, told, heard) -> sum[0] += told + heard);
        return sum[0];
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
    public boolean waits() {
        long[] idle = {
            conversations.stream().mapToInt(Conversation::idleOperations).sum()
        };
        queues.forEachPosted(receive -> idle[0] += receive.listens() ? 1 : 0);
        return signals.running() > idle[0];
    }

    @Override
    public boolean isClosing() {
        return closing.getAsBoolean();
    }

    /** An operation of which nothing else is known may wait for any other rank. */
    @Override
    public BitSet awaited() {
        BitSet ranks = new BitSet();
        long[] known = {conversationOperations()};
        queues.forEachPosted(receive -> {
            known[0]++;
            addSources(receive, ranks);
        });
        if (self.waits() > 0) {
            known[0] += self.waits();
            ranks.set(context.rank);
        }
        peers.forEach(peer -> {
            known[0] += peer.sends.unanswered();
            if (peer.sends.unanswered() > 0) {
                ranks.set(peer.link.rank());
            }
        });
        if (signals.running() > known[0] || conversations.stream().anyMatch(Conversation::waitsForAll)) {
            boolean itself = ranks.get(context.rank);
            ranks.set(0, context.size);
            ranks.set(context.rank, itself);
        }
        return withoutLost(ranks);
    }

    private void addSources(Posted receive, BitSet ranks) {
        CommunicatorState communicator = communicators.of(receive.context());
        if (receive.peer() != Posted.ANY) {
            ranks.set(receive.peer());
        } else if (communicator == null) {
            ranks.set(0, context.size);
        } else {
            communicator.forEachOther(ranks::set);
        }
    }

    /** A rank that is lost sends nothing any more, unless it may come again. */
    private BitSet withoutLost(BitSet ranks) {
        peers.forEach(peer -> {
            if (peer.link.loss() != null && !communicators.ranksComeAndGo()) {
                ranks.clear(peer.link.rank());
            }
        });
        return ranks;
    }

    @Override
    public void forEachLink(LinkVisitor visitor) {
        peers.forEach(peer -> visitor.accept(peer.link.rank(), peer.link.told(), peer.link.heard()));
    }

    @Override
    public List<PendingOperation> pending() {
        List<PendingOperation> pending = new ArrayList<>();
        conversations.forEach(conversation -> pending.add(PendingOperation.other(conversation.toString())));
        forEachPending(operation -> pending.add(inWords(operation)));
        return pending;
    }

    @Override
    public List<String> absences() {
        List<String> absences = new ArrayList<>();
        communicators.forEachAbsence((call, ranks, revocable) -> {
            List<Integer> missing = ranks.stream().boxed().toList();
            absences.add(Description.ranks(missing) + (missing.size() == 1 ? " has" : " have") + " not called " + call
                    + (revocable ? "; a revoke would end what it still waits for there" : ""));
        });
        return absences;
    }

    private void forEachPending(Consumer<PendingOperation> visitor) {
        queues.forEachPosted(
                receive -> visitor.accept(receive.pending(ages.ofOrder(receive.order()), PendingOperation.POSTED)));
        queues.forEachUnexpected(message -> {
            UnexpectedMessage unexpected = (UnexpectedMessage) message;
            visitor.accept(unexpected.pending(ages.ofOrder(unexpected.order())));
        });
        self.forEachPending(ages, visitor);
        peers.forEach(peer -> peer.forEachPending(ages, visitor));
        addUnknown(visitor);
    }

    /** Adds the operations that are no messages, such as the detaching of a buffer. */
    private void addUnknown(Consumer<PendingOperation> visitor) {
        long[] known = {conversationOperations() + queues.postedCount() + queues.lookingCount() + self.waits()};
        peers.forEach(peer -> known[0] += peer.running());
        long unknown = signals.running() - known[0];
        if (unknown > 0) {
            visitor.accept(PendingOperation.other(
                    unknown == 1 ? "an operation that is no message" : unknown + " operations that are no messages"));
        }
    }

    private int conversationOperations() {
        return conversations.stream().mapToInt(Conversation::operations).sum();
    }

    /** Whether an operation with this context has started and not ended. */
    boolean runs(int context) {
        boolean[] found = {self.runs(context)};
        peers.forEach(peer -> found[0] |= peer.runs(context));
        queues.forEachPosted(receive -> found[0] |= receive.context() == context);
        return found[0];
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
        int member = operation.kind() == Kind.SEND ? state.memberOf(operation.peer()) : operation.rank();
        if (member >= state.size()) {
            // The number comes from a peer, and has not been checked.
            return operation;
        }
        boolean any = member == PendingOperation.ANY;
        return operation.in(
                member,
                any ? PendingOperation.ANY : state.worldRank(member),
                new Words(state.label(), state.inWords(), any ? "any" : state.inWords(member)));
    }
}
