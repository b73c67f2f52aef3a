package org.reactivempi.transport.engine.link;

import io.netty.channel.ConnectTimeoutException;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.auth.RejectedException;
import org.reactivempi.transport.engine.packet.ProtocolException;
import org.reactivempi.transport.engine.packet.Refusal;
import org.reactivempi.transport.engine.packet.Resumption;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * Finds a connection to one peer, and another one when it breaks.
 *
 * <pre>
 *          packet             address              welcome
 *  IDLE ----------&gt; LOOKING_UP ------&gt; CONNECTING ---------&gt; STANDING --end--&gt; ENDED
 *    |                  |               |   ^ refused: the    |  ^
 *    |                  |        failed |   | peer connects   |  |
 *    |                  |               v   |                 |  |
 *    |                  |              RESTING &lt;----broken----+  |
 *    +------------------+----------------+------the peer's hello-+
 * </pre>
 * From everywhere a failure that no other attempt can mend leads to ENDED. When both sides connect at once, the connection
 * of the lower rank stays: that rank refuses the other's hello as soon as its own is under way, and the other accepts it.
 */
final class Contact {

    private enum State {
        IDLE,
        LOOKING_UP,
        CONNECTING,
        RESTING,
        STANDING,
        ENDED
    }

    private static final Logger log = Loggers.getLogger(Contact.class);

    private static final Duration SHORTEST_REST = Duration.ofMillis(10);
    private static final Duration LONGEST_REST = Duration.ofSeconds(1);
    /** Whoever opened a connection opens the next one; the other side does so only if that takes long. */
    private static final Duration FIRST_REST_OF_THE_OTHER = Duration.ofMillis(200);

    private final Links links;
    private final PeerLink peer;
    private State state = State.IDLE;
    private @Nullable Connection connection;
    private @Nullable List<PeerAddress> addresses;
    private @Nullable Ways ways;
    private @Nullable ScheduledFuture<?> limit;
    private String lastFailure = "no connection could be made";
    /** Whether this rank opened the connection that stands. */
    private boolean ours;

    private long incarnation;
    private int connections;
    private int greetings;
    private int greetingsOfPeer;
    private int attempts;
    private @Nullable Instant missingSince;

    Contact(Links links, PeerLink peer) {
        this.links = links;
        this.peer = peer;
    }

    /** Whether there has been no connection yet. */
    boolean hasNeverStood() {
        return connections == 0;
    }

    boolean isEnded() {
        return state == State.ENDED;
    }

    /** The connection that stands, if one does. */
    @Nullable
    Connection standing() {
        return state == State.STANDING ? connection : null;
    }

    /** What a greeting says; in an answer {@code greeting} is false. */
    Resumption resumption(boolean greeting) {
        int attempt = greeting ? ++greetings : 0;
        return new Resumption(links.identity().incarnation(), incarnation, peer.receivedBytes(), connections, attempt);
    }

    /** Begins to look for a connection, if nobody has. */
    void seek() {
        if (state == State.IDLE) {
            lookUp();
        }
    }

    private void lookUp() {
        state = State.LOOKING_UP;
        miss();
        links.lookUp(this);
    }

    int rank() {
        return peer.rank();
    }

    /** Since when the peer is looked for; null if it need not be. */
    @Nullable
    Instant missingSince() {
        return missingSince;
    }

    void onAddresses(List<PeerAddress> found) {
        addresses = found;
        if (state == State.LOOKING_UP) {
            tryAll(found);
        }
    }

    void onNoAddress(Throwable cause) {
        if (state == State.LOOKING_UP) {
            fail("has no address: " + PeerLink.words(cause), cause);
        }
    }

    private void tryAll(List<PeerAddress> found) {
        Ways all = new Ways(links.routes(), found);
        ways = all;
        state = State.CONNECTING;
        attempts++;
        connect(all, null);
    }

    /** Tries the next way, if there is one. */
    private void connect(Ways ways, @Nullable Throwable failure) {
        Ways.Way way = ways.next();
        if (way == null) {
            fail(ways.problem(), failure);
            return;
        }
        Connection made = Connection.to(peer, way.route(), links);
        connection = made;
        links.connect(way, made);
    }

    /** Whether a greeting of the peer is to be refused in favour of ours, or of the connection that stands; null if not. */
    Refusal.@Nullable Reason objection(Resumption theirs) {
        if (!isKnown(theirs)) {
            return Refusal.Reason.INCARNATION;
        }
        if (state == State.ENDED || theirs.attempt() <= greetingsOfPeer) {
            return Refusal.Reason.DUPLICATE;
        }
        return yields(theirs) ? Refusal.Reason.SIMULTANEOUS : null;
    }

    private boolean yields(Resumption theirs) {
        Connection own = connection;
        return switch (state) {
            case CONNECTING -> links.identity().rank() < peer.rank() && own != null && own.hasGreeted();
            // The peer's hello may have been under way when it welcomed ours.
            case STANDING -> ours && theirs.connections() < connections;
            case IDLE, LOOKING_UP, RESTING, ENDED -> false;
        };
    }

    /** Whether both sides are still the processes that they have been. */
    private boolean isKnown(Resumption theirs) {
        return (incarnation == 0 || incarnation == theirs.incarnation())
                && (theirs.peer() == 0 || theirs.peer() == links.identity().incarnation());
    }

    /** The peer says who it is. */
    void meet(Resumption theirs) {
        if (!isKnown(theirs)) {
            throw new ProtocolException("it is another process than before");
        }
        incarnation = theirs.incarnation();
    }

    /** A connection stands; it takes the place of whatever there was. */
    void onStanding(Connection standing, Resumption theirs, long creditBytes) {
        Connection other = connection;
        ours = other == standing;
        if (other != null && !ours) {
            other.close();
        }
        if (state == State.STANDING && !ours) {
            peer.onInterrupted();
        }
        connection = standing;
        state = State.STANDING;
        greetingsOfPeer = Math.max(greetingsOfPeer, theirs.attempt());
        connections = Math.max(connections, theirs.connections()) + 1;
        attempts = 0;
        missingSince = null;
        ways = null;
        cancelLimit();
        peer.onStanding(standing, theirs.receivedBytes(), creditBytes, connections);
    }

    /** The peer has answered a greeting with no. */
    void onRefused(Connection refused, Refusal.Reason reason) {
        if (connection != refused) {
            return;
        }
        connection = null;
        if (reason == Refusal.Reason.SIMULTANEOUS) {
            lastFailure = "did not connect in time";
            rest(LONGEST_REST);
        } else {
            peer.onRefused(reason);
        }
    }

    /** A connection has ended, or was never made. */
    void onClosed(Connection closed, @Nullable Throwable cause) {
        if (connection != closed) {
            return;
        }
        connection = null;
        if (state == State.STANDING) {
            peer.onClosed(cause);
        } else {
            onFailed(closed, cause);
        }
    }

    /** The peer has sent what it must not, or this rank has made a mistake: another connection would mend nothing. */
    void onBreach(Connection closed, RuntimeException breach) {
        if (connection != closed) {
            return;
        }
        connection = null;
        if (state == State.STANDING) {
            peer.onBreach(breach);
        } else {
            onFailed(closed, breach);
        }
    }

    private void onFailed(Connection failed, @Nullable Throwable cause) {
        Ways others = ways;
        if (others == null) {
            fail("cannot be reached: " + PeerLink.words(cause), cause);
            return;
        }
        others.failed(failed.channel(), PeerLink.words(cause));
        if (others.hasMore() && connections == 0) {
            log.warn(
                    "rank {} cannot be reached by {}: {}; trying another channel",
                    rank(),
                    failed.channel(),
                    PeerLink.words(cause));
        }
        if (!others.hasMore() && failed.hasGreeted() && failed.mayBreak() && isBreak(cause)) {
            // It has been there a moment ago.
            lastFailure = others.problem();
            rest(backoff());
        } else {
            connect(others, cause);
        }
    }

    private static boolean isBreak(@Nullable Throwable cause) {
        return !(cause instanceof ProtocolException
                || cause instanceof RejectedException
                || cause instanceof TimeoutException);
    }

    private static boolean isRefused(@Nullable Throwable cause) {
        return cause instanceof ConnectException && !(cause instanceof ConnectTimeoutException);
    }

    /** No attempt has worked: a peer that has never been reached is lost, another one, or one that may be late, is tried again. */
    private void fail(String problem, @Nullable Throwable cause) {
        if (connections == 0 && !mayComeLater(cause) || cause instanceof ProtocolException) {
            peer.lose(problem, cause);
        } else if (peer.isLeaving() && (cause == null || isRefused(cause))) {
            // No way leads there, or nobody listens there any more: the peer has ended, and needs no goodbye.
            peer.onEnded();
        } else {
            lastFailure = problem;
            rest(backoff());
        }
    }

    private boolean mayComeLater(@Nullable Throwable cause) {
        return links.mayBeLate() && cause != null && isBreak(cause);
    }

    /** The connection that stood is broken: looks for another. */
    void renew(String why) {
        lastFailure = why;
        rest(ours ? Duration.ZERO : FIRST_REST_OF_THE_OTHER);
    }

    private void miss() {
        if (missingSince == null) {
            missingSince = Instant.now();
        }
    }

    private void rest(Duration pause) {
        state = State.RESTING;
        miss();
        if (limit == null) {
            limit = links.after(longest(), this::onLimit);
        }
        int before = attempts;
        links.after(pause, () -> {
            if (state == State.RESTING && attempts == before) {
                tryAgain();
            }
        });
    }

    private void tryAgain() {
        List<PeerAddress> known = addresses;
        if (known == null) {
            lookUp();
        } else {
            tryAll(known);
        }
    }

    /** Longer each time, and never the same on both sides. */
    private Duration backoff() {
        Duration longest = SHORTEST_REST.multipliedBy(1L << Math.min(attempts, 7));
        long millis = Math.min(longest.toMillis(), LONGEST_REST.toMillis());
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(millis / 2, millis + 1));
    }

    /** For how long a connection is looked for. The peer may have to try all ways, one after the other, to make the first. */
    private Duration longest() {
        Ways tried = ways;
        return connections > 0
                ? links.identity().reconnectTimeout()
                : links.identity().connectTimeout().multipliedBy(tried == null ? 1 : tried.count());
    }

    /** How long one attempt may take. */
    Duration longestAttempt() {
        Identity self = links.identity();
        return connections == 0
                ? self.connectTimeout()
                : min(
                        self.connectTimeout(),
                        self.reconnectTimeout().dividedBy(4).plusMillis(1));
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void onLimit() {
        limit = null;
        if (state != State.STANDING && state != State.ENDED) {
            String problem = connections == 0
                    ? lastFailure
                    : "has failed: no connection for " + text(links.identity().reconnectTimeout()) + ", the last one "
                            + lastFailure;
            peer.lose(problem, null);
        }
    }

    static String text(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    private void cancelLimit() {
        ScheduledFuture<?> running = limit;
        limit = null;
        if (running != null) {
            running.cancel(false);
        }
    }

    /** Ends the connection, and looks for no other. */
    void end() {
        state = State.ENDED;
        cancelLimit();
        Connection last = connection;
        connection = null;
        if (last != null) {
            last.close();
        }
    }
}
