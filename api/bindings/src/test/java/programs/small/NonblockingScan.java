package programs.small;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** Prefixes by request, of arrays and of direct buffers. */
public final class NonblockingScan {

    private NonblockingScan() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int[][] arrays = {new int[1], {rank}, new int[1], {rank}};
        IntBuffer own = MPI.newIntBuffer(1).put(0, rank);
        IntBuffer[] buffers = new IntBuffer[4];
        Arrays.setAll(buffers, i -> MPI.newIntBuffer(1).put(0, rank));
        Request.waitAll(new Request[] {
            world.iScan(new int[] {rank}, arrays[0], 1, MPI.INT, MPI.SUM),
            world.iScan(arrays[1], 1, MPI.INT, MPI.SUM),
            world.iExScan(new int[] {rank}, arrays[2], 1, MPI.INT, MPI.SUM),
            world.iExScan(arrays[3], 1, MPI.INT, MPI.SUM),
            world.iScan(own, buffers[0], 1, MPI.INT, MPI.SUM),
            world.iScan(buffers[1], 1, MPI.INT, MPI.SUM),
            world.iExScan(own, buffers[2], 1, MPI.INT, MPI.SUM),
            world.iExScan(buffers[3], 1, MPI.INT, MPI.SUM)
        });
        int before = rank * (rank - 1) / 2;
        for (int i = 0; i < (rank == 0 ? 2 : 4); i++) {
            int expected = i < 2 ? before + rank : before;
            Claim.equal(expected, arrays[i][0], "array, form " + i);
            Claim.equal(expected, buffers[i].get(0), "buffer, form " + i);
        }
        MPI.Finalize();
    }
}
