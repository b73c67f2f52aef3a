package org.reactivempi.core.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The hosts of some ranks, numbered by their lowest ranks. Immutable. */
public final class HostTable {

    private final int[] hosts;
    private final int[][] ranks;

    private HostTable(int[] hosts, int[][] ranks) {
        this.hosts = hosts;
        this.ranks = ranks;
    }

    /**
     * Of what each rank has told.
     *
     * @param told a number for each rank, equal for ranks that share a host
     */
    public static HostTable of(long... told) {
        Map<Long, List<Integer>> byHost = new LinkedHashMap<>();
        for (int rank = 0; rank < told.length; rank++) {
            byHost.computeIfAbsent(told[rank], host -> new ArrayList<>()).add(rank);
        }
        int[][] ranks = byHost.values().stream()
                .map(all -> all.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
        int[] hosts = new int[told.length];
        for (int host = 0; host < ranks.length; host++) {
            for (int rank : ranks[host]) {
                hosts[rank] = host;
            }
        }
        return new HostTable(hosts, ranks);
    }

    /** Whether it matters who is where: neither is all on one host, nor each rank on its own. */
    public boolean matters() {
        return ranks.length > 1 && ranks.length < hosts.length;
    }

    int size() {
        return hosts.length;
    }

    int count() {
        return ranks.length;
    }

    /** How many ranks a host has. */
    int ranksOn(int host) {
        return ranks[host].length;
    }

    /** How many ranks each host has, where these are equally many; else 0. */
    int ranksOnEach() {
        int first = ranks[0].length;
        return Arrays.stream(ranks).allMatch(all -> all.length == first) ? first : 0;
    }

    /** Which host each place is on where everybody stays. */
    int[] asTheyAre() {
        return hosts.clone();
    }

    /**
     * Who takes which place.
     *
     * @param hostOfPlace the host of each place, with as many places for each host as it has ranks
     * @return the new rank of each rank: those of one host keep their order
     */
    int[] newRanks(int[] hostOfPlace) {
        int[] next = new int[ranks.length];
        int[] places = new int[hosts.length];
        for (int place = 0; place < places.length; place++) {
            int host = hostOfPlace[place];
            places[ranks[host][next[host]++]] = place;
        }
        return places;
    }

    /** The places where nobody moves. */
    int[] unchanged() {
        return IntStream.range(0, hosts.length).toArray();
    }
}
