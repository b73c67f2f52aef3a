package org.reactivempi.transport.engine.protocol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.diagnosis.Correspondence;
import org.reactivempi.transport.engine.diagnosis.Evidence;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.failure.Operations;
import org.reactivempi.transport.engine.failure.RevokedException;
import org.reactivempi.transport.engine.failure.SourceFailedException;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.link.PeerLostException;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.match.Unexpected;
import org.reactivempi.transport.engine.packet.Declined;
import org.reactivempi.transport.engine.progress.Signal;
import org.reactivempi.transport.engine.progress.Signals;

/** All messages of a rank: where sends and receives start, are taken back, and are cut off. */
public final class Messages {

    private final int rank;
    private final Signals signals;
    private final ScheduledExecutorService loop;
    private final int eagerLimitBytes;
    private final int creditBytes;
    private final MatchQueues queues = new MatchQueues(new Matches());
    private final SelfProtocol self;
    private final @Nullable PeerProtocol[] peers;
    private final Communicators communicators;
    private final LongWaits longWaits;
    private final @Nullable Events events;
    private final Set<Conversation> conversations = Collections.newSetFromMap(new IdentityHashMap<>());
    private final OwnEvidence evidence;
    private Correspondence stalls = Correspondence.NONE;
    private @Nullable Links links;
    private @Nullable String closed;
    private boolean aborted;
    private int connected;

    /**
     * No messages yet.
     *
     * @param rank this rank
     * @param size how many ranks there are
     * @param signals this rank's
     * @param loop this rank's
     * @param eagerLimitBytes the longest message that is sent without asking
     * @param creditBytes how much of eager messages each peer may have under way to us
     */
    public Messages(
            int rank, int size, Signals signals, ScheduledExecutorService loop, int eagerLimitBytes, int creditBytes) {
        this(rank, size, signals, loop, eagerLimitBytes, creditBytes, null);
    }

    /** The same, with somebody who watches. */
    public Messages(
            int rank,
            int size,
            Signals signals,
            ScheduledExecutorService loop,
            int eagerLimitBytes,
            int creditBytes,
            @Nullable Events events) {
        this.rank = rank;
        this.signals = signals;
        this.loop = loop;
        this.eagerLimitBytes = eagerLimitBytes;
        this.creditBytes = creditBytes;
        this.events = events;
        this.self = new SelfProtocol(queues, signals, eagerLimitBytes, creditBytes, rank, events);
        this.peers = new PeerProtocol[size];
        this.communicators = new Communicators(rank, size, new Cuts());
        this.evidence = new OwnEvidence(rank, signals, queues, self, peers, conversations, communicators);
        this.longWaits = new LongWaits(loop, queues, communicators, this::isConnected, this::open);
    }

    /** Sets the ways to the peers; before anything else. */
    public void use(Links links) {
        this.links = links;
        communicators.use(links::peer);
    }

    /** The communicators of this rank, as failures see them. */
    public Communicators communicators() {
        return communicators;
    }

    /** Makes this side of a new link. */
    public PeerListener join(PeerLink link) {
        PeerProtocol peer = new PeerProtocol(
                link, queues, signals, loop, eagerLimitBytes, creditBytes, communicators, stalls, events);
        peers[link.rank()] = peer;
        connected++;
        return peer;
    }

    /** Starts a send. */
    public void send(Outgoing message) {
        boolean outermost = signals.enter();
        try {
            signals.started();
            if (events != null) {
                message.started(events);
            }
            if (closed != null && !goesOn(message.isPart())) {
                message.failed(new EngineClosedException(closed));
                signals.due(message);
            } else if (communicators.isRevoked(message.context())) {
                message.failed(new RevokedException());
                signals.due(message);
            } else {
                send(message, message.destination());
            }
        } finally {
            signals.exit(outermost);
        }
    }

    private void send(Outgoing message, int destination) {
        if (destination == rank) {
            self.send(message);
        } else {
            peer(destination).send(message);
        }
    }

    /** Starts a receive. */
    public void receive(Incoming receive) {
        post(receive);
    }

    /** Starts a probe. */
    public void probe(Probe probe) {
        post(probe);
    }

    private void post(Receiver receive) {
        boolean outermost = signals.enter();
        try {
            signals.started();
            if (events != null) {
                receive.started(events);
            }
            if (closed != null && !goesOn(receive.isPart())) {
                fail(receive, new EngineClosedException(closed));
                return;
            }
            if (communicators.isRevoked(receive.context())) {
                fail(receive, new RevokedException());
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
        int rank = receive.peer();
        if (rank == Posted.ANY) {
            failIfSourceFailed(receive);
        } else {
            failIfPeerLost(receive, peers[rank]);
        }
        if (rank == Posted.ANY ? connected < peers.length - 1 : !isConnected(rank)) {
            longWaits.waits();
        }
    }

    /**
     * Throws why no message can come any more that isn't here, as {@link #receive(Incoming)} would fail.
     *
     * @param context a communicator's
     * @param peer the sender's rank in the job, or any
     */
    public void checkSource(int context, int peer) {
        RuntimeException failure = peer == Posted.ANY ? communicators.sourceFailure(context) : lossOf(peer);
        if (failure != null) {
            throw failure;
        }
    }

    private @Nullable PeerLostException lossOf(int rank) {
        PeerProtocol peer = peers[rank];
        return peer == null ? null : peer.loss();
    }

    private void fail(Receiver receive, Throwable cause) {
        receive.failed(cause);
        signals.due(receive);
    }

    private static void failIfPeerLost(Receiver receive, @Nullable PeerProtocol peer) {
        if (peer != null) {
            peer.failIfLost(receive);
        }
    }

    private void failIfSourceFailed(Receiver receive) {
        SourceFailedException failure = communicators.sourceFailure(receive.context());
        if (failure != null && queues.withdraw(receive)) {
            fail(receive, failure);
        }
    }

    /** Starts an operation that is no message; {@link #end} is to end it, now or later. */
    public void start(Runnable operation) {
        signals.step(() -> {
            signals.started();
            operation.run();
        });
    }

    /** Ends an operation that is no message: its signal is given in its turn. */
    public void end(Signal operation) {
        signals.step(() -> signals.due(operation));
    }

    /** Tries to take a started send back; it ends as cancelled, or as sent if a receive was faster. */
    public void withdraw(Outgoing message) {
        signals.step(() -> {
            AwaitedSend receiver = message.awaited();
            if (receiver != null) {
                receiver.withdraw();
            }
        });
    }

    /** Takes a started receive out of the queue, and ends it as cancelled; without effect if it has left the queue. */
    public void withdraw(Incoming receive) {
        take(receive);
    }

    /** Takes a started probe out of the queue, as a receive. */
    public void withdraw(Probe probe) {
        take(probe);
    }

    private void take(Receiver receive) {
        signals.step(() -> {
            if (queues.withdraw(receive)) {
                cancelled(receive);
            }
        });
    }

    private void cancelled(Receiver receive) {
        receive.cancelled();
        signals.due(receive);
    }

    /**
     * Starts an operation that consists of many messages; it runs until {@link #end}.
     *
     * @param conversation whose messages may start as long as it runs, also while the engine closes
     * @throws EngineClosedException if no operation may start any more
     */
    public void begin(Conversation conversation) {
        checkOpen();
        conversations.add(conversation);
        signals.started();
    }

    /** Ends an operation that has begun; none of its messages runs any more. */
    public void end(Conversation conversation) {
        conversations.remove(conversation);
        signals.step(signals::ended);
    }

    /** Does something of which all signals come after it, and in turns with the signals of others. */
    public void step(Runnable work) {
        signals.step(work);
    }

    private boolean goesOn(boolean part) {
        return part && !aborted;
    }

    /**
     * Puts the message that a receive has got back where it came from, for the next receive, and ends this one as
     * cancelled. While the message is still arriving, that goes on. Without effect if nothing has met it, if it has failed,
     * if its memory is the user's, or if it has been given back before; its user must not have got the message.
     */
    public void giveBack(Incoming receive) {
        signals.step(() -> {
            Parked message = receive.giveBack(signals);
            if (message != null) {
                putBack(message);
            }
        });
    }

    /** Puts the message that a probe has taken back, as that of a receive; its user must not have got the message. */
    public void giveBack(Probe probe) {
        signals.step(() -> {
            Parked message = probe.giveBack();
            if (message != null) {
                putBack(message);
            }
        });
    }

    private void putBack(Parked message) {
        Posted met = queues.putBack(message);
        if (met instanceof Receiver receive) {
            receive.take(message, signals);
        } else {
            message.putBack();
        }
    }

    /** The message that a receive with these arguments would get now, or null; it stays where it is. */
    public @Nullable Parked peek(int context, int source, int tag) {
        return (Parked) queues.peek(context, source, tag);
    }

    /** As {@link #peek}, and takes the message out of matching: only {@link #receive(Parked, Incoming)} gets it now. */
    public @Nullable Parked take(int context, int source, int tag) {
        Parked message = peek(context, source, tag);
        if (message != null) {
            queues.remove(message);
            message.taken();
        }
        return message;
    }

    /** Starts the receive of a message that a probe has taken; once for each message, by a receive that is claimed. */
    public void receive(Parked message, Incoming receive) {
        signals.step(() -> {
            signals.started();
            receive.takePlaceOf(message);
            if (events != null) {
                receive.started(events);
            }
            if (closed != null) {
                receive.failed(new EngineClosedException(closed));
                signals.due(receive);
            } else {
                message.deliver(receive);
            }
        });
    }

    /**
     * Drops all messages of communicators that are freed here and that nobody has received. Senders that wait for them
     * are told; what is posted, or has been taken by probes, stays.
     */
    public void forget(int... contexts) {
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

    /** Throws {@link EngineClosedException} when no operation may start any more. */
    public void checkOpen() {
        if (closed != null) {
            throw new EngineClosedException(closed);
        }
    }

    /** Lets no operation start any more; what runs goes on. */
    public void close(String why) {
        closed = why;
    }

    /** Ends all that runs. */
    public void abort() {
        EngineClosedException cause = new EngineClosedException(closed == null ? "aborted" : closed);
        aborted = true;
        List<Receiver> receives = new ArrayList<>();
        queues.forEachPosted(receive -> receives.add((Receiver) receive));
        List<OwnMessage> own = new ArrayList<>(self.taken());
        queues.forEachUnexpected(message -> {
            if (message instanceof OwnMessage waiting) {
                own.add(waiting);
            }
        });
        signals.step(() -> {
            for (PeerProtocol peer : peers) {
                if (peer != null) {
                    peer.cut(cause);
                }
            }
            own.forEach(message -> message.cut(cause));
            for (Receiver receive : receives) {
                queues.withdraw(receive);
                receive.failed(cause);
                signals.due(receive);
            }
        });
        List.copyOf(conversations).forEach(conversation -> conversation.onAborted(cause));
    }

    /** Describes each operation that has not ended. */
    public List<String> pending() {
        return PendingOperation.lines(evidence.pending());
    }

    /** What is known of this rank's messages. */
    public Evidence evidence() {
        return evidence;
    }

    /** Sets who takes what detectors of other ranks ask and answer, before anything else; and how often it looks. */
    public void use(Correspondence stalls, Duration tick) {
        this.stalls = stalls;
        evidence.countIn(tick);
    }

    /** A turn of the loop has ended: whoever watches hears how long the queues are. */
    public void turnEnded() {
        if (events != null) {
            events.turnEnded(
                    queues.postedCount(),
                    queues.unexpectedCount(),
                    queues.postedAttempts(),
                    queues.unexpectedAttempts());
        }
    }

    /** Whether there is, or was, a link to a rank of the job: no message has gone there, or come from there, without. */
    public boolean isConnected(int rank) {
        return peers[rank] != null || rank == this.rank;
    }

    private void open(int rank) {
        links().peer(rank).open(peer -> {});
    }

    /** Whether an operation with this context has started and not ended. */
    public boolean runs(int context) {
        boolean[] found = {false};
        queues.forEachPosted(receive -> found[0] |= receive.context() == context);
        queues.forEachUnexpected(
                message -> found[0] |= message instanceof OwnMessage waiting && waiting.context() == context);
        self.taken().forEach(message -> found[0] |= message.context() == context);
        for (PeerProtocol peer : peers) {
            found[0] |= peer != null && peer.runs(context);
        }
        return found[0];
    }

    private PeerProtocol peer(int destination) {
        PeerProtocol peer = peers[destination];
        if (peer == null) {
            links().peer(destination);
            peer = peers[destination];
        }
        if (peer == null) {
            throw new IllegalStateException("link to rank " + destination + " has no protocol");
        }
        return peer;
    }

    /** What failures end. */
    private final class Cuts implements Operations {

        @Override
        public void onFailure() {
            posted(receive -> receive.peer() == Posted.ANY).forEach(Messages.this::failIfSourceFailed);
        }

        @Override
        public void onRevoked(int communicator) {
            signals.step(() -> revoke(communicator, new RevokedException()));
        }

        private void revoke(int communicator, Throwable cause) {
            posted(receive -> Communicators.communicator(receive.context()) == communicator)
                    .forEach(receive -> {
                        queues.withdraw(receive);
                        fail(receive, cause);
                    });
            drop(context -> Communicators.communicator(context) == communicator, Declined.Reason.REVOKED);
            for (PeerProtocol peer : peers) {
                if (peer != null) {
                    peer.revoke(communicator, cause);
                }
            }
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
    }

    private Links links() {
        if (links == null) {
            throw new IllegalStateException("no links yet");
        }
        return links;
    }

    private final class Matches implements MatchQueues.Listener {

        @Override
        public void onCancelled(Posted receive) {
            cancelled((Receiver) receive);
        }

        @Override
        public void onSeen(Posted look, Unexpected message) {
            ((Receiver) look).take((Parked) message, signals);
        }

        @Override
        public void onQueued(Unexpected message) {
            if (events != null) {
                events.queued(((Parked) message).lengthBytes());
            }
        }

        @Override
        public void onUnqueued(Unexpected message) {
            if (events != null) {
                events.unqueued(((Parked) message).lengthBytes());
            }
        }
    }
}
