package org.reactivempi.transport.engine.protocol;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.link.Links;
import org.reactivempi.transport.engine.link.PeerLink;
import org.reactivempi.transport.engine.link.PeerListener;
import org.reactivempi.transport.engine.match.MatchQueues;
import org.reactivempi.transport.engine.match.Posted;
import org.reactivempi.transport.engine.progress.Signal;
import org.reactivempi.transport.engine.progress.Signals;

/** All messages of a rank: where sends and receives start, are taken back, and are cut off. */
public final class Messages {

    private final int rank;
    private final Signals signals;
    private final Executor loop;
    private final int eagerLimitBytes;
    private final int creditBytes;
    private final MatchQueues queues = new MatchQueues(receive -> cancelled((Incoming) receive));
    private final SelfProtocol self;
    private final @Nullable PeerProtocol[] peers;
    private final Set<Conversation> conversations = Collections.newSetFromMap(new IdentityHashMap<>());
    private @Nullable Links links;
    private @Nullable String closed;
    private boolean aborted;

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
    public Messages(int rank, int size, Signals signals, Executor loop, int eagerLimitBytes, int creditBytes) {
        this.rank = rank;
        this.signals = signals;
        this.loop = loop;
        this.eagerLimitBytes = eagerLimitBytes;
        this.creditBytes = creditBytes;
        this.self = new SelfProtocol(queues, signals, eagerLimitBytes, creditBytes);
        this.peers = new PeerProtocol[size];
    }

    /** Sets the ways to the peers; before anything else. */
    public void use(Links links) {
        this.links = links;
    }

    /** Makes this side of a new link. */
    public PeerListener join(PeerLink link) {
        PeerProtocol peer = new PeerProtocol(link, queues, signals, loop, eagerLimitBytes, creditBytes);
        peers[link.rank()] = peer;
        return peer;
    }

    /** Starts a send. */
    public void send(Outgoing message) {
        boolean outermost = signals.enter();
        try {
            signals.started();
            if (closed != null && !goesOn(message.isPart())) {
                message.failed(new EngineClosedException(closed));
                signals.due(message);
            } else if (message.destination == rank) {
                self.send(message);
            } else {
                peer(message.destination).send(message);
            }
        } finally {
            signals.exit(outermost);
        }
    }

    /** Starts a receive. */
    public void receive(Incoming receive) {
        boolean outermost = signals.enter();
        try {
            signals.started();
            if (closed != null && !goesOn(receive.isPart())) {
                receive.failed(new EngineClosedException(closed));
                signals.due(receive);
                return;
            }
            Parked message = (Parked) queues.post(receive);
            if (message != null) {
                message.deliver(receive);
            } else {
                failIfLost(receive);
            }
        } finally {
            signals.exit(outermost);
        }
    }

    /** A receive from a peer that is lost would wait for ever. */
    private void failIfLost(Incoming receive) {
        PeerProtocol peer = receive.peer() == Posted.ANY ? null : peers[receive.peer()];
        if (peer != null) {
            peer.failIfLost(receive);
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
            if (message.awaited != null) {
                message.awaited.withdraw();
            }
        });
    }

    /** Takes a started receive out of the queue, and ends it as cancelled; without effect if it has left the queue. */
    public void withdraw(Incoming receive) {
        signals.step(() -> {
            if (queues.withdraw(receive)) {
                cancelled(receive);
            }
        });
    }

    private void cancelled(Incoming receive) {
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

    private boolean goesOn(boolean part) {
        return part && !aborted;
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
        List<Incoming> receives = new ArrayList<>();
        queues.forEachPosted(receive -> receives.add((Incoming) receive));
        List<OwnMessage> own = new ArrayList<>();
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
            for (Incoming receive : receives) {
                queues.withdraw(receive);
                receive.failed(cause);
                signals.due(receive);
            }
        });
        List.copyOf(conversations).forEach(conversation -> conversation.onAborted(cause));
    }

    /** Describes each operation that has not ended. */
    public List<String> pending() {
        List<String> pending = new ArrayList<>();
        conversations.forEach(conversation -> pending.add(conversation.toString()));
        queues.forEachPosted(receive -> {
            if (!((Incoming) receive).isPart()) {
                pending.add(receive.toString());
            }
        });
        queues.forEachUnexpected(message -> {
            if (message instanceof OwnMessage own && !own.isPart()) {
                pending.add(message.toString());
            }
        });
        for (PeerProtocol peer : peers) {
            if (peer != null) {
                peer.describe(pending::add);
            }
        }
        return pending;
    }

    private PeerProtocol peer(int destination) {
        PeerProtocol peer = peers[destination];
        if (peer == null) {
            if (links == null) {
                throw new IllegalStateException("no links yet");
            }
            links.peer(destination);
            peer = peers[destination];
        }
        if (peer == null) {
            throw new IllegalStateException("link to rank " + destination + " has no protocol");
        }
        return peer;
    }
}
