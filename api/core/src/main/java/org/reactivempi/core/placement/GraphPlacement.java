package org.reactivempi.core.placement;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Places of a graph for the ranks of hosts: greedily. The host with the most ranks is first. Its group begins with the place that has the
 * heaviest edges of all that are left, and grows by the place that the heaviest edges join with it, as long as the host has ranks; then the
 * next host's group begins. Among equals the place with the lightest other edges is taken, and then the lowest one.
 *
 * <p>An edge counts in both directions alike. Where the edges between the groups are not lighter in all than those between the hosts as they
 * are, nobody moves.
 */
public final class GraphPlacement {

    /** Of more edges, finding an order takes longer than it is worth to those who wait. */
    public static final int MOST_EDGES = 100_000;

    /** How many numbers an edge is. */
    public static final int WIDTH = 3;

    private final HostTable hosts;
    private final int[] first;
    private final int[] ends;
    private final long[] weights;

    private GraphPlacement(HostTable hosts, int[] edges) {
        this.hosts = hosts;
        this.first = new int[hosts.size() + 1];
        for (int at = 0; at < edges.length; at += WIDTH) {
            first[edges[at] + 1]++;
            first[edges[at + 1] + 1]++;
        }
        for (int place = 0; place < hosts.size(); place++) {
            first[place + 1] += first[place];
        }
        this.ends = new int[first[hosts.size()]];
        this.weights = new long[ends.length];
        int[] next = Arrays.copyOf(first, hosts.size());
        for (int at = 0; at < edges.length; at += WIDTH) {
            join(next, edges[at], edges[at + 1], edges[at + 2]);
            join(next, edges[at + 1], edges[at], edges[at + 2]);
        }
    }

    private void join(int[] next, int place, int other, int weight) {
        ends[next[place]] = other;
        weights[next[place]++] = weight;
    }

    /**
     * The new rank of each rank.
     *
     * @param hosts of as many ranks as the graph has places
     * @param edges three numbers of each edge: two places, and its weight, 0 or more
     */
    public static int[] of(HostTable hosts, int[] edges) {
        if (!hosts.matters() || edges.length / WIDTH > MOST_EDGES) {
            return hosts.unchanged();
        }
        GraphPlacement graph = new GraphPlacement(hosts, edges);
        int[] grown = graph.grown();
        return graph.cut(grown) < graph.cut(hosts.asTheyAre()) ? hosts.newRanks(grown) : hosts.unchanged();
    }

    private long cut(int[] hostOfPlace) {
        long all = 0;
        for (int place = 0; place < hostOfPlace.length; place++) {
            for (int i = first[place]; i < first[place + 1]; i++) {
                if (hostOfPlace[place] != hostOfPlace[ends[i]]) {
                    all += weights[i];
                }
            }
        }
        return all;
    }

    private int[] grown() {
        int[] hostOfPlace = new int[hosts.size()];
        Arrays.fill(hostOfPlace, -1);
        Integer[] order = new Integer[hosts.count()];
        Arrays.setAll(order, host -> host);
        Arrays.sort(order, (one, other) -> Integer.compare(hosts.ranksOn(other), hosts.ranksOn(one)));
        long[] sums = sums();
        Integer[] seeds = new Integer[hosts.size()];
        Arrays.setAll(seeds, place -> place);
        Arrays.sort(seeds, (one, other) -> Long.compare(sums[other], sums[one]));
        for (int host : order) {
            grow(host, hostOfPlace, seeds, sums);
        }
        return hostOfPlace;
    }

    /** The weight of all edges of each place to others. */
    private long[] sums() {
        long[] sums = new long[hosts.size()];
        for (int place = 0; place < sums.length; place++) {
            for (int i = first[place]; i < first[place + 1]; i++) {
                sums[place] += ends[i] == place ? 0 : weights[i];
            }
        }
        return sums;
    }

    private void grow(int host, int[] hostOfPlace, Integer[] seeds, long[] sums) {
        long[] joined = new long[hosts.size()];
        PriorityQueue<Candidate> near = new PriorityQueue<>();
        int nextSeed = 0;
        for (int left = hosts.ranksOn(host); left > 0; left--) {
            Candidate found = near.poll();
            while (found != null && (hostOfPlace[found.place] >= 0 || found.weight < joined[found.place])) {
                found = near.poll();
            }
            if (found == null) {
                nextSeed = free(seeds, nextSeed, hostOfPlace);
            }
            int place = found == null ? seeds[nextSeed] : found.place;
            hostOfPlace[place] = host;
            for (int i = first[place]; i < first[place + 1]; i++) {
                if (hostOfPlace[ends[i]] < 0) {
                    joined[ends[i]] += weights[i];
                    near.add(new Candidate(ends[i], joined[ends[i]], sums[ends[i]]));
                }
            }
        }
    }

    private static int free(Integer[] seeds, int from, int[] hostOfPlace) {
        int at = from;
        while (hostOfPlace[seeds[at]] >= 0) {
            at++;
        }
        return at;
    }

    /** A place, and how heavy the edges are by which it hangs together with a group; outdated by a later one of more weight. */
    private record Candidate(int place, long weight, long sum) implements Comparable<Candidate> {

        @Override
        public int compareTo(Candidate other) {
            int heavier = Long.compare(other.weight, weight);
            int lighter = heavier != 0 ? heavier : Long.compare(sum, other.sum);
            return lighter != 0 ? lighter : Integer.compare(place, other.place);
        }
    }
}
