package org.reactivempi;

import java.util.Arrays;

/**
 * A graph of ranks that all of them know, in the form of {@code MPI_Graph_create}: the neighbors of rank 0, then those of rank 1, and so on.
 *
 * <pre>
 *   0 - 1          index  1  3  4  4          where the neighbors of each rank end
 *       |          edges  1 0 2 1
 *       2     3
 * </pre>
 *
 * <p>Immutable.
 *
 * @see Communicator#graph
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.3">MPI-4.1, 8.5.3</a>
 * @since 0.1
 */
public final class Graph {

    private final int[] index;
    private final int[] edges;

    private Graph(int[] index, int[] edges) {
        this.index = index;
        this.edges = edges;
    }

    /**
     * A graph of as many ranks as {@code index} has numbers.
     *
     * @param index where the neighbors of each rank end in {@code edges}; not falling
     * @param edges the neighbors of all ranks
     * @return the graph
     * @throws MpiException {@link ErrorClass#TOPOLOGY} if an end is outside of the edges, or before the one before it, or if an edge leads to
     *     no rank of the graph
     */
    public static Graph of(int[] index, int[] edges) {
        int before = 0;
        for (int end : index) {
            if (end < before || end > edges.length) {
                throw new MpiException(
                        ErrorClass.TOPOLOGY, "index " + end + " is outside " + before + ".." + edges.length);
            }
            before = end;
        }
        for (int edge : edges) {
            if (edge < 0 || edge >= index.length) {
                throw new MpiException(
                        ErrorClass.TOPOLOGY, "an edge to rank " + edge + ", outside 0.." + (index.length - 1));
            }
        }
        return new Graph(index.clone(), edges.clone());
    }

    /**
     * How many ranks it has places for.
     *
     * @return 0 or more
     */
    public int size() {
        return index.length;
    }

    /**
     * Where the neighbors of each rank end.
     *
     * @return a new array
     */
    public int[] index() {
        return index.clone();
    }

    /**
     * The neighbors of all ranks.
     *
     * @return a new array
     */
    public int[] edges() {
        return edges.clone();
    }

    /**
     * The neighbors of a rank ({@code MPI_Graph_neighbors}).
     *
     * @param rank 0 to {@code size() - 1}
     * @return ranks, in the order of {@link #edges}; a new array
     * @throws MpiException {@link ErrorClass#RANK} if the rank is another one
     */
    public int[] neighbors(int rank) {
        if (rank < 0 || rank >= index.length) {
            throw new MpiException(ErrorClass.RANK, "rank " + rank + " is outside 0.." + (index.length - 1));
        }
        return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
    }

    @Override
    public String toString() {
        return "Graph[index " + Arrays.toString(index) + ", edges " + Arrays.toString(edges) + "]";
    }
}
