package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** A broadcast by messages, and the library's: both bring the same. */
public final class BroadcastTree {

    private BroadcastTree() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] own = {rank == 0 ? 77 : 0};
        for (int distance = 1; distance < size; distance *= 2) {
            if (rank < distance && rank + distance < size) {
                world.send(own, 1, MPI.INT, rank + distance, distance);
            } else if (rank >= distance && rank < 2 * distance) {
                world.recv(own, 1, MPI.INT, rank - distance, distance);
            }
        }
        int[] theirs = {rank == 0 ? 77 : 0};
        world.bcast(theirs, 1, MPI.INT, 0);
        Claim.equal(theirs, own, "both ways");
        Claim.equal(77, own[0], "value");
        MPI.Finalize();
    }
}
