package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import programs.Claim;

/** Ranks next to each other swap their numbers until these are in order. */
public final class OddEvenSort {

    private OddEvenSort() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int own = size - rank;
        int[] theirs = new int[1];
        for (int step = 0; step < size; step++) {
            boolean lower = (rank + step) % 2 == 0;
            int other = lower ? rank + 1 : rank - 1;
            if (other < 0 || other >= size) {
                continue;
            }
            Status status = world.sendRecv(new int[] {own}, 1, MPI.INT, other, step, theirs, 1, MPI.INT, other, step);
            Claim.equal(other, status.getSource(), "partner");
            own = lower ? Math.min(own, theirs[0]) : Math.max(own, theirs[0]);
        }
        Claim.equal(rank + 1, own, "the number whose place is here");
        MPI.Finalize();
    }
}
