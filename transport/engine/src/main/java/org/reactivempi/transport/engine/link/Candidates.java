package org.reactivempi.transport.engine.link;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.engine.link.LinkContext.Route;

/**
 * The channels and addresses by which this rank may reach one peer, in the order in which it tries them, the best first; and why those
 * failed that it has tried.
 */
final class Candidates {

    private final Queue<Candidate> untried = new ArrayDeque<>();
    private final List<String> failures = new ArrayList<>();
    private final String none;
    private final int count;

    /** One of this rank's channels, and the peer's address there. */
    record Candidate(Route route, String address) {}

    /** Those that both ranks have, in the order of {@code routes} */
    Candidates(List<Route> routes, List<PeerDirectory.Address> addresses) {
        for (Route route : routes) {
            addresses.stream()
                    .filter(peer -> peer.channel().equals(route.channel()))
                    .filter(peer -> route.endpoint().reaches(peer.address()))
                    .forEach(peer -> untried.add(new Candidate(route, peer.address())));
        }
        none = missing(routes, addresses) + ": it offers "
                + addresses.stream()
                        .map(peer -> peer.channel() + " at " + peer.address())
                        .collect(Collectors.joining(", "))
                + "; this rank uses "
                + routes.stream().map(Route::channel).collect(Collectors.joining(", "));
        count = untried.size();
    }

    private static String missing(List<Route> routes, List<PeerDirectory.Address> addresses) {
        boolean inCommon = addresses.stream()
                .anyMatch(peer -> routes.stream().map(Route::channel).anyMatch(peer.channel()::equals));
        return inCommon
                ? "is out of reach of the channels that it has in common with this rank"
                : "has no channel in common with this rank";
    }

    /** How many there are, tried or not. */
    int count() {
        return count;
    }

    /** The next one to try; null if there is none. */
    @Nullable
    Candidate next() {
        return untried.poll();
    }

    boolean hasMore() {
        return !untried.isEmpty();
    }

    void failed(String channel, String why) {
        failures.add(failures.isEmpty() && untried.isEmpty() ? why : channel + ": " + why);
    }

    /** Whether one was tried in vain. */
    boolean hasFailed() {
        return !failures.isEmpty();
    }

    /** Why the peer can't be reached by those that were tried; or why there are none. */
    String problem() {
        return failures.isEmpty() ? none : "cannot be reached: " + String.join("; ", failures);
    }
}
