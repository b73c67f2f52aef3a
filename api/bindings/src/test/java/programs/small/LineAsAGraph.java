package programs.small;

import mpi.GraphComm;
import mpi.GraphParms;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** A graph in which each rank has the next and the one before as neighbours. */
public final class LineAsAGraph {

    private LineAsAGraph() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] index = new int[size];
        int[] edges = new int[2 * size - 2];
        int at = 0;
        for (int i = 0; i < size; i++) {
            if (i > 0) {
                edges[at++] = i - 1;
            }
            if (i < size - 1) {
                edges[at++] = i + 1;
            }
            index[i] = at;
        }
        GraphComm line = world.createGraph(index, edges, false);
        GraphParms parms = line.getDims();
        Claim.equal(size, parms.getIndexCount(), "ranks");
        Claim.equal(2 * size - 2, parms.getEdgeCount(), "edges");
        Claim.equal(index[0], parms.getIndex(0), "index");
        Claim.equal(edges[0], parms.getEdge(0), "edge");
        Claim.equal(MPI.GRAPH, line.getTopology(), "topology");
        int[] neighbors = line.getNeighbors(line.getRank());
        int[] got = new int[neighbors.length];
        line.neighborAllGather(new int[] {line.getRank()}, 1, MPI.INT, got, 1, MPI.INT);
        Claim.equal(neighbors, got, "from each neighbour its rank");
        Claim.equal(rank, line.map(index, edges), "a good place");
        GraphComm later = line.iDup();
        later.getRequest().waitFor();
        for (GraphComm copy : new GraphComm[] {line.dup(), line.clone(), line.dupWithInfo(new Info()), later}) {
            Claim.equal(neighbors, copy.getNeighbors(copy.getRank()), "neighbours in a copy");
        }
        MPI.Finalize();
    }
}
