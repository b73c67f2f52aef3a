package programs.small;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import programs.Claim;

/** Parts of the world in mpiJava's words. */
public final class CommunicatorsOfMpiJava {

    private CommunicatorsOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        Intracomm half = world.Split(rank % 2, rank);
        Claim.equal(rank / 2, half.Rank(), "rank");
        Comm copy = half.clone();
        Claim.equal(MPI.CONGRUENT, Intracomm.Compare(half, copy), "a copy");
        Claim.equal(MPI.IDENT, Comm.Compare(half, half), "itself");
        Claim.that(!half.Test_inter(), "one group");
        Claim.equal(MPI.UNDEFINED, copy.Topo_test(), "no topology");
        Claim.equal(null, world.Split(MPI.UNDEFINED, 0), "no part for this rank");
        copy.Free();
        half.Free();
        MPI.Finalize();
    }
}
