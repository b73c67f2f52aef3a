package programs.small;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Each rank names its own neighbours, or one rank names all. */
public final class DistributedGraph {

    private DistributedGraph() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        int[] sources = {last};
        int[] ends = {next};
        int[] all = rank == 0 ? IntStream.range(0, size).toArray() : new int[0];
        int[] degrees = Arrays.stream(all).map(r -> 1).toArray();
        int[] targets = Arrays.stream(all).map(r -> (r + 1) % size).toArray();
        int[] weights = Arrays.stream(all).map(r -> 10 + r).toArray();
        GraphComm[] rings = {
            world.createDistGraphAdjacent(sources, ends, MPI.INFO_NULL, false),
            world.createDistGraphAdjacent(
                    sources, new int[] {10 + last}, ends, new int[] {10 + rank}, MPI.INFO_NULL, false),
            world.createDistGraph(all, degrees, targets, MPI.INFO_NULL, false),
            world.createDistGraph(all, degrees, targets, weights, MPI.INFO_NULL, false)
        };
        for (int i = 0; i < rings.length; i++) {
            DistGraphNeighbors own = rings[i].getDistGraphNeighbors();
            Claim.equal(1, own.getInDegree(), "edges to this rank");
            Claim.equal(1, own.getOutDegree(), "edges from this rank");
            Claim.equal(last, own.getSource(0), "source");
            Claim.equal(next, own.getDestination(0), "destination");
            Claim.equal(i % 2 == 1, own.isWeighted(), "weights");
            if (own.isWeighted()) {
                Claim.equal(10 + last, own.getSourceWeight(0), "weight of the source");
                Claim.equal(10 + rank, own.getDestinationWeight(0), "weight of the destination");
            }
            int[] got = new int[1];
            rings[i].neighborAllToAll(new int[] {rank}, 1, MPI.INT, got, 1, MPI.INT);
            Claim.equal(last, got[0], "round the ring");
        }
        MPI.Finalize();
    }
}
