package programs.small;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** The same by request, of arrays and of direct buffers. */
public final class NonblockingReduceScatter {

    private NonblockingReduceScatter() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] parts = IntStream.range(0, size).toArray();
        int[] ones = new int[size];
        Arrays.fill(ones, 1);
        int[][] arrays = {new int[1], parts.clone(), new int[1], parts.clone()};
        IntBuffer[] buffers = new IntBuffer[5];
        Arrays.setAll(buffers, i -> MPI.newIntBuffer(size).put(0, parts));
        Request.waitAll(new Request[] {
            world.iReduceScatter(parts, arrays[0], ones, MPI.INT, MPI.SUM),
            world.iReduceScatter(arrays[1], ones, MPI.INT, MPI.SUM),
            world.iReduceScatterBlock(parts, arrays[2], 1, MPI.INT, MPI.SUM),
            world.iReduceScatterBlock(arrays[3], 1, MPI.INT, MPI.SUM),
            world.iReduceScatter(buffers[4], buffers[0], ones, MPI.INT, MPI.SUM),
            world.iReduceScatter(buffers[1], ones, MPI.INT, MPI.SUM),
            world.iReduceScatterBlock(buffers[4], buffers[2], 1, MPI.INT, MPI.SUM),
            world.iReduceScatterBlock(buffers[3], 1, MPI.INT, MPI.SUM)
        });
        for (int i = 0; i < 4; i++) {
            Claim.equal(size * rank, arrays[i][0], "array, form " + i);
            Claim.equal(size * rank, buffers[i].get(0), "buffer, form " + i);
        }
        MPI.Finalize();
    }
}
