package programs.small;

import mpi.Comm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Communicators of the even ranks and of the odd ones, in two ways. */
public final class SplitByParity {

    private SplitByParity() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        Intracomm half = world.split(rank % 2, -rank);
        int expected = (size + 1 - rank % 2) / 2;
        Claim.equal(expected, half.getSize(), "size");
        Claim.equal(expected - 1 - rank / 2, half.getRank(), "the highest first");
        Group same = half.getGroup();
        Intracomm other = world.createGroup(same, 5);
        Claim.equal(MPI.CONGRUENT, Comm.compare(half, other), "the same ranks in the same order");
        Intracomm host = world.splitType(Comm.TYPE_SHARED, rank, MPI.INFO_NULL);
        Claim.equal(size, host.getSize(), "all are on this host");
        Intracomm none = world.split(MPI.UNDEFINED, 0);
        Claim.that(none.isNull(), "no part for this rank");
        half.free();
        other.disconnect();
        MPI.Finalize();
    }
}
