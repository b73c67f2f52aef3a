package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import programs.Claim;

/** The token in an array's middle. */
public final class RingOfMpiJava {

    private RingOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        long[] token = {-1, 1, -1};
        if (rank > 0) {
            world.Recv(token, 1, 1, MPI.LONG, rank - 1, 3);
        }
        token[1] *= rank + 1;
        world.Send(token, 1, 1, MPI.LONG, (rank + 1) % size, 3);
        if (rank == 0) {
            Status status = world.Recv(token, 1, 1, MPI.LONG, size - 1, 3);
            long factorial = 1;
            for (int i = 2; i <= size; i++) {
                factorial *= i;
            }
            Claim.equal(new long[] {-1, factorial, -1}, token, "product of all");
            Claim.equal(size - 1, status.source, "source");
            Claim.equal(3, status.tag, "tag");
        }
        MPI.Finalize();
    }
}
