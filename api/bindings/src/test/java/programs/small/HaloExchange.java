package programs.small;

import java.nio.DoubleBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** Each rank swaps its borders with both neighbours while it computes inside. */
public final class HaloExchange {

    private HaloExchange() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int left = rank == 0 ? MPI.PROC_NULL : rank - 1;
        int right = rank == size - 1 ? MPI.PROC_NULL : rank + 1;
        DoubleBuffer cells = MPI.newDoubleBuffer(6);
        for (int i = 1; i <= 4; i++) {
            cells.put(i, 10 * rank + i);
        }
        Request[] halo = {
            world.iRecv(MPI.slice(cells, 0), 1, MPI.DOUBLE, left, 1),
            world.iRecv(MPI.slice(cells, 5), 1, MPI.DOUBLE, right, 2),
            world.iSend(MPI.slice(cells, 1), 1, MPI.DOUBLE, left, 2),
            world.iSend(MPI.slice(cells, 4), 1, MPI.DOUBLE, right, 1)
        };
        double inside = cells.get(2) + cells.get(3);
        Request.waitAll(halo);
        Claim.equal(20.0 * rank + 5, inside, "computed meanwhile");
        Claim.equal(rank == 0 ? 0.0 : 10.0 * (rank - 1) + 4, cells.get(0), "left border");
        Claim.equal(rank == size - 1 ? 0.0 : 10.0 * (rank + 1) + 1, cells.get(5), "right border");
        MPI.Finalize();
    }
}
