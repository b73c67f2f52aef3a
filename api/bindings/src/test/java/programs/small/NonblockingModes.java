package programs.small;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** Each mode of a nonblocking send, from arrays and from direct buffers. */
public final class NonblockingModes {

    private NonblockingModes() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        IntBuffer direct = MPI.newIntBuffer(1);
        direct.put(0, rank);
        int[] array = {rank};
        int[][] arrays = new int[4][1];
        IntBuffer[] buffers = new IntBuffer[4];
        Request[] receives = new Request[8];
        for (int i = 0; i < 4; i++) {
            buffers[i] = MPI.newIntBuffer(1);
            receives[i] = world.iRecv(buffers[i], 1, MPI.INT, last, i);
            receives[4 + i] = world.iRecv(arrays[i], 1, MPI.INT, last, 4 + i);
        }
        world.barrier();
        MPI.attachBuffer(new byte[2 * (Integer.BYTES + MPI.BSEND_OVERHEAD)]);
        Request.waitAll(new Request[] {
            world.iSend(direct, 1, MPI.INT, next, 0),
            world.ibSend(direct, 1, MPI.INT, next, 1),
            world.isSend(direct, 1, MPI.INT, next, 2),
            world.irSend(direct, 1, MPI.INT, next, 3),
            world.iSend(array, 1, MPI.INT, next, 4),
            world.ibSend(array, 1, MPI.INT, next, 5),
            world.isSend(array, 1, MPI.INT, next, 6),
            world.irSend(array, 1, MPI.INT, next, 7)
        });
        Request.waitAll(receives);
        MPI.detachBuffer();
        for (int i = 0; i < 4; i++) {
            Claim.equal(last, buffers[i].get(0), "direct buffer, mode " + i);
            Claim.equal(last, arrays[i][0], "array, mode " + i);
        }
        MPI.Finalize();
    }
}
