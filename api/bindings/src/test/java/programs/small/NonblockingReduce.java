package programs.small;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** Eight reductions at a time: to a root and to all, in place or not, of arrays and of buffers. */
public final class NonblockingReduce {

    private NonblockingReduce() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int sum = size * (size - 1) / 2;
        IntBuffer own = MPI.newIntBuffer(1).put(0, rank);
        int[][] arrays = {{-1}, {rank}, {-1}, {rank}};
        IntBuffer[] buffers = new IntBuffer[4];
        Arrays.setAll(buffers, i -> MPI.newIntBuffer(1).put(0, rank));
        Request.waitAll(new Request[] {
            world.iAllReduce(new int[] {rank}, arrays[0], 1, MPI.INT, MPI.SUM),
            world.iAllReduce(arrays[1], 1, MPI.INT, MPI.SUM),
            world.iReduce(new int[] {rank}, arrays[2], 1, MPI.INT, MPI.SUM, 0),
            world.iReduce(arrays[3], 1, MPI.INT, MPI.SUM, 0),
            world.iAllReduce(own, buffers[0], 1, MPI.INT, MPI.SUM),
            world.iAllReduce(buffers[1], 1, MPI.INT, MPI.SUM),
            world.iReduce(own, buffers[2], 1, MPI.INT, MPI.SUM, 0),
            world.iReduce(buffers[3], 1, MPI.INT, MPI.SUM, 0)
        });
        for (int i = 0; i < (rank == 0 ? 4 : 2); i++) {
            Claim.equal(sum, arrays[i][0], "array, form " + i);
            Claim.equal(sum, buffers[i].get(0), "buffer, form " + i);
        }
        MPI.Finalize();
    }
}
