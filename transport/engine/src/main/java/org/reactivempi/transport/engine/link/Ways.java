package org.reactivempi.transport.engine.link;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The ways from this rank to one peer that are still to be tried, the best first, and what was wrong with the others. */
final class Ways {

    private final Queue<Way> untried = new ArrayDeque<>();
    private final List<String> failures = new ArrayList<>();
    private final String none;
    private final int count;

    /** A route of ours, and where it ends at the peer. */
    record Way(Route route, String address) {}

    /** What both have, in the order of {@code routes}. */
    Ways(List<Route> routes, List<PeerAddress> addresses) {
        for (Route route : routes) {
            addresses.stream()
                    .filter(peer -> peer.channel().equals(route.channel()))
                    .filter(peer -> route.endpoint().reaches(peer.address()))
                    .forEach(peer -> untried.add(new Way(route, peer.address())));
        }
        none = missing(routes, addresses) + ": it offers "
                + addresses.stream()
                        .map(peer -> peer.channel() + " at " + peer.address())
                        .collect(Collectors.joining(", "))
                + "; this rank uses "
                + routes.stream().map(Route::channel).collect(Collectors.joining(", "));
        count = untried.size();
    }

    private static String missing(List<Route> routes, List<PeerAddress> addresses) {
        boolean inCommon = addresses.stream()
                .anyMatch(peer -> routes.stream().map(Route::channel).anyMatch(peer.channel()::equals));
        return inCommon
                ? "is out of reach of the channels that it has in common with this rank"
                : "has no channel in common with this rank";
    }

    /** How many there were at first. */
    int count() {
        return count;
    }

    @Nullable
    Way next() {
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

    /** Why the peer can't be reached in those ways that were tried; or in any, if there are none. */
    String problem() {
        return failures.isEmpty() ? none : "cannot be reached: " + String.join("; ", failures);
    }
}
