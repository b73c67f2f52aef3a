package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** A receive that nothing comes for is withdrawn. */
public final class CancelledReceive {

    private CancelledReceive() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        Request receive = world.iRecv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 99);
        receive.cancel();
        Claim.that(receive.waitStatus().isCancelled(), "cancelled");
        Request other = world.Irecv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 98);
        other.Cancel();
        Claim.that(other.Wait().Test_cancelled(), "cancelled in mpiJava's words");
        Request done = world.iSend(null, 0, MPI.INT, MPI.PROC_NULL, 1);
        done.waitFor();
        done.free();
        Claim.that(MPI.REQUEST_NULL.isNull() && done.isNull(), "null requests");
        MPI.Finalize();
    }
}
