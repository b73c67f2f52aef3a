package org.reactivempi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The neighbors of one rank: from whom it receives in an operation of neighbors, and to whom it sends, perhaps with weights.
 *
 * <p>Immutable.
 *
 * @see NeighborCollectives#neighborhood
 * @see Communicator#adjacentGraph
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.4">MPI-4.1, 8.5.4</a>
 * @since 0.1
 */
public final class Neighborhood {

    private final int[] sources;
    private final int[] destinations;
    private final int @Nullable [] sourceWeights;
    private final int @Nullable [] destinationWeights;

    private Neighborhood(
            int[] sources, int[] destinations, int @Nullable [] sourceWeights, int @Nullable [] destinationWeights) {
        this.sources = sources;
        this.destinations = destinations;
        this.sourceWeights = sourceWeights;
        this.destinationWeights = destinationWeights;
    }

    /**
     * Neighbors without weights.
     *
     * @param sources whom the rank receives from; a rank that stands there twice sends twice
     * @param destinations whom it sends to
     * @return the neighbors
     */
    public static Neighborhood of(int[] sources, int[] destinations) {
        return new Neighborhood(sources.clone(), destinations.clone(), null, null);
    }

    /**
     * The same neighbors with weights: how much comes and goes along each edge, in whatever unit.
     *
     * @param ofSources those of the edges from the sources, 0 or more
     * @param ofDestinations those of the edges to the destinations, 0 or more
     * @return other neighbors
     * @throws MpiException {@link ErrorClass#ARG} if there are not as many weights as edges, or if one is negative
     */
    public Neighborhood weights(int[] ofSources, int[] ofDestinations) {
        return new Neighborhood(
                sources,
                destinations,
                checked(ofSources, sources.length),
                checked(ofDestinations, destinations.length));
    }

    static int[] checked(int[] weights, int edges) {
        if (weights.length != edges) {
            throw new MpiException(ErrorClass.ARG, weights.length + " weights for " + edges + " edges");
        }
        for (int weight : weights) {
            if (weight < 0) {
                throw new MpiException(ErrorClass.ARG, "weight " + weight + " is negative");
            }
        }
        return weights.clone();
    }

    static int[] orOnes(int @Nullable [] weights, int edges) {
        if (weights != null) {
            return weights.clone();
        }
        int[] ones = new int[edges];
        Arrays.fill(ones, 1);
        return ones;
    }

    /**
     * From whom the rank receives.
     *
     * @return ranks, in the order of the blocks that it gets; {@link Mpi#PROC_NULL} among them at the side of a grid; a new array
     */
    public int[] sources() {
        return sources.clone();
    }

    /**
     * To whom the rank sends.
     *
     * @return ranks, in the order of the blocks that it gives; {@link Mpi#PROC_NULL} among them at the side of a grid; a new array
     */
    public int[] destinations() {
        return destinations.clone();
    }

    /**
     * Whether the edges were given weights.
     *
     * @return whether {@link #weights} has made it
     */
    public boolean isWeighted() {
        return sourceWeights != null;
    }

    /**
     * The weights of the edges from the sources.
     *
     * @return 1 for each that was given none; a new array
     */
    public int[] sourceWeights() {
        return orOnes(sourceWeights, sources.length);
    }

    /**
     * The weights of the edges to the destinations.
     *
     * @return 1 for each that was given none; a new array
     */
    public int[] destinationWeights() {
        return orOnes(destinationWeights, destinations.length);
    }

    @Override
    public String toString() {
        return "Neighborhood[from " + Arrays.toString(sources) + " to " + Arrays.toString(destinations) + "]";
    }
}
