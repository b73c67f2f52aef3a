package mpi;

import org.reactivempi.Neighborhood;

/** The edges from and to this rank in a distributed graph. */
public final class DistGraphNeighbors {

    private final int[] sources;
    private final int[] sourceWeights;
    private final int[] destinations;
    private final int[] destinationWeights;
    private final boolean weighted;

    DistGraphNeighbors(Neighborhood neighborhood, boolean weighted) {
        this.sources = neighborhood.sources();
        this.sourceWeights = neighborhood.sourceWeights();
        this.destinations = neighborhood.destinations();
        this.destinationWeights = neighborhood.destinationWeights();
        this.weighted = weighted;
    }

    /** How many edges lead to this rank. */
    public int getInDegree() {
        return sources.length;
    }

    /** How many edges lead from this rank. */
    public int getOutDegree() {
        return destinations.length;
    }

    /** Whether the edges to this rank were given weights. */
    public boolean isWeighted() {
        return weighted;
    }

    /** Where an edge to this rank comes from. */
    public int getSource(int i) {
        return sources[i];
    }

    /** The weight of an edge to this rank, 1 without weights. */
    public int getSourceWeight(int i) {
        return sourceWeights[i];
    }

    /** Where an edge from this rank leads to. */
    public int getDestination(int i) {
        return destinations[i];
    }

    /** The weight of an edge from this rank, 1 without weights. */
    public int getDestinationWeight(int i) {
        return destinationWeights[i];
    }
}
