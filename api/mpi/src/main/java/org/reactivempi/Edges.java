package org.reactivempi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Edges of a distributed graph that one rank gives, whosever they are, perhaps with weights.
 *
 * <p>Immutable.
 *
 * @see Communicator#distributedGraph
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.4">MPI-4.1, 8.5.4</a>
 * @since 0.1
 */
public final class Edges {

    private final int[] sources;
    private final int[] destinations;
    private final int @Nullable [] weights;

    private Edges(int[] sources, int[] destinations, int @Nullable [] weights) {
        this.sources = sources;
        this.destinations = destinations;
        this.weights = weights;
    }

    /**
     * Edges without weights.
     *
     * @param sources the rank where each edge begins
     * @param destinations the rank where each of them leads to
     * @return the edges; an edge that is given twice is two edges
     * @throws MpiException {@link ErrorClass#ARG} if there are not as many destinations as sources
     */
    public static Edges of(int[] sources, int[] destinations) {
        if (sources.length != destinations.length) {
            throw new MpiException(
                    ErrorClass.ARG, sources.length + " sources and " + destinations.length + " destinations of edges");
        }
        return new Edges(sources.clone(), destinations.clone(), null);
    }

    /**
     * The same edges with weights: how much goes along each of them, in whatever unit.
     *
     * @param weights that of each edge, 0 or more
     * @return other edges
     * @throws MpiException {@link ErrorClass#ARG} if there are not as many weights as edges, or if one is negative
     */
    public Edges weights(int... weights) {
        return new Edges(sources, destinations, Neighborhood.checked(weights, sources.length));
    }

    /**
     * Where the edges begin.
     *
     * @return a rank for each; a new array
     */
    public int[] sources() {
        return sources.clone();
    }

    /**
     * Where the edges lead to.
     *
     * @return a rank for each; a new array
     */
    public int[] destinations() {
        return destinations.clone();
    }

    /**
     * Whether the edges were given weights.
     *
     * @return whether {@link #weights(int...)} has made them
     */
    public boolean isWeighted() {
        return weights != null;
    }

    /**
     * The weights of the edges.
     *
     * @return 1 for each that was given none; a new array
     */
    public int[] weights() {
        return Neighborhood.orOnes(weights, sources.length);
    }

    @Override
    public String toString() {
        return "Edges[" + Arrays.toString(sources) + " to " + Arrays.toString(destinations)
                + (weights == null ? "" : ", weights " + Arrays.toString(weights)) + "]";
    }
}
