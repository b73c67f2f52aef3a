package programs.small;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import programs.Claim;

/** A request is made once, and started for each round. */
public final class PersistentRing {

    private PersistentRing() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        IntBuffer out = MPI.newIntBuffer(1);
        IntBuffer in = MPI.newIntBuffer(1);
        Prequest[] both = {world.recvInit(in, 1, MPI.INT, last, 5), world.sendInit(out, 1, MPI.INT, next, 5)};
        int value = rank;
        for (int round = 0; round < size; round++) {
            out.put(0, value);
            Prequest.startAll(both);
            Request.waitAll(both);
            value = in.get(0);
        }
        Claim.equal(rank, value, "it has gone round once");
        both[0].free();
        both[1].free();
        Claim.that(both[0].isNull() && both[1].isNull(), "freed");
        MPI.Finalize();
    }
}
