package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Memory is sent, and what comes takes its place. */
public final class RotateInPlace {

    private RotateInPlace() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        short[] place = {(short) rank, (short) -rank};
        for (int step = 1; step <= size; step++) {
            world.sendRecvReplace(place, 2, MPI.SHORT, next, 1, last, 1);
            int from = (rank + size * 2 - step) % size;
            Claim.equal(new short[] {(short) from, (short) -from}, place, "step " + step);
        }
        MPI.Finalize();
    }
}
