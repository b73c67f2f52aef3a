package org.reactivempi.transport.engine.protocol;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.event.ContextId;
import org.reactivempi.transport.engine.event.CreditBalance;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.event.LinkStatus;
import org.reactivempi.transport.engine.event.OpenOperations;
import org.reactivempi.transport.engine.failure.CommunicatorState;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.flow.Flow;
import org.reactivempi.transport.engine.flow.Flows;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerTable;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.match.Wildcards;
import org.reactivempi.transport.engine.packet.MessagePackets.Declined;
import org.reactivempi.transport.engine.packet.PacketKind.Family;
import org.reactivempi.transport.engine.platform.Matches;
import org.reactivempi.transport.engine.port.Conversation;
import org.reactivempi.transport.engine.port.EngineException.CommunicatorRevokedException;
import org.reactivempi.transport.engine.port.EngineException.EngineClosedException;
import org.reactivempi.transport.engine.port.EngineException.PeerLostException;
import org.reactivempi.transport.engine.port.Incoming;
import org.reactivempi.transport.engine.port.LocalOperation;
import org.reactivempi.transport.engine.port.Operations;
import org.reactivempi.transport.engine.port.Outgoing;
import org.reactivempi.transport.engine.port.Probe;
import org.reactivempi.transport.engine.port.Probe.WaitingMessage;
import org.reactivempi.transport.engine.progress.Boundary;
import org.reactivempi.transport.engine.progress.Completable;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * All messages of a rank: where operations start and are taken back, for the layer above, and where they are ended early.
 *
 * <pre>
 *  send ----------&gt; {@link PeerProtocol} of the destination, or {@link SelfProtocol}
 *  receive, probe --&gt; {@link Postings} --&gt; MatchQueues
 * </pre>
 * Whether an operation may start:
 *
 * <pre>
 *  OPEN --close--&gt; CLOSED, but for messages of conversations that run --abort--&gt; ABORTED, for all
 * </pre>
 * In a communicator that is revoked none starts at any time.
 */
public final class Messages implements Operations {

    private static final Log log = Log.of(Messages.class);

    private static final Boundary SEND = Boundary.to(MethodHandles.lookup(), "send");
    private static final Boundary POST = Boundary.to(MethodHandles.lookup(), "post");

    private final RankContext context;
    private final CompletionQueue signals;
    private final @Nullable Events events;
    private final MatchQueues queues;
    private final SelfProtocol self;
    private final Links links;
    private final PeerTable<PeerProtocol> peers = new PeerTable<>();
    private final Communicators communicators;
    private final Postings postings;
    private final OpenMessages open;
    private final UsedContexts used;
    private final Conversations conversations;
    /** The ranks of the job whose malformed messages an operator has been told of. */
    private final BitSet said = new BitSet();

    private @Nullable String closed;
    /** Why this rank ends, where others have given it up. */
    private @Nullable PeerLostException ownFailure;

    private boolean aborted;
    /** How many sends, receives and probes have started that are of no collective operation. */
    private long startedOfPrograms;

    /** A rank without messages, and without links yet: takes the packets of the family MESSAGE of all that will be made. */
    public Messages(RankContext context, Links links, Communicators communicators, Flows flows) {
        this.context = context;
        this.links = links;
        signals = context.signals;
        events = context.events;
        queues = context.queues;
        self = new SelfProtocol(context);
        this.communicators = communicators;
        postings = new Postings(context, links, self, peers, communicators);
        open = new OpenMessages(context, self, peers, communicators);
        used = new UsedContexts(open, queues, () -> startedOfPrograms);
        conversations = new Conversations(context);
        communicators.use(new Failures());
        links.register(Family.MESSAGE, link -> join(link, flows.of(link)));
    }

    /** Has somebody decide which message a receive from any source gets; before the first one. */
    public void defer(Matches matches) {
        queues.defer(matches, context.rank);
    }

    private PeerProtocol join(PeerLink link, Flow flow) {
        PeerProtocol peer = new PeerProtocol(new PeerContext(link, context, flow), communicators, postings);
        PeerProtocol former = peers.replace(link.rank(), peer);
        if (former != null) {
            // What it has sent would be taken for messages of the process that has come in its place.
            postings.drop(link.rank());
        }
        return peer;
    }

    @Override
    public void forEachPosted(int context, int source, int tag, Consumer<Incoming> visitor) {
        queues.forEachPosted(context, source, tag, posted -> {
            if (posted instanceof Incoming receive) {
                visitor.accept(receive);
            }
        });
    }

    @Override
    public void malformed(int peer, Throwable why) {
        if (!said.get(peer)) {
            said.set(peer);
            log.about(peer)
                    .warn(
                            "dropped a message of rank {}, and will drop others like it without a word: {}",
                            peer,
                            why.getMessage());
        }
        if (events != null) {
            events.malformed(peer);
        }
    }

    /** What failures mean for the communicators of this rank. */
    public Communicators communicators() {
        return communicators;
    }

    @Override
    public void send(Outgoing message) {
        boolean outermost = signals.enter();
        try {
            started(message, message.isPart(), message.context());
            if (events != null) {
                message.started(events);
            }
            RuntimeException refusal = refusal(message.isPart(), message.context(), message.destination());
            if (refusal == null) {
                SEND.cross(this, message);
            } else {
                message.fail(refusal, signals);
            }
        } finally {
            signals.exit(outermost);
        }
    }

    private void started(Object operation, boolean part, int context) {
        if (part) {
            signals.started();
        } else {
            signals.started(operation);
        }
        startedOfPrograms += ContextId.isCollective(context) ? 0 : 1;
    }

    private static void send(Object messages, Object message) {
        ((Messages) messages).send((Outgoing) message, ((Outgoing) message).destination());
    }

    private void send(Outgoing message, int destination) {
        if (destination == context.rank) {
            self.send(message);
        } else {
            peer(destination).sends.send(message);
        }
    }

    /** The protocols with another rank, made now together with the link if there are none. */
    private PeerProtocol peer(int rank) {
        PeerProtocol known = peers.get(rank);
        if (known == null) {
            links.peer(rank);
            known = peers.get(rank);
        }
        return Objects.requireNonNull(known);
    }

    @Override
    public void receive(Incoming receive) {
        post(receive);
    }

    @Override
    public void probe(Probe probe) {
        post(probe);
    }

    private void post(Posted receive) {
        boolean outermost = signals.enter();
        try {
            started(receive, receive.isPart(), receive.context());
            if (events != null) {
                receive.started(events);
            }
            RuntimeException refusal = refusal(receive.isPart(), receive.context(), receive.peer());
            if (refusal == null) {
                POST.cross(postings, receive);
            } else {
                receive.fail(refusal, signals);
            }
        } finally {
            signals.exit(outermost);
        }
    }

    private static void post(Object postings, Object receive) {
        ((Postings) postings).post((Posted) receive);
    }

    /** Why a message with a peer, a part of a conversation or not, may not start; or null. */
    private @Nullable RuntimeException refusal(boolean part, int context, int peer) {
        if (closed != null && !(part && !aborted)) {
            return new EngineClosedException(closed, ownFailure);
        }
        // The end of communicators of several jobs goes on where the world is revoked.
        boolean isRevoked =
                communicators.isRevoked(context) && ContextId.purpose(context) != ContextId.Purpose.FORGOTTEN;
        return isRevoked ? new CommunicatorRevokedException() : communicators.former(context, peer);
    }

    @Override
    public void checkSource(int context, int peer) {
        assert this.context.onProgressThread();
        postings.checkSource(context, peer);
    }

    @Override
    public void start(Runnable operation) {
        boolean outermost = signals.enter();
        try {
            signals.started();
            operation.run();
        } finally {
            signals.exit(outermost);
        }
    }

    @Override
    public void start(LocalOperation operation) {
        boolean outermost = signals.enter();
        try {
            signals.started();
            operation.begin();
        } finally {
            signals.exit(outermost);
        }
    }

    @Override
    public void end(Completable operation) {
        boolean outermost = signals.enter();
        try {
            signals.due(operation);
        } finally {
            signals.exit(outermost);
        }
    }

    @Override
    public void withdraw(Outgoing message) {
        signals.step(() -> {
            Outgoing.AwaitedSend receiver = message.awaited();
            if (receiver != null) {
                receiver.withdraw();
            }
        });
    }

    @Override
    public void withdraw(Incoming receive) {
        postings.withdraw(receive);
    }

    @Override
    public void withdraw(Probe probe) {
        postings.withdraw(probe);
    }

    @Override
    public int begin(Conversation conversation) {
        assert context.onProgressThread();
        checkOpen();
        return conversations.begin(conversation);
    }

    @Override
    public int beginLast(Conversation conversation) {
        assert context.onProgressThread();
        if (aborted) {
            checkOpen();
        }
        return conversations.begin(conversation);
    }

    @Override
    public void end(int conversation) {
        conversations.end(conversation);
    }

    @Override
    public void step(Runnable work) {
        signals.step(work);
    }

    @Override
    public void giveBack(Incoming receive) {
        postings.giveBack(receive);
    }

    @Override
    public void giveBack(Probe probe) {
        postings.giveBack(probe);
    }

    @Override
    public boolean drop(Incoming.Returned message) {
        return postings.drop((ReturnedMessage) message);
    }

    @Override
    public @Nullable UnexpectedMessage peek(int context, int source, int tag) {
        assert this.context.onProgressThread();
        return (UnexpectedMessage) queues.peek(context, source, tag);
    }

    @Override
    public void look(Probe probe) {
        assert context.onProgressThread();
        signals.look(probe);
    }

    @Override
    public String nearMisses(int context, int source, int tag) {
        assert this.context.onProgressThread();
        return new NearMisses(queues).of(context, source, tag);
    }

    /** As {@link #peek}, and takes the message out of matching: only {@link #receive(WaitingMessage, Incoming)} gets it now. */
    public @Nullable UnexpectedMessage take(int context, int source, int tag) {
        UnexpectedMessage message = peek(context, source, tag);
        if (message != null) {
            queues.remove(message);
            message.taken();
        }
        return message;
    }

    @Override
    public void receive(WaitingMessage taken, Incoming receive) {
        UnexpectedMessage message = (UnexpectedMessage) taken;
        signals.step(() -> {
            started(receive, receive.isPart(), receive.context());
            receive.takePlaceOf(message);
            if (events != null) {
                receive.started(events);
            }
            if (closed == null) {
                message.putBack();
                message.give(receive);
            } else {
                receive.fail(new EngineClosedException(closed, ownFailure), signals);
                // Nobody can receive it as a taken one any more, so its sender may take it back.
                postings.putBack(message);
            }
        });
    }

    @Override
    public void forget(int... contexts) {
        if (IntStream.of(contexts).anyMatch(ContextId::isCollective) || used.areWaiting(contexts)) {
            postings.drop(context -> IntStream.of(contexts).anyMatch(freed -> freed == context), Declined.Reason.FREED);
        }
    }

    @Override
    public void useWildcards(int context, boolean anySource, boolean anyTag) {
        assert this.context.onProgressThread();
        queues.use(context, new Wildcards(anySource, anyTag));
    }

    @Override
    public void checkOpen() {
        if (closed != null) {
            throw new EngineClosedException(closed, ownFailure);
        }
    }

    /** Lets no operation start any more; what runs goes on. */
    public void close(String why) {
        assert context.onProgressThread();
        closed = why;
        conversations.onClosing();
    }

    /** The same, since others have given this rank up. */
    public void close(PeerLostException ownFailure) {
        this.ownFailure = ownFailure;
        close(String.valueOf(ownFailure.getMessage()));
    }

    /** Ends all that runs; returns why. */
    public EngineClosedException abort() {
        assert context.onProgressThread();
        aborted = true;
        EngineClosedException cause = new EngineClosedException(closed == null ? "aborted" : closed, ownFailure);
        signals.step(() -> {
            peers.forEach(peer -> peer.cut(cause));
            self.cut(cause);
            postings.cut(context -> true, cause);
        });
        conversations.onAborted(cause);
        return cause;
    }

    /** Nothing moves any more, and no peer is heard: what messages have shared goes. */
    public void end() {
        context.copies.end();
    }

    /** How the credit for eager messages stands with this rank itself and with each peer that isn't lost. */
    public List<CreditBalance> balances() {
        List<CreditBalance> balances = new ArrayList<>();
        balances.add(self.balance());
        peers.forEach(peer -> {
            CreditBalance balance = peer.balance();
            if (balance != null) {
                balances.add(balance);
            }
        });
        return balances;
    }

    /** What this rank tells of the conversations and messages that have not ended. */
    public List<OpenOperations> openOperations() {
        return List.of(conversations, open);
    }

    /** The number of the next message or receive that comes. */
    public long nextOrder() {
        return queues.nextOrder();
    }

    /** Whether no operation may start any more. */
    public boolean isClosed() {
        return closed != null;
    }

    /** A turn of the loop has ended: the listener hears how long the queues are. */
    public void turnEnded() {
        if (events != null) {
            events.turnEnded(
                    queues.postedCount(),
                    queues.unexpectedCount(),
                    queues.postedAttempts(),
                    queues.unexpectedAttempts());
        }
    }

    @Override
    public boolean isConnected(int rank) {
        return rank == context.rank || links.known(rank) != null;
    }

    @Override
    public boolean isReached(int rank) {
        PeerLink link = links.known(rank);
        return rank == context.rank || link != null && link.status().state() != LinkStatus.State.CONNECTING;
    }

    @Override
    public void untilOver(BooleanSupplier over) {
        signals.lookAfterSteps(over);
    }

    @Override
    public boolean runs(int... contexts) {
        return used.areRunning(contexts);
    }

    /** What the failure of a rank and a revocation mean for operations that wait. */
    private final class Failures implements Communicators.Operations {

        @Override
        public void onFailure() {
            postings.onFailure();
        }

        @Override
        public void onRevoked(int communicator) {
            Throwable cause = new CommunicatorRevokedException();
            IntPredicate revoked = context -> ContextId.communicator(context) == communicator;
            signals.step(() -> {
                postings.cut(revoked, cause);
                postings.drop(revoked, Declined.Reason.REVOKED);
                peers.forEach(peer -> peer.sends.revoke(revoked, cause));
            });
        }

        @Override
        public void onMade(CommunicatorState communicator) {
            postings.dropForeign(communicator);
        }

        @Override
        public void onReturned(int rank) {
            IntPredicate ofAnother = context -> communicators.former(context, rank) != null;
            signals.step(() -> {
                postings.cut(rank);
                PeerProtocol peer = peers.get(rank);
                if (peer != null) {
                    peer.sends.revoke(
                            ofAnother, new PeerLostException(rank, "has had another process as this rank", null));
                }
            });
        }
    }
}
