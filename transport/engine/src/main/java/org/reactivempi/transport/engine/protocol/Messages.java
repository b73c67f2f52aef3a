package org.reactivempi.transport.engine.protocol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.diagnosis.Evidence;
import org.reactivempi.transport.engine.diagnosis.PendingOperation;
import org.reactivempi.transport.engine.event.Events;
import org.reactivempi.transport.engine.failure.Communicators;
import org.reactivempi.transport.engine.failure.Operations;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.packet.PacketFamily;
import org.reactivempi.transport.engine.progress.Completable;
import org.reactivempi.transport.engine.progress.CompletionQueue;

/**
 * All messages of a rank: where operations start and are taken back, for the layer above.
 *
 * <pre>
 *  send ----------&gt; {@link PeerProtocol} of the destination, or {@link SelfProtocol}
 *  receive, probe --&gt; {@link Postings} --&gt; MatchQueues
 *  all, if allowed by {@link Admission}; ended early by {@link Cuts}; told by {@link OwnEvidence}
 * </pre>
 * Only the progress thread comes here.
 */
public final class Messages {

    private final int rank;
    private final CompletionQueue signals;
    private final ScheduledExecutorService loop;
    private final int eagerLimitBytes;
    private final int creditBytes;
    private final MatchQueues queues;
    private final SelfProtocol self;
    private final Peers peers;
    private final Communicators communicators;
    private final Admission admission;
    private final Postings postings;
    private final Conversations conversations;
    private final Cuts cuts;
    private final OwnEvidence evidence;
    private final @Nullable Events events;

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
            int rank,
            int size,
            CompletionQueue signals,
            ScheduledExecutorService loop,
            int eagerLimitBytes,
            int creditBytes) {
        this(rank, size, signals, loop, eagerLimitBytes, creditBytes, null);
    }

    /** The same, with somebody who watches. */
    public Messages(
            int rank,
            int size,
            CompletionQueue signals,
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
        queues = new MatchQueues(new Matches(signals, events));
        self = new SelfProtocol(queues, signals, eagerLimitBytes, creditBytes, rank, events);
        peers = new Peers(rank, size, this::protocol);
        communicators = new Communicators(rank, size, new Failures());
        admission = new Admission(communicators);
        postings = new Postings(queues, signals, loop, peers, self, communicators, admission, events);
        conversations = new Conversations(signals);
        cuts = new Cuts(queues, signals, self, peers, postings);
        evidence = new OwnEvidence(rank, signals, queues, self, peers, conversations, communicators);
    }

    private PeerProtocol protocol(PeerLink link) {
        return new PeerProtocol(link, queues, signals, loop, eagerLimitBytes, creditBytes, communicators, events);
    }

    /** Sets the ways to the peers, before anything else, and takes what comes from them of the family MESSAGE. */
    public void use(Links links) {
        peers.use(links);
        links.register(PacketFamily.MESSAGE, peers::join);
        communicators.use(links);
    }

    /** Sets how often a detector of stalls looks; before anything else. */
    public void countIn(Duration tick) {
        evidence.countIn(tick);
    }

    /** The communicators of this rank, as failures see them. */
    public Communicators communicators() {
        return communicators;
    }

    /** Starts a send. */
    public void send(Outgoing message) {
        boolean outermost = signals.enter();
        try {
            signals.started();
            if (events != null) {
                message.started(events);
            }
            RuntimeException refusal = admission.refusal(message);
            if (refusal == null) {
                send(message, message.destination());
            } else {
                message.fail(refusal, signals);
            }
        } finally {
            signals.exit(outermost);
        }
    }

    private void send(Outgoing message, int destination) {
        if (destination == rank) {
            self.send(message);
        } else {
            peers.get(destination).sender().send(message);
        }
    }

    /** Starts a receive. */
    public void receive(Incoming receive) {
        postings.post(receive);
    }

    /** Starts a probe. */
    public void probe(Probe probe) {
        postings.post(probe);
    }

    /**
     * Throws why no message can come any more that isn't here, as {@link #receive(Incoming)} would fail.
     *
     * @param context a communicator's
     * @param peer the sender's rank in the job, or any
     */
    public void checkSource(int context, int peer) {
        postings.checkSource(context, peer);
    }

    /** Starts an operation that is no message; {@link #end} is to end it, now or later. */
    public void start(Runnable operation) {
        signals.step(() -> {
            signals.started();
            operation.run();
        });
    }

    /** Ends an operation that is no message: its signal is given in its turn. */
    public void end(Completable operation) {
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
        postings.withdraw(receive);
    }

    /** Takes a started probe out of the queue, as a receive. */
    public void withdraw(Probe probe) {
        postings.withdraw(probe);
    }

    /**
     * Starts an operation that consists of many messages; it runs until {@link #end}.
     *
     * @param conversation whose messages may start as long as it runs, also while the engine closes
     * @throws EngineClosedException if no operation may start any more
     */
    public void begin(Conversation conversation) {
        checkOpen();
        conversations.begin(conversation);
    }

    /** Ends an operation that has begun; none of its messages runs any more. */
    public void end(Conversation conversation) {
        conversations.end(conversation);
    }

    /** Does something of which all signals come after it, and in turns with the signals of others. */
    public void step(Runnable work) {
        signals.step(work);
    }

    /**
     * Puts the message that a receive has got back where it came from, for the next receive, and ends this one as
     * cancelled. While the message is still arriving, that goes on. Without effect if nothing has met it, if it has failed,
     * if its memory is the user's, or if it has been given back before; its user must not have got the message.
     */
    public void giveBack(Incoming receive) {
        postings.giveBack(receive);
    }

    /** Puts the message that a probe has taken back, as that of a receive; its user must not have got the message. */
    public void giveBack(Probe probe) {
        postings.giveBack(probe);
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
        postings.receive(message, receive);
    }

    /**
     * Drops all messages of communicators that are freed here and that nobody has received. Senders that wait for them
     * are told; what is posted, or has been taken by probes, stays.
     */
    public void forget(int... contexts) {
        cuts.forget(contexts);
    }

    /** Throws {@link EngineClosedException} when no operation may start any more. */
    public void checkOpen() {
        admission.checkOpen();
    }

    /** Lets no operation start any more; what runs goes on. */
    public void close(String why) {
        admission.close(why);
    }

    /** Ends all that runs. */
    public void abort() {
        EngineClosedException cause = admission.abort();
        cuts.abort(cause);
        conversations.abort(cause);
    }

    /** Describes each operation that has not ended. */
    public List<String> pending() {
        return PendingOperation.lines(evidence.pending());
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

    /** What is known of this rank's messages. */
    public Evidence evidence() {
        return evidence;
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
        return peers.isConnected(rank);
    }

    /** Whether an operation with this context has started and not ended. */
    public boolean runs(int context) {
        return evidence.runs(context);
    }

    /** What failures and revocations end; they are told of by what is made before {@link Cuts}. */
    private final class Failures implements Operations {

        @Override
        public void onFailure() {
            cuts.onFailure();
        }

        @Override
        public void onRevoked(int communicator) {
            cuts.onRevoked(communicator);
        }
    }
}
