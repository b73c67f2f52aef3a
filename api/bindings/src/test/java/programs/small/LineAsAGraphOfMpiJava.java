package programs.small;

import mpi.GraphParms;
import mpi.Graphcomm;
import mpi.Intracomm;
import mpi.MPI;
import programs.Claim;

/** A graph of two ranks, in mpiJava's words. */
public final class LineAsAGraphOfMpiJava {

    private LineAsAGraphOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        Graphcomm line = world.Create_graph(new int[] {1, 2}, new int[] {1, 0}, false);
        Claim.equal(rank > 1, line == null, "it has two ranks");
        if (rank < 2) {
            GraphParms parms = line.Get();
            Claim.equal(new int[] {1, 2}, parms.index, "index");
            Claim.equal(new int[] {1, 0}, parms.edges, "edges");
            Claim.equal(new int[] {1 - line.Rank()}, line.Neighbours(line.Rank()), "the other");
            Claim.equal(line.Rank(), line.Map(parms.index, parms.edges), "a good place");
            Graphcomm later = line.iDup();
            later.getRequest().Wait();
            for (Graphcomm copy : new Graphcomm[] {line.dup(), line.clone(), line.dupWithInfo(MPI.INFO_NULL), later}) {
                Claim.equal(MPI.GRAPH, copy.Topo_test(), "topology");
            }
        }
        Claim.equal(0, new GraphParms().index.length, "nothing yet");
        MPI.Finalize();
    }
}
