package mpi;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Communicator;

/**
 * Edges of a graph that one rank gives.
 *
 * @param triples source, destination and weight of each
 * @param weighted whether weights were given
 */
record Edges(int[] triples, boolean weighted) {

    private static final int WIDTH = 3;

    /** The edges that a program gives: each source with its number of destinations. */
    static Edges of(int[] sources, int[] degrees, int[] destinations, int[] weights, int ranks) {
        checkRanks(sources, ranks);
        Buffers.checkLength("degrees", degrees == null ? -1 : degrees.length, sources.length);
        int edges = Arrays.stream(degrees, 0, sources.length).sum();
        Buffers.checkLength("destinations", destinations == null ? -1 : destinations.length, edges);
        checkRanks(destinations, ranks);
        int[] all = weights(weights, edges);
        int[] triples = new int[WIDTH * edges];
        int edge = 0;
        for (int i = 0; i < sources.length; i++) {
            for (int k = 0; k < degrees[i]; k++, edge++) {
                triples[WIDTH * edge] = sources[i];
                triples[WIDTH * edge + 1] = destinations[edge];
                triples[WIDTH * edge + 2] = all[edge];
            }
        }
        return new Edges(triples, weights != null);
    }

    /** A copy of weights, or 1 for each edge. */
    static int[] weights(int[] weights, int edges) {
        if (weights == null) {
            int[] ones = new int[edges];
            Arrays.fill(ones, 1);
            return ones;
        }
        Buffers.checkLength("weights", weights.length, edges);
        return weights.clone();
    }

    static void checkRanks(int[] ends, int ranks) {
        if (ends == null) {
            throw new MPIException(Codes.ERR_ARG, "an array of ranks is null");
        }
        for (int end : ends) {
            if (end < 0 || end >= ranks) {
                throw new MPIException(Codes.ERR_RANK, "rank " + end + " is outside 0.." + (ranks - 1));
            }
        }
    }

    /** The edges from and to this rank, of those that all ranks give, in an order that is the same on both sides. */
    DistGraphNeighbors of(Communicator comm) {
        int[] lengths = new int[comm.size()];
        comm.allgather(Buffer.ints(triples.length), Buffer.ints(lengths)).block();
        int[] all = new int[Arrays.stream(lengths).sum()];
        int[] begins = new int[lengths.length];
        for (int rank = 1; rank < begins.length; rank++) {
            begins[rank] = begins[rank - 1] + lengths[rank - 1];
        }
        comm.allgatherv(
                        Buffer.ints(triples),
                        Blocks.of(lengths.length, rank -> Buffer.ints(all, begins[rank], lengths[rank])))
                .block();
        int[] in = edges(all, 1, comm.rank());
        int[] out = edges(all, 0, comm.rank());
        return new DistGraphNeighbors(
                part(all, in, 0), part(all, in, 2), part(all, out, 1), part(all, out, 2), weighted);
    }

    /** Which edges have a rank as one of their ends. */
    private static int[] edges(int[] all, int end, int rank) {
        return IntStream.range(0, all.length / WIDTH)
                .filter(edge -> all[WIDTH * edge + end] == rank)
                .toArray();
    }

    private static int[] part(int[] all, int[] edges, int which) {
        return Arrays.stream(edges).map(edge -> all[WIDTH * edge + which]).toArray();
    }
}
