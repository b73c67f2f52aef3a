package programs.small;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** Gathers by request, of arrays and of direct buffers, with the root's part in place as well. */
public final class NonblockingGather {

    private NonblockingGather() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] expected = IntStream.range(0, size).toArray();
        IntBuffer one = MPI.newIntBuffer(1);
        one.put(0, rank);
        int[][] arrays = new int[4][size];
        IntBuffer[] buffers = new IntBuffer[4];
        Arrays.setAll(buffers, i -> MPI.newIntBuffer(size));
        arrays[1][0] = rank;
        buffers[1].put(0, rank);
        arrays[3][rank] = rank;
        buffers[3].put(rank, rank);
        int[] ones = new int[size];
        Arrays.fill(ones, 1);
        Request.waitAll(new Request[] {
            world.iGather(new int[] {rank}, 1, MPI.INT, arrays[0], 1, MPI.INT, 0),
            world.iGather(arrays[1], 1, MPI.INT, 0),
            world.iAllGather(new int[] {rank}, 1, MPI.INT, arrays[2], 1, MPI.INT),
            world.iAllGather(arrays[3], 1, MPI.INT),
            world.iGather(one, 1, MPI.INT, buffers[0], 1, MPI.INT, 0),
            world.iGather(buffers[1], 1, MPI.INT, 0),
            world.iAllGather(one, 1, MPI.INT, buffers[2], 1, MPI.INT),
            world.iAllGather(buffers[3], 1, MPI.INT)
        });
        for (int i = rank == 0 ? 0 : 2; i < 4; i++) {
            Claim.equal(expected, arrays[i], "arrays, form " + i);
            Claim.equal(IntBuffer.wrap(expected), buffers[i], "buffers, form " + i);
        }
        IntBuffer[] v = {MPI.newIntBuffer(size), MPI.newIntBuffer(size)};
        v[1].put(rank, rank);
        int[][] w = new int[2][size];
        w[1][rank] = rank;
        Request.waitAll(new Request[] {
            world.iAllGatherv(one, 1, MPI.INT, v[0], ones, expected, MPI.INT),
            world.iAllGatherv(v[1], ones, expected, MPI.INT),
            world.iAllGatherv(new int[] {rank}, 1, MPI.INT, w[0], ones, expected, MPI.INT),
            world.iAllGatherv(w[1], ones, expected, MPI.INT)
        });
        Claim.equal(new int[][] {expected, expected}, w, "iAllGatherv of arrays");
        Claim.equal(v[0], v[1], "iAllGatherv of buffers");
        MPI.Finalize();
    }
}
