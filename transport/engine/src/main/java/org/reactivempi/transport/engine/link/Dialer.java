package org.reactivempi.transport.engine.link;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tries to connect to one peer: looks up its addresses once, tries all candidates one after the other, and tries them all again after
 * a pause, within a time limit.
 *
 * <pre>
 *         start                addresses                no candidate left
 *  IDLE ----------&gt; LOOKING_UP ----------&gt; CONNECTING ---------------------&gt; onUnreachable
 *   ^                                       |     ^                             |
 *   |                                       |     +-----------PAUSING &lt;---retry-+
 *   +---------------onStanding, end---------+
 * </pre>
 * The owner makes the connections, and decides whether another try may help.
 */
final class Dialer {

    private enum State {
        IDLE,
        LOOKING_UP,
        CONNECTING,
        PAUSING
    }

    /** The link that needs a connection. */
    interface Owner {

        /** Gives the addresses of the peer, or why there are none, in a later turn. */
        void lookUp(Consumer<List<PeerDirectory.Address>> found, Consumer<Throwable> failed);

        /** Makes a connection, and calls {@link Dialer#failed} if that fails. */
        void connect(Candidates.Candidate candidate);

        /** No candidate is left; {@code wasThere} if the last one was reached, and lost before the greetings were over. */
        void onUnreachable(String problem, @Nullable Throwable cause, boolean wasThere);

        /** The time limit is reached; {@code lastFailure} is that of the last try. */
        void onOutOfTime(String lastFailure);
    }

    private final LinkContext context;
    private final Owner owner;
    private final ReconnectBackoff backoff;
    private State state = State.IDLE;
    private @Nullable List<PeerDirectory.Address> addresses;
    private @Nullable Candidates candidates;
    private String lastFailure = "no connection could be made";
    private boolean hasStood;

    Dialer(LinkContext context, Owner owner) {
        this.context = context;
        this.owner = owner;
        this.backoff = new ReconnectBackoff(context, () -> owner.onOutOfTime(lastFailure));
    }

    /** Begins. */
    void start() {
        state = State.LOOKING_UP;
        backoff.miss();
        owner.lookUp(this::onAddresses, this::onNoAddress);
    }

    private void onAddresses(List<PeerDirectory.Address> found) {
        addresses = found;
        if (state == State.LOOKING_UP) {
            tryAll(found);
        }
    }

    private void onNoAddress(Throwable cause) {
        if (state == State.LOOKING_UP) {
            owner.onUnreachable("has no address: " + words(cause), cause, false);
        }
    }

    private void tryAll(List<PeerDirectory.Address> found) {
        Candidates all = new Candidates(context.routes(), found);
        candidates = all;
        state = State.CONNECTING;
        backoff.attempt();
        tryNext(all, null);
    }

    private void tryNext(Candidates all, @Nullable Throwable failure) {
        Candidates.Candidate next = all.next();
        if (next == null) {
            owner.onUnreachable(all.problem(), failure, false);
        } else {
            owner.connect(next);
        }
    }

    /**
     * A connection could not be made: tries the next candidate.
     *
     * @param channel of the connection
     * @param cause why
     * @param wasThere whether the peer was reached, and may be reached again
     */
    void failed(String channel, @Nullable Throwable cause, boolean wasThere) {
        Candidates others = candidates;
        if (others == null) {
            owner.onUnreachable("cannot be reached: " + words(cause), cause, false);
            return;
        }
        others.failed(channel, words(cause));
        if (wasThere && !others.hasMore()) {
            owner.onUnreachable(others.problem(), cause, true);
        } else {
            tryNext(others, cause);
        }
    }

    /** Tries all candidates again after a pause that grows with each try. */
    void retry(String why) {
        retry(why, backoff.pause());
    }

    /** The same after a given pause. */
    void retry(String why, Duration pause) {
        lastFailure = why;
        state = State.PAUSING;
        backoff.miss();
        backoff.limit(longestSearch());
        int before = backoff.attempts();
        context.after(pause, () -> {
            if (state == State.PAUSING && backoff.attempts() == before) {
                tryAgain();
            }
        });
    }

    private void tryAgain() {
        List<PeerDirectory.Address> known = addresses;
        if (known == null) {
            start();
        } else {
            tryAll(known);
        }
    }

    /** For how long a connection is looked for. The peer may have to try all channels, one after the other, to make the first. */
    private Duration longestSearch() {
        Candidates tried = candidates;
        LinkSettings settings = context.settings();
        return hasStood
                ? settings.reconnectTimeout()
                : settings.connectTimeout().multipliedBy(tried == null ? 1 : tried.count());
    }

    /** How long one attempt may take. */
    Duration longestAttempt() {
        LinkSettings settings = context.settings();
        return hasStood ? settings.reconnectAttempt() : settings.connectTimeout();
    }

    /** A connection stands, perhaps one that the peer has made. Returns what was wrong with other candidates, null if nothing. */
    @Nullable
    String onStanding() {
        Candidates tried = candidates;
        hasStood = true;
        candidates = null;
        state = State.IDLE;
        backoff.relax();
        return tried != null && tried.hasFailed() ? tried.problem() : null;
    }

    /** Since when a connection is missing; null if none is. */
    @Nullable
    Instant missingSince() {
        return backoff.missingSince();
    }

    /** No connection is needed any more. */
    void end() {
        state = State.IDLE;
        backoff.end();
    }

    /** The cause of a failure, in words. */
    static String words(@Nullable Throwable cause) {
        if (cause == null) {
            return "the connection ended";
        }
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }
}
