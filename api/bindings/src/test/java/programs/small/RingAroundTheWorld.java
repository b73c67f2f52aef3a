package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import programs.Claim;

/** A token goes round, and each rank adds its own number. */
public final class RingAroundTheWorld {

    private RingAroundTheWorld() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] token = {0};
        if (rank > 0) {
            world.recv(token, 1, MPI.INT, rank - 1, 3);
        }
        token[0] += rank;
        world.send(token, 1, MPI.INT, (rank + 1) % size, 3);
        if (rank == 0) {
            Status status = world.recv(token, 1, MPI.INT, size - 1, 3);
            Claim.equal(size * (size - 1) / 2, token[0], "sum of all ranks");
            Claim.equal(size - 1, status.getSource(), "the last one's message");
            Claim.equal(3, status.getTag(), "tag");
            Claim.equal(1, status.getCount(MPI.INT), "count");
        }
        MPI.Finalize();
    }
}
