package programs;

import mpi.MPI;
import mpi.Win;

/** Rank 1 flushes outside of an epoch; its communicator's handler would throw that, its window's ends the job. */
public final class WindowFatal {

    private WindowFatal() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        Win win = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        win.setName("table");
        if (MPI.COMM_WORLD.getRank() == 1) {
            win.flush(0);
            throw new AssertionError("the program goes on");
        }
    }
}
