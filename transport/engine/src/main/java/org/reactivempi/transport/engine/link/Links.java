package org.reactivempi.transport.engine.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.RefusedException;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.auth.Credentials;
import org.reactivempi.transport.engine.auth.Rejection;
import org.reactivempi.transport.engine.auth.Rejections;
import org.reactivempi.transport.engine.packet.Hello;
import org.reactivempi.transport.engine.packet.PacketFamily;
import org.reactivempi.transport.engine.packet.Refusal;
import org.reactivempi.transport.engine.progress.CompletionQueue;
import org.reactivempi.transport.engine.progress.Waiting;
import reactor.core.publisher.Mono;

/** All links of a rank: makes them, accepts those of peers, sends what has gathered in a turn, closes them. */
public final class Links {

    private static final Log log = Log.of(Links.class);
    private static final Duration SHORTEST_GOODBYE_LIMIT = Duration.ofSeconds(5);

    /** A rank that ends at once waits so long for its last words to leave. */
    private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(1);

    private final Identity identity;
    private final Credentials credentials;
    private final Rejections rejections = new Rejections();
    private final EventLoop loop;
    private final Waiting waiting;
    private final CompletionQueue signals;
    private final PeerDirectory directory;
    private final PeerHandlers.Factories handlers = new PeerHandlers.Factories();
    private final @Nullable PeerLink[] peers;
    private List<PeerLink> dirty = new ArrayList<>();
    private List<PeerLink> flushing = new ArrayList<>();
    private final Connections connections = new Connections(rejections);
    private List<Route> routes = List.of();
    private @Nullable ScheduledFuture<?> heart;
    private @Nullable Runnable whenClosed;
    /** How many answers of the directory are still to come, of peers that can't be reached. */
    private int questions;

    /**
     * No links yet.
     *
     * @param identity this rank
     * @param credentials what it proves that with
     * @param loop its progress loop
     * @param waiting told of input
     * @param signals every callback is a step
     * @param directory where peers are
     */
    public Links(
            Identity identity,
            Credentials credentials,
            EventLoop loop,
            Waiting waiting,
            CompletionQueue signals,
            PeerDirectory directory) {
        this.identity = identity;
        this.credentials = credentials;
        this.loop = loop;
        this.waiting = waiting;
        this.signals = signals;
        this.directory = directory;
        this.peers = new PeerLink[identity.size()];
    }

    /**
     * Sets who takes the packets of a family; before there is any link. Packets of a family that nobody takes are a breach.
     *
     * @param family one that is not registered yet, and not the link's own
     * @param handler makes the handler of each peer
     */
    public void register(PacketFamily family, Function<PeerLink, ? extends PeerListener> handler) {
        handlers.add(family, handler);
    }

    /** Sets the ways in which this rank listens and connects, the best first; before anything else. */
    public void use(List<Route> routes) {
        this.routes = routes;
    }

    /** The link to a peer, made now if there is none. */
    public PeerLink peer(int rank) {
        assert loop.inEventLoop();
        PeerLink peer = peers[rank];
        if (peer == null) {
            peer = new PeerLink(this, rank, handlers);
            peers[rank] = peer;
        }
        return peer;
    }

    /** The program knows that a peer has failed. */
    public void noteKnown(int rank) {
        PeerLink peer = peers[rank];
        if (peer != null) {
            peer.life().noteKnown();
        }
    }

    /** Shows the links that exist. */
    public void forEach(Consumer<PeerLink> visitor) {
        assert loop.inEventLoop();
        for (PeerLink peer : peers) {
            if (peer != null) {
                visitor.accept(peer);
            }
        }
    }

    List<Route> routes() {
        return routes;
    }

    /** Takes the connections of peers, and of strangers, over a channel whose connections may break, or may not. */
    public Acceptor acceptor(String channel, boolean mayBreak) {
        return new Acceptor() {
            @Override
            public LinkHandler accept() {
                Connection connection = Connection.accepted(channel, mayBreak, Links.this);
                connections.addStranger(connection);
                return connection;
            }

            @Override
            public void refused(RefusedException why) {
                rejections.count(Rejection.CHANNEL);
                log.about(channel).warn("refused a connection by {}: {}", channel, why.getMessage());
            }
        };
    }

    /** Sends all that has gathered in this turn. What callbacks of this add leaves in the next turn. */
    public void flush() {
        assert loop.inEventLoop();
        if (dirty.isEmpty()) {
            return;
        }
        List<PeerLink> ofThisTurn = dirty;
        dirty = flushing;
        flushing = ofThisTurn;
        flushing.forEach(PeerLink::flush);
        flushing.clear();
        if (!dirty.isEmpty()) {
            loop.execute(() -> {});
        }
    }

    /** Takes leave of all peers, then runs {@code whenClosed}; a peer that does not answer is not waited for long. */
    public void close(Runnable whenClosed) {
        assert loop.inEventLoop();
        this.whenClosed = whenClosed;
        after(longestGoodbye(), this::giveUpGoodbyes);
        forEach(peer -> peer.life().leave());
        left();
    }

    /** Gives up all peers at once, then runs {@code whenTold}; a peer that takes nothing is not waited for long. */
    public void abort(String why, Runnable whenTold) {
        assert loop.inEventLoop();
        whenClosed = null;
        forEach(peer -> peer.life().sayAborted());
        // Whoever hears of the loss of one peer may want to tell the next one.
        forEach(peer -> peer.life().lose(why, null));
        connections.closeAll();
        // A loop that ends now would reset those with unread input, and so take back what was just said.
        after(LONGEST_FAREWELL, connections::waitNoLonger);
        connections.whenClosed(whenTold);
    }

    /** The peers that were lost with messages whose sends have completed, and of whose loss the program has never heard. */
    public List<PeerLostException> silentLosses() {
        List<PeerLostException> losses = new ArrayList<>();
        forEach(peer -> {
            PeerLostException loss = peer.life().silentLoss();
            if (loss != null) {
                losses.add(loss);
            }
        });
        return losses;
    }

    /** The process of a rank has ended without finalizing, as somebody says who knows. */
    public void onProcessEnded(int rank) {
        if (whenClosed == null || peers[rank] != null) {
            peer(rank).contact().onProcessEnded();
        }
    }

    /** Stops listening. */
    public void closeEndpoints() {
        routes.forEach(route -> route.endpoint().close());
    }

    /** A goodbye may need another connection. */
    private Duration longestGoodbye() {
        Duration reconnect = identity.reconnectTimeout();
        return reconnect.compareTo(SHORTEST_GOODBYE_LIMIT) > 0 ? reconnect : SHORTEST_GOODBYE_LIMIT;
    }

    private void giveUpGoodbyes() {
        if (whenClosed != null) {
            forEach(peer -> peer.life().lose("did not answer the goodbye", null));
            questions = 0;
            left();
        }
    }

    void left(PeerLink peer) {
        loop.execute(this::left);
    }

    private void left() {
        Runnable action = whenClosed;
        if (action == null || questions > 0) {
            return;
        }
        for (PeerLink peer : peers) {
            if (peer != null && !peer.life().isGone()) {
                return;
            }
        }
        whenClosed = null;
        connections.closeAll();
        action.run();
    }

    /** Why a greeting is refused, null if it isn't; {@code proven} is the rank that its sender has proven to be. */
    Refusal.@Nullable Reason objectionTo(ByteBuf hello, int proven) {
        int from = Hello.from(hello);
        if (Hello.version(hello) != Hello.VERSION) {
            return Refusal.Reason.VERSION;
        }
        if (Hello.job(hello) != identity.job()) {
            return Refusal.Reason.JOB;
        }
        boolean isOther = from >= 0 && from < identity.size() && from != identity.rank();
        if (Hello.to(hello) != identity.rank() || !isOther || from != proven) {
            return Refusal.Reason.RANK;
        }
        PeerLink known = peers[from];
        if (known != null) {
            // Also while this rank finalizes: packets may wait for just this connection (LIF-2).
            return known.contact().objection(Hello.resumption(hello));
        }
        return whenClosed == null ? null : Refusal.Reason.FINALIZED;
    }

    /** Whether a peer that cannot be reached may not have started yet. */
    boolean mayBeLate() {
        return directory.mayBeLate();
    }

    void lookUp(Contact peer) {
        directory
                .addresses(peer.rank())
                .switchIfEmpty(Mono.error(() -> new NoSuchElementException("the directory has none")))
                .subscribe(
                        addresses -> answer(() -> peer.onAddresses(addresses)),
                        error -> answer(() -> peer.onNoAddress(error)));
    }

    /** Asks whether a rank that nobody can reach has come to its orderly end; this rank finalizes behind the answer. */
    void askFinalized(int rank, Consumer<Boolean> told) {
        questions++;
        directory
                .hasFinalized(rank)
                .onErrorReturn(false)
                .subscribe(finalized -> answer(() -> {
                    questions--;
                    signals.step(() -> told.accept(finalized));
                    left();
                }));
    }

    private void answer(Runnable onLoop) {
        try {
            loop.execute(onLoop);
        } catch (RejectedExecutionException e) {
            // The engine has ended meanwhile, and needs no address any more.
        }
    }

    void connect(Ways.Way way, Connection connection) {
        connections.add(connection);
        way.route().endpoint().connect(way.address(), connection);
    }

    void dirty(PeerLink peer) {
        dirty.add(peer);
    }

    /** From now on peers hear from this rank now and then, if {@code needed}, and whoever isn't heard is noticed. */
    void beat(boolean needed) {
        if (needed && heart == null) {
            long nanos = identity.heartbeat().toNanos();
            // With a delay, not at a rate: a process that was stopped would beat for all that time at once, and blame
            // its peers.
            heart = loop.scheduleWithFixedDelay(
                    () -> signals.step(() -> forEach(PeerLink::beat)), nanos, nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** Does something in a step of its own, when the one that runs is over. */
    void later(Runnable action) {
        loop.execute(() -> signals.step(action));
    }

    ScheduledFuture<?> after(Duration delay, Runnable action) {
        return loop.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    ByteBuf buffer(int bytes) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(bytes);
    }

    Connections connections() {
        return connections;
    }

    Identity identity() {
        return identity;
    }

    Credentials credentials() {
        return credentials;
    }

    /** How many connections were refused, and why; for any thread. */
    public Rejections rejections() {
        return rejections;
    }

    Waiting waiting() {
        return waiting;
    }

    CompletionQueue signals() {
        return signals;
    }
}
