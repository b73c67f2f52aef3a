package programs.small;

import java.nio.CharBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** Two broadcasts and a barrier at a time, from array and buffer. */
public final class NonblockingBroadcast {

    private NonblockingBroadcast() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        for (int root = 0; root < size; root++) {
            int[] array = {rank == root ? 10 + root : -1};
            CharBuffer buffer = MPI.newCharBuffer(2);
            if (rank == root) {
                buffer.put(0, 'o').put(1, 'k');
            }
            Request.waitAll(new Request[] {
                world.iBcast(array, 1, MPI.INT, root), world.iBcast(buffer, 2, MPI.CHAR, root), world.iBarrier()
            });
            Claim.equal(10 + root, array[0], "array");
            Claim.equal("ok", buffer.toString(), "buffer");
        }
        MPI.Finalize();
    }
}
