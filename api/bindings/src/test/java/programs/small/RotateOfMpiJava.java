package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import programs.Claim;

/** The two calls that send and receive, with offsets. */
public final class RotateOfMpiJava {

    private RotateOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        int[] row = {-1, rank, -1};
        int[] room = {-2, -2};
        Status status = world.Sendrecv(row, 1, 1, MPI.INT, next, 1, room, 1, 1, MPI.INT, last, 1);
        Claim.equal(new int[] {-2, last}, room, "Sendrecv");
        Claim.equal(1, status.Get_count(MPI.INT), "count");
        status = world.Sendrecv_replace(row, 1, 1, MPI.INT, next, 2, last, 2);
        Claim.equal(new int[] {-1, last, -1}, row, "Sendrecv_replace");
        Claim.equal(last, status.source, "source");
        MPI.Finalize();
    }
}
