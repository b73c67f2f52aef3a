package programs;

import mpi.MPI;
import mpi.Request;

/** Rank 0 finalizes at once; what the others still do with it works until they finalize as well. */
public final class LateCancel {

    private static final long LATE_MILLIS = 300;

    private LateCancel() {}

    /** The program. */
    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        if (MPI.COMM_WORLD.getRank() > 0) {
            Request request = MPI.COMM_WORLD.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, 0, 1);
            Thread.sleep(LATE_MILLIS);
            request.cancel();
            Claim.that(request.waitStatus().isCancelled(), "cancelled, not failed");
        }
        MPI.Finalize();
    }
}
