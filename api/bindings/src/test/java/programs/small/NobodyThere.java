package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import programs.Claim;

/** Messages to no process, and from none, end at once: borders need no special case. */
public final class NobodyThere {

    private NobodyThere() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int[] cell = {rank};
        world.send(cell, 1, MPI.INT, MPI.PROC_NULL, 1);
        Status status = world.recv(cell, 1, MPI.INT, MPI.PROC_NULL, 1);
        Claim.equal(MPI.PROC_NULL, status.getSource(), "source");
        Claim.equal(MPI.ANY_TAG, status.getTag(), "tag");
        Claim.equal(0, status.getCount(MPI.INT), "count");
        Claim.equal(rank, cell[0], "memory stays as it was");
        Claim.equal(1, MPI.COMM_SELF.getSize(), "a world of one");
        MPI.Finalize();
    }
}
