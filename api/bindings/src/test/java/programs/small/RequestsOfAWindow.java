package programs.small;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Win;
import programs.Claim;

/** Operations that are waited for one by one, in the words of C's {@code MPI_Rput} and its kind. */
public final class RequestsOfAWindow {

    private RequestsOfAWindow() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int next = (rank + 1) % world.getSize();
        IntBuffer memory = MPI.newIntBuffer(4);
        Win win = new Win(memory, 4, 1, MPI.INFO_NULL, world);
        IntBuffer values = MPI.newIntBuffer(4);
        for (int i = 0; i < 4; i++) {
            values.put(i, 10 * rank + i);
        }
        win.lock(MPI.LOCK_EXCLUSIVE, next, 0);
        win.rPut(values, 4, MPI.INT, next, 0, 4, MPI.INT).waitFor();
        win.flush(next);
        IntBuffer room = MPI.newIntBuffer(4);
        win.rGet(room, 4, MPI.INT, next, 0, 4, MPI.INT).waitFor();
        Claim.equal(values, room, "what was put");
        IntBuffer before = MPI.newIntBuffer(4);
        Request[] requests = {
            win.rGetAccumulate(values, 2, MPI.INT, before, 2, MPI.INT, next, 0, 2, MPI.INT, MPI.SUM),
            win.rGetAccumulate(null, 0, MPI.INT, MPI.slice(before, 2), 2, MPI.INT, next, 2, 2, MPI.INT, MPI.NO_OP)
        };
        Request.waitAll(requests);
        Claim.equal(values, before, "what was there before the sum, and what nothing was done to");
        win.getAccumulate(values, 2, MPI.INT, before, 2, MPI.INT, next, 0, 2, MPI.INT, MPI.REPLACE);
        win.unlock(next);
        Claim.equal(20 * rank, before.get(0), "the sum, before it was replaced");
        Claim.equal(20 * rank + 2, before.get(1), "the second sum, before it was replaced");
        world.barrier();
        int last = (rank + world.getSize() - 1) % world.getSize();
        win.lock(MPI.LOCK_SHARED, rank, 0);
        for (int i = 0; i < 4; i++) {
            Claim.equal(10 * last + i, memory.get(i), "replaced by the first value");
        }
        win.unlock(rank);
        win.free();
        MPI.Finalize();
    }
}
