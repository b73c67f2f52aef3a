package programs;

import mpi.MPI;

/** Rank 1 aborts the job. */
public final class Aborting {

    private Aborting() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        if (MPI.COMM_WORLD.getRank() == 1) {
            MPI.COMM_WORLD.abort(42);
            throw new AssertionError("the program goes on");
        }
    }
}
