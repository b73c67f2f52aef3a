package org.reactivempi.transport.engine.link;

import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.link.LinkContext.Route;
import org.reactivempi.transport.engine.port.PeerDirectory;

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
 * Candidates are the channels that both ranks have, in the order of this rank's, at each address that the peer has given: which of
 * them lead to it, the handshake shows. Pauses grow with each attempt, and are random, so that
 * two ranks don't stay in step. The owner makes the connections, and decides whether another try may help.
 */
final class Dialer {

    private enum State {
        IDLE,
        LOOKING_UP,
        CONNECTING,
        PAUSING
    }

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(10);
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /** One of this rank's channels, and an address of the peer there, one of so many. */
    record Candidate(Route route, String address, int addresses) {

        /** Of several addresses at one channel, which one. */
        String inWords() {
            return addresses > 1 ? route.channel() + " at " + address : route.channel();
        }
    }

    /** The link that needs a connection. */
    interface Owner {

        /** Gives the addresses of the peer, or why there are none, in a later turn. */
        void lookUp(Consumer<List<PeerDirectory.Address>> found, Consumer<Throwable> failed);

        /** Whether the peer may come later, and elsewhere than it was: its addresses are looked up for each attempt. */
        default boolean mayMove() {
            return false;
        }

        /** Whether others say that the peer has been there, though this rank has not met it. */
        default boolean isHeardOf() {
            return false;
        }

        /** Makes a connection, and calls {@link Dialer#failed} if that fails. */
        void connect(Candidate candidate);

        /** No candidate is left; {@code wasThere} if the last one was reached, and lost before the greetings were over. */
        void onUnreachable(String problem, @Nullable Throwable cause, boolean wasThere);

        /** The time limit is reached; {@code lastFailure} is that of the last try. */
        void onOutOfTime(String lastFailure);
    }

    private final LinkContext context;
    private final Owner owner;
    /** Of this attempt; none while there is none. */
    private List<Candidate> candidates = List.of();
    /** How many of them were tried, or are. */
    private int begun;
    /** What became of those. */
    private List<String> failures = List.of();
    /** The one that is tried, or has stood last. */
    private @Nullable Candidate current;
    /** By which this rank has reached the peer. */
    private @Nullable Candidate proven;
    /** Of the channel that is tried, what became of its first address, which is the likeliest. */
    private @Nullable String failedChannel;

    private @Nullable Throwable firstCause;
    private boolean wasThere;

    private State state = State.IDLE;
    private @Nullable List<PeerDirectory.Address> addresses;
    private boolean severalAddresses;
    /** How many channels lead to the peer, tried or not; 1 before they are known. */
    private int channels = 1;
    /** So often all candidates were tried since there was a connection. */
    private int attempts;

    private @Nullable Instant missingSince;
    private @Nullable ScheduledFuture<?> limit;
    private String lastFailure = "no connection could be made";
    private boolean hasStood;

    Dialer(LinkContext context, Owner owner) {
        this.context = context;
        this.owner = owner;
    }

    /** Begins. */
    void start() {
        state = State.LOOKING_UP;
        miss();
        owner.lookUp(this::onAddresses, this::onNoAddress);
    }

    private void miss() {
        if (missingSince == null) {
            missingSince = context.now();
        }
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

    // ---- Candidates

    private void tryAll(List<PeerDirectory.Address> found) {
        state = State.CONNECTING;
        attempts++;
        forgetCandidates();
        List<Candidate> all = new ArrayList<>();
        for (Route route : context.routes()) {
            List<String> there = found.stream()
                    .filter(peer -> peer.channel().equals(route.channel()))
                    .map(PeerDirectory.Address::address)
                    .filter(route.endpoint()::reaches)
                    .toList();
            there.stream()
                    .map(address -> new Candidate(route, address, there.size()))
                    .sorted(Comparator.comparing(candidate -> !candidate.equals(proven)))
                    .forEach(all::add);
        }
        candidates = all;
        severalAddresses = all.stream().anyMatch(candidate -> candidate.addresses() > 1);
        channels = (int) all.stream().map(Candidate::route).distinct().count();
        if (all.isEmpty()) {
            owner.onUnreachable(nothingInCommon(found), null, false);
        } else {
            connectNext();
        }
    }

    private void connectNext() {
        Candidate candidate = candidates.get(begun++);
        current = candidate;
        owner.connect(candidate);
    }

    private void forgetCandidates() {
        candidates = List.of();
        begun = 0;
        failures = List.of();
        failedChannel = null;
    }

    private String nothingInCommon(List<PeerDirectory.Address> found) {
        List<String> own = context.routes().stream().map(Route::channel).toList();
        String problem = found.stream().map(PeerDirectory.Address::channel).anyMatch(own::contains)
                ? "is out of reach of the channels that it has in common with this rank"
                : "has no channel in common with this rank";
        return found.stream()
                .map(peer -> peer.channel() + " at " + peer.address())
                .collect(Collectors.joining(
                        ", ", problem + ": it offers ", "; this rank uses " + String.join(", ", own)));
    }

    /**
     * A connection could not be made: tries the next candidate.
     *
     * @param channel of the connection
     * @param cause why
     * @param wasThere whether the peer was reached, and may be reached again
     */
    void failed(String channel, @Nullable Throwable cause, boolean wasThere) {
        boolean isOnlyOne = failures.isEmpty() && !hasMore();
        String tried = current == null ? channel : current.inWords();
        List<String> all = new ArrayList<>(failures);
        all.add(isOnlyOne ? words(cause) : tried + ": " + words(cause));
        failures = all;
        if (channel.equals(failedChannel)) {
            this.wasThere |= wasThere;
        } else {
            failedChannel = channel;
            firstCause = cause;
            this.wasThere = wasThere;
        }
        if (hasMore()) {
            connectNext();
        } else {
            owner.onUnreachable(problem(), firstCause, this.wasThere);
        }
    }

    /** Whether there is a candidate that was not tried. */
    boolean hasMore() {
        return begun < candidates.size();
    }

    /** Why the peer can't be reached by the candidates that were tried. */
    private String problem() {
        return "cannot be reached: " + String.join("; ", failures)
                + (severalAddresses ? " (the setting network says which of its networks a host uses)" : "");
    }

    // ---- Pauses, and the time limit

    /** A pause that grows with each try. */
    Duration pause() {
        Duration longest = SHORTEST_PAUSE.multipliedBy(1L << Math.min(attempts, 7));
        long millis = Math.min(longest.toMillis(), LONGEST_PAUSE.toMillis());
        return Duration.ofMillis(context.random.nextLong(millis / 2, millis + 1));
    }

    /** Tries all candidates again after a pause. */
    void retry(String why, Duration pause) {
        lastFailure = why;
        state = State.PAUSING;
        miss();
        if (limit == null) {
            limit = context.after(longestSearch(), this::onLimit);
        }
        int before = attempts;
        context.after(pause, () -> {
            if (state == State.PAUSING && attempts == before) {
                tryAgain();
            }
        });
    }

    private void onLimit() {
        limit = null;
        owner.onOutOfTime(lastFailure);
    }

    private void tryAgain() {
        List<PeerDirectory.Address> known = addresses;
        if (known == null || owner.mayMove()) {
            start();
        } else {
            tryAll(known);
        }
    }

    /** For how long a connection is looked for. The peer may have to try all channels, one after the other, to make the first. */
    private Duration longestSearch() {
        LinkSettings settings = context.settings;
        if (hasStood || owner.isHeardOf()) {
            return settings.reconnectTimeout();
        }
        return owner.mayMove()
                ? settings.waitForPeers()
                : settings.connectTimeout().multipliedBy(channels);
    }

    /** How long one attempt may take. */
    Duration longestAttempt() {
        LinkSettings settings = context.settings;
        return hasStood ? settings.reconnectAttempt() : settings.connectTimeout();
    }

    /** How long one attempt may take until there is a connection, on which the peer can answer: others have to be tried as well. */
    Duration longestOpening() {
        return longestAttempt().dividedBy(current == null ? 1 : current.addresses());
    }

    /** Since when a connection is missing; null if none is. */
    @Nullable
    Instant missingSince() {
        return missingSince;
    }

    // ---- The end of the search

    /**
     * A connection stands.
     *
     * @param ours whether this rank has made it, else the peer
     * @return what was wrong with other candidates, null if nothing
     */
    @Nullable
    String onStanding(boolean ours) {
        proven = ours ? current : proven;
        String problem = failures.isEmpty() ? null : problem();
        forgetCandidates();
        hasStood = true;
        attempts = 0;
        missingSince = null;
        end();
        return problem;
    }

    /** No connection is needed any more. */
    void end() {
        state = State.IDLE;
        ScheduledFuture<?> running = limit;
        limit = null;
        if (running != null) {
            running.cancel(false);
        }
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
