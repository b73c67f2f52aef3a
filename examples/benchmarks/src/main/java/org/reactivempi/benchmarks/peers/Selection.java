package org.reactivempi.benchmarks.peers;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.reactivempi.benchmarks.pt2pt.Layout;

/**
 * What is measured, by everybody in the same way.
 *
 * @param parts which tests
 * @param transports over what
 * @param lengths of messages, for latency and bandwidth, in bytes
 * @param ringRanks how many ranks the ring has, for each ring
 * @param collectiveRanks how many ranks do collective operations, for each world; none if nobody does
 * @param layouts derived types with which messages are sent; none if they are not measured
 * @param bindings whether programs of the package {@code mpi} are measured
 * @param windows whether operations of windows are measured
 * @param divisor of all numbers of repetitions
 */
record Selection(
        Set<Part> parts,
        List<Transport> transports,
        List<Integer> lengths,
        List<Integer> ringRanks,
        List<Integer> collectiveRanks,
        List<Layout> layouts,
        boolean bindings,
        boolean windows,
        int divisor) {

    /** What is measured of collective operations, in this order. */
    static final List<String> COLLECTIVES = List.of("barrier", "bcast", "allreduce", "allgather", "alltoall");

    /** What is measured of neighbors in a grid: by one operation, and by sends and receives of the program's own. */
    static final List<String> NEIGHBORS = List.of("neighbor_alltoall", "neighbor_by_hand");

    /** How long the blocks of neighbors are, in bytes. */
    static final List<Integer> NEIGHBOR_LENGTHS = List.of(8, 65_536);

    /** How many ranks fence, besides a pair. */
    static final int FENCING = 4;

    private static final int NEIGHBOR_RANKS = 4;
    private static final int MILLIS_OF_A_ROW = 300;

    /** Without collective operations, layouts, bindings and windows. */
    Selection(
            Set<Part> parts, List<Transport> transports, List<Integer> lengths, List<Integer> ringRanks, int divisor) {
        this(parts, transports, lengths, ringRanks, List.of(), List.of(), false, false, divisor);
    }

    boolean has(Part part) {
        return parts.contains(part);
    }

    /** The tests that a pair of JVMs does. */
    List<String> pairTests() {
        return tests(Part::isOfPair);
    }

    /** The tests that a pair of native programs does. */
    List<String> nativePairTests() {
        return tests(part -> part.isOfPair() && !part.isOfJvm());
    }

    private List<String> tests(Predicate<Part> which) {
        return parts.stream().filter(which).sorted().map(Part::test).toList();
    }

    /** How long each collective operation, and each operation of a window, of each length is measured. */
    String rowMillis() {
        return Integer.toString(Math.max(1, MILLIS_OF_A_ROW / divisor));
    }

    String lengthList() {
        return list(lengths);
    }

    /** Whether so many ranks measure exchanges of neighbors, in a grid of 2 x 2. */
    static boolean hasNeighbors(int ranks) {
        return ranks == NEIGHBOR_RANKS;
    }

    static String list(List<Integer> lengths) {
        return lengths.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
