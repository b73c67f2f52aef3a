package org.reactivempi.examples.hello;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.reactivempi.Communicator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Which channel carries messages to which other ranks: {@code shm to 0-2 and 4, tcp to 5-7}. */
final class Channels {

    private final Map<String, List<Integer>> ranks = new TreeMap<>();

    /** Asks for each other rank, which opens the connections. */
    static Mono<Channels> of(Communicator world) {
        return Flux.range(0, world.size())
                .filter(other -> other != world.rank())
                .concatMap(other -> world.channel(other).map(channel -> Map.entry(channel, other)))
                .collect(Channels::new, (channels, entry) -> channels.add(entry.getKey(), entry.getValue()));
    }

    /** Notes the next rank. */
    void add(String channel, int rank) {
        ranks.computeIfAbsent(channel, unused -> new ArrayList<>()).add(rank);
    }

    @Override
    public String toString() {
        return ranks.isEmpty()
                ? "alone"
                : ranks.entrySet().stream()
                        .map(entry -> entry.getKey() + " to " + ranges(entry.getValue()))
                        .collect(Collectors.joining(", "));
    }

    /** Neighbours in one: {@code 0-2 and 4}. */
    private static String ranges(List<Integer> ranks) {
        List<String> ranges = new ArrayList<>();
        for (int i = 0; i < ranks.size(); i++) {
            int first = ranks.get(i);
            while (i + 1 < ranks.size() && ranks.get(i + 1) == ranks.get(i) + 1) {
                i++;
            }
            int last = ranks.get(i);
            ranges.add(first == last ? String.valueOf(first) : first + "-" + last);
        }
        return String.join(" and ", ranges);
    }
}
