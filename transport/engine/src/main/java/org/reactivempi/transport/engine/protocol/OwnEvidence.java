package org.reactivempi.transport.engine.protocol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.diagnosis.Ages;
import org.reactivempi.transport.engine.diagnosis.Evidence;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.diagnosis.PendingOperation.Kind;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.progress.Signals;

/** What the messages of a rank tell of it. Costs nothing but a look at the clock as long as nobody asks. */
final class OwnEvidence implements Evidence {

    private final int rank;
    private final Signals signals;
    private final MatchQueues queues;
    private final SelfProtocol self;
    private final @Nullable PeerProtocol[] peers;
    private final Collection<Conversation> conversations;
    private final Communicators communicators;
    private Ages ages = new Ages(Duration.ZERO);

    OwnEvidence(
            int rank,
            Signals signals,
            MatchQueues queues,
            SelfProtocol self,
            @Nullable PeerProtocol[] peers,
            Collection<Conversation> conversations,
            Communicators communicators) {
        this.rank = rank;
        this.signals = signals;
        this.queues = queues;
        this.self = self;
        this.peers = peers;
        this.conversations = conversations;
        this.communicators = communicators;
    }

    /** Sets how often {@link #onTick} will be called. */
    void countIn(Duration tick) {
        ages = new Ages(tick);
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
        for (PeerProtocol peer : peers) {
            String unrest = peer == null ? null : peer.unrest();
            if (unrest != null) {
                return unrest;
            }
        }
        return null;
    }

    @Override
    public boolean waits() {
        return signals.running() > 0;
    }

    /** An operation of which nothing else is known may wait for anybody. */
    @Override
    public BitSet awaited() {
        BitSet ranks = new BitSet();
        long[] known = {conversing()};
        queues.forEachPosted(receive -> {
            known[0]++;
            addSources(receive, ranks);
        });
        if (self.waits() > 0) {
            known[0] += self.waits();
            ranks.set(rank);
        }
        for (PeerProtocol peer : peers) {
            int sends = peer == null ? 0 : peer.waitingSends();
            known[0] += sends;
            if (peer != null && sends > 0) {
                ranks.set(peer.rank());
            }
        }
        if (signals.running() > known[0] || conversations.stream().anyMatch(Conversation::waitsForAll)) {
            ranks.set(0, peers.length);
        }
        return withoutLost(ranks);
    }

    private void addSources(Posted receive, BitSet ranks) {
        if (receive.peer() != Posted.ANY) {
            ranks.set(receive.peer());
        } else if (communicators.isKnown(receive.context())) {
            communicators.forEachMember(receive.context(), ranks::set);
        } else {
            ranks.set(0, peers.length);
        }
    }

    private BitSet withoutLost(BitSet ranks) {
        for (PeerProtocol peer : peers) {
            if (peer != null && peer.loss() != null) {
                ranks.clear(peer.rank());
            }
        }
        return ranks;
    }

    @Override
    public void forEachLink(LinkVisitor visitor) {
        for (PeerProtocol peer : peers) {
            if (peer != null) {
                peer.count(visitor);
            }
        }
    }

    @Override
    public List<PendingOperation> pending() {
        List<PendingOperation> pending = new ArrayList<>();
        conversations.forEach(conversation -> pending.add(PendingOperation.other(conversation.toString())));
        forEachPending(pending::add);
        return pending;
    }

    private void forEachPending(Consumer<PendingOperation> visitor) {
        queues.forEachPosted(receive ->
                visitor.accept(((Receiver) receive).pending(ages.ofOrder(receive.order()), PendingOperation.POSTED)));
        queues.forEachUnexpected(message -> {
            Parked parked = (Parked) message;
            Duration age = ages.ofOrder(parked.order());
            visitor.accept(
                    parked instanceof OwnMessage own ? own.pending(age) : parked.unexpected(peerOf(parked), age));
        });
        self.taken().forEach(message -> visitor.accept(message.pending(ages.ofOrder(message.order()))));
        for (PeerProtocol peer : peers) {
            if (peer != null) {
                peer.forEachPending(ages, visitor);
            }
        }
        addUnknown(visitor);
    }

    /** What a rank waits for beside messages, such as a buffer that is to be detached. */
    private void addUnknown(Consumer<PendingOperation> visitor) {
        long known = conversing() + queues.postedCount() + queues.lookingCount() + self.waits();
        for (PeerProtocol peer : peers) {
            known += peer == null ? 0 : peer.running();
        }
        long unknown = signals.running() - known;
        if (unknown > 0) {
            visitor.accept(PendingOperation.other(
                    unknown == 1 ? "an operation that is no message" : unknown + " operations that are no messages"));
        }
    }

    private int conversing() {
        return conversations.stream().mapToInt(Conversation::operations).sum();
    }

    private int peerOf(Parked message) {
        return communicators.isKnown(message.context())
                ? communicators.worldRank(message.context(), message.source())
                : PendingOperation.NONE;
    }

    /** A receive or probe as it is. */
    static PendingOperation of(Receiver receive, Kind kind, String name, Duration age, String state, long bytes) {
        return new PendingOperation(
                kind,
                name,
                receive.wantedSource(),
                receive.peer(),
                receive.wantedTag(),
                receive.context(),
                bytes,
                age,
                state,
                receive.isPart(),
                receive.site());
    }
}
