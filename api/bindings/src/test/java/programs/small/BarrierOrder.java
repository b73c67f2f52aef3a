package programs.small;

import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** What was sent before a barrier has been sent when others leave it. */
public final class BarrierOrder {

    private BarrierOrder() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        Request[] receives = new Request[size];
        int[] room = new int[size];
        for (int i = 0; i < size; i++) {
            receives[i] = world.iRecv(MPI.slice(room, i), 1, MPI.INT, i, 1);
        }
        world.barrier();
        for (int i = 0; i < size; i++) {
            world.rSend(new int[] {rank}, 1, MPI.INT, i, 1);
        }
        world.Barrier();
        Request.waitAll(receives);
        Claim.equal(IntStream.range(0, size).toArray(), room, "one message of each");
        MPI.Finalize();
    }
}
