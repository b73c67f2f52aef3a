package programs;

import mpi.MPI;

/** Rank 1 makes a mistake in each of both spellings. */
public final class Fatal {

    private Fatal() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        if (MPI.COMM_WORLD.Rank() == 1) {
            Environment.refused(() -> MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 99, 0), MPI.ERR_RANK, "Send");
            MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 99, 0);
            throw new AssertionError("the program goes on");
        }
    }
}
