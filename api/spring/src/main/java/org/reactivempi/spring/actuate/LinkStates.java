package org.reactivempi.spring.actuate;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reactivempi.Session;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.transport.engine.event.LinkStatus;
import org.reactivempi.transport.engine.event.LinkStatus.State;
import reactor.core.publisher.Mono;

/**
 * The links of a rank at one moment, by the peer's rank: what health and the endpoint both tell of them.
 *
 * @param all in the order of ranks
 */
record LinkStates(SortedMap<Integer, LinkStatus> all) {

    /** Whose links a reader wants to see first. */
    private static final List<State> BY_INTEREST =
            List.of(State.LOST, State.CONNECTING_AGAIN, State.CONNECTING, State.CONNECTED, State.FINALIZED);

    /** Asks the progress thread, and waits for nobody. */
    static Mono<LinkStates> of(Session session) {
        return session instanceof CoreSession core
                ? core.links().map(LinkStates::new)
                : Mono.just(new LinkStates(new TreeMap<>()));
    }

    /** All of them: the channel where a connection stands, else the state in words. */
    Map<Integer, String> listed() {
        return listed(all.entrySet().stream());
    }

    /** So many at most, in the order of ranks: links that don't stand rather than links that do. */
    Map<Integer, String> listed(int most) {
        return listed(all.entrySet().stream()
                .sorted(Comparator.comparingInt(
                        link -> BY_INTEREST.indexOf(link.getValue().state())))
                .limit(most));
    }

    private static Map<Integer, String> listed(Stream<Map.Entry<Integer, LinkStatus>> links) {
        return links.collect(Collectors.toMap(
                Map.Entry::getKey, link -> link.getValue().toString(), (one, other) -> one, TreeMap::new));
    }

    /** How many there are, by channel, or by state where none stands. */
    Map<String, Long> counts() {
        return all.values().stream()
                .collect(Collectors.groupingBy(LinkStatus::toString, TreeMap::new, Collectors.counting()));
    }
}
