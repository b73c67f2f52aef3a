package org.reactivempi.core.collective.algorithm;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Which ranks of a communicator share a host, the same on all of them. Hosts are numbered here in the order of their lowest ranks.
 * Immutable.
 */
public final class Hosts {

    /** Nothing is known, or there is one host: all ranks are equally near. */
    public static final Hosts ONE = new Hosts(new int[0], new int[0][]);

    private final int[] hosts;
    private final int[][] ranks;

    private Hosts(int[] hosts, int[][] ranks) {
        this.hosts = hosts;
        this.ranks = ranks;
    }

    /**
     * The hosts of some ranks.
     *
     * @param size how many ranks the communicator has
     * @param hostOf any number for each rank, equal for ranks that share a host
     */
    public static Hosts of(int size, IntUnaryOperator hostOf) {
        int[] told = IntStream.range(0, size).map(hostOf).toArray();
        int[] distinct = Arrays.stream(told).distinct().toArray();
        if (distinct.length < 2) {
            return ONE;
        }
        int[] order = IntStream.range(0, distinct.length)
                .boxed()
                .sorted((one, other) -> Integer.compare(distinct[one], distinct[other]))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] numbers = Arrays.stream(order).map(i -> distinct[i]).toArray();
        int[] hosts = Arrays.stream(told)
                .map(number -> order[Arrays.binarySearch(numbers, number)])
                .toArray();
        int[] counts = new int[distinct.length];
        Arrays.stream(hosts).forEach(host -> counts[host]++);
        int[][] ranks = Arrays.stream(counts).mapToObj(int[]::new).toArray(int[][]::new);
        for (int rank = size - 1; rank >= 0; rank--) {
            ranks[hosts[rank]][--counts[hosts[rank]]] = rank;
        }
        return new Hosts(hosts, ranks);
    }

    /** Whether there are several hosts, and several ranks on one of them: then it matters which rank sends to which. */
    boolean matter() {
        return ranks.length > 1 && ranks.length < hosts.length;
    }

    /** Whether each host has a row of ranks, so that what is reduced host by host keeps the order of the ranks. */
    boolean areRows() {
        return IntStream.range(1, hosts.length).allMatch(rank -> hosts[rank - 1] <= hosts[rank]);
    }

    /** How many hosts there are; 0 if that makes no difference. */
    int count() {
        return ranks.length;
    }

    /** How many ranks there are on the host that has most of them. */
    long mostRanks() {
        return Arrays.stream(ranks).mapToLong(all -> all.length).max().orElse(0);
    }

    /** The host of a rank. */
    int of(int rank) {
        return hosts[rank];
    }

    /** The ranks of a host, in their order. */
    int[] ranks(int host) {
        return ranks[host];
    }

    /** The last rank of a host. */
    int last(int host) {
        return ranks[host][ranks[host].length - 1];
    }

    /**
     * A rank of each host that speaks for it.
     *
     * @param root speaks for its own host; of each other one the lowest rank does
     */
    int[] leaders(int root) {
        int[] leaders = Arrays.stream(ranks).mapToInt(all -> all[0]).toArray();
        leaders[hosts[root]] = root;
        return leaders;
    }
}
