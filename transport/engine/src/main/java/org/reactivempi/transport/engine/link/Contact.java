package org.reactivempi.transport.engine.link;

import io.netty.channel.ConnectTimeoutException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.engine.auth.RejectedException;
import org.reactivempi.transport.engine.packet.ProtocolException;
import org.reactivempi.transport.engine.packet.Refusal;
import org.reactivempi.transport.engine.packet.Resumption;

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

    private static final Log log = Log.of(Contact.class);

    /** Whoever opened a connection opens the next one; the other side does so only if that takes long. */
    private static final Duration FIRST_REST_OF_THE_OTHER = Duration.ofMillis(200);

    /** A connection whose other end's process has ended ends by itself, behind all that was sent; at the latest after such a silence. */
    private static final Duration SILENCE_OF_THE_DEAD = Duration.ofMillis(300);

    private final Links links;
    private final PeerLink peer;
    private final Acquaintance acquaintance;
    private final Patience patience;
    private State state = State.IDLE;
    private @Nullable Connection connection;
    private @Nullable List<PeerAddress> addresses;
    private @Nullable Ways ways;
    private String lastFailure = "no connection could be made";
    /** Whether this rank opened the connection that stands. */
    private boolean ours;

    private boolean processEnded;

    Contact(Links links, PeerLink peer) {
        this.links = links;
        this.peer = peer;
        this.acquaintance = new Acquaintance(links.identity().incarnation());
        this.patience = new Patience(links, this::onLimit);
    }

    /** Whether there has been no connection yet. */
    boolean hasNeverStood() {
        return acquaintance.haveNeverMet();
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
        return acquaintance.resumption(greeting, peer.receivedBytes());
    }

    /** Begins to look for a connection, if nobody has. */
    void seek() {
        if (state == State.IDLE) {
            lookUp();
        }
    }

    private void lookUp() {
        state = State.LOOKING_UP;
        patience.miss();
        links.lookUp(this);
    }

    int rank() {
        return peer.rank();
    }

    /** Since when the peer is looked for; null if it need not be. */
    @Nullable
    Instant missingSince() {
        return patience.missingSince();
    }

    void onAddresses(List<PeerAddress> found) {
        addresses = found;
        if (state == State.LOOKING_UP) {
            tryAll(found);
        }
    }

    void onNoAddress(Throwable cause) {
        if (state == State.LOOKING_UP) {
            fail("has no address: " + Lifetime.words(cause), cause);
        }
    }

    private void tryAll(List<PeerAddress> found) {
        Ways all = new Ways(links.routes(), found);
        ways = all;
        state = State.CONNECTING;
        patience.attempt();
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
        if (!acquaintance.isKnown(theirs)) {
            return Refusal.Reason.INCARNATION;
        }
        if (state == State.ENDED || acquaintance.isUsedUp(theirs)) {
            return Refusal.Reason.DUPLICATE;
        }
        return yields(theirs) ? Refusal.Reason.SIMULTANEOUS : null;
    }

    private boolean yields(Resumption theirs) {
        Connection own = connection;
        return switch (state) {
            case CONNECTING -> links.identity().rank() < peer.rank() && own != null && own.hasGreeted();
            // The peer's hello may have been under way when it welcomed ours.
            case STANDING -> ours && acquaintance.isOutdated(theirs);
            case IDLE, LOOKING_UP, RESTING, ENDED -> false;
        };
    }

    /** The peer says who it is. */
    void meet(Resumption theirs) {
        acquaintance.meet(theirs);
    }

    /** A connection stands; it takes the place of whatever there was. */
    void onStanding(Connection standing, Resumption theirs, long creditBytes) {
        Connection other = connection;
        ours = other == standing;
        if (other != null && !ours) {
            other.close();
        }
        if (state == State.STANDING && !ours) {
            peer.life().onInterrupted();
        }
        if (ours && hasNeverStood()) {
            warnOfOthers(standing.channel());
        }
        connection = standing;
        state = State.STANDING;
        acquaintance.onStanding(theirs);
        patience.relax();
        ways = null;
        peer.life().onStanding(standing, theirs.receivedBytes(), creditBytes, acquaintance.connections());
    }

    /** Not before some channel leads there: where none does the peer is lost, with all that was tried, or has simply died. */
    private void warnOfOthers(String channel) {
        Ways tried = ways;
        if (tried != null && tried.hasFailed()) {
            log.about(rank()).warn("rank {} {}; messages go by {}", rank(), tried.problem(), channel);
        }
    }

    /** The peer has answered a greeting with no. */
    void onRefused(Connection refused, Refusal.Reason reason) {
        if (connection != refused) {
            return;
        }
        connection = null;
        if (reason == Refusal.Reason.SIMULTANEOUS) {
            lastFailure = "did not connect in time";
            rest(Patience.LONGEST_REST);
        } else {
            peer.life().onRefused(reason);
        }
    }

    /** A connection has ended, or was never made. */
    void onClosed(Connection closed, @Nullable Throwable cause) {
        if (connection != closed) {
            return;
        }
        connection = null;
        if (state == State.STANDING) {
            peer.life().onClosed(cause);
        } else {
            onFailed(closed, cause);
        }
    }

    /** The peer has sent what it must not, or this rank has failed on it: another connection would mend nothing. */
    void onBreach(Connection closed, Throwable breach) {
        if (connection != closed) {
            return;
        }
        connection = null;
        if (state == State.STANDING) {
            peer.life().onBreach(breach);
        } else {
            onFailed(closed, breach);
        }
    }

    private void onFailed(Connection failed, @Nullable Throwable cause) {
        Ways others = ways;
        if (others == null) {
            fail("cannot be reached: " + Lifetime.words(cause), cause);
            return;
        }
        others.failed(failed.channel(), Lifetime.words(cause));
        if (!others.hasMore() && failed.hasGreeted() && failed.mayBreak() && isBreak(cause)) {
            // It has been there a moment ago.
            lastFailure = others.problem();
            rest(patience.backoff());
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
        if (hasNeverStood() && !mayComeLater(cause) || cause instanceof ProtocolException) {
            peer.life().loseUnreachable(problem, cause);
        } else if (peer.life().isLeaving() && (cause == null || isRefused(cause))) {
            // No way leads there, or nobody listens there any more: the peer has ended.
            peer.life().onVanished();
        } else {
            lastFailure = problem;
            rest(patience.backoff());
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

    private void rest(Duration pause) {
        state = State.RESTING;
        if (processEnded) {
            peer.life().onProcessEnded();
            return;
        }
        patience.miss();
        patience.limit(longest());
        int before = patience.attempts();
        links.after(pause, () -> {
            if (state == State.RESTING && patience.attempts() == before) {
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

    /** The peer's process has ended. What it has sent may still come by the connection that there is; there will be no other. */
    void onProcessEnded() {
        processEnded = true;
        switch (state) {
            case CONNECTING, STANDING -> awaitSilence();
            case IDLE, LOOKING_UP, RESTING -> peer.life().onProcessEnded();
            case ENDED -> {}
        }
    }

    private void awaitSilence() {
        long before = peer.receivedBytes();
        links.after(SILENCE_OF_THE_DEAD, () -> {
            if (state == State.ENDED) {
                return;
            }
            if (peer.receivedBytes() == before) {
                peer.life().onProcessEnded();
            } else {
                awaitSilence();
            }
        });
    }

    /** For how long a connection is looked for. The peer may have to try all ways, one after the other, to make the first. */
    private Duration longest() {
        Ways tried = ways;
        return hasNeverStood()
                ? links.identity().connectTimeout().multipliedBy(tried == null ? 1 : tried.count())
                : links.identity().reconnectTimeout();
    }

    /** How long one attempt may take. */
    Duration longestAttempt() {
        Identity self = links.identity();
        return hasNeverStood()
                ? self.connectTimeout()
                : min(
                        self.connectTimeout(),
                        self.reconnectTimeout().dividedBy(4).plusMillis(1));
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void onLimit() {
        if (state != State.STANDING && state != State.ENDED) {
            String problem = hasNeverStood()
                    ? lastFailure
                    : "has failed: no connection for " + text(links.identity().reconnectTimeout()) + ", the last one "
                            + lastFailure;
            peer.life().loseUnreachable(problem, null);
        }
    }

    static String text(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    /** Ends the connection, and looks for no other. */
    void end() {
        state = State.ENDED;
        patience.end();
        Connection last = connection;
        connection = null;
        if (last != null) {
            last.close();
        }
    }
}
