package programs.small;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** Both exchanges by request, of arrays and of direct buffers. */
public final class NonblockingAllToAll {

    private NonblockingAllToAll() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] row = IntStream.range(0, size).map(column -> 10 * rank + column).toArray();
        int[] expected =
                IntStream.range(0, size).map(other -> 10 * other + rank).toArray();
        int[] ones = new int[size];
        Arrays.fill(ones, 1);
        int[] places = IntStream.range(0, size).toArray();
        IntBuffer rowDirect = MPI.newIntBuffer(size);
        rowDirect.put(0, row);
        int[][] arrays = new int[2][size];
        IntBuffer[] buffers = {MPI.newIntBuffer(size), MPI.newIntBuffer(size)};
        Request.waitAll(new Request[] {
            world.iAllToAll(row, 1, MPI.INT, arrays[0], 1, MPI.INT),
            world.iAllToAllv(row, ones, places, MPI.INT, arrays[1], ones, places, MPI.INT),
            world.iAllToAll(rowDirect, 1, MPI.INT, buffers[0], 1, MPI.INT),
            world.iAllToAllv(rowDirect, ones, places, MPI.INT, buffers[1], ones, places, MPI.INT)
        });
        Claim.equal(new int[][] {expected, expected}, arrays, "arrays");
        Claim.equal(IntBuffer.wrap(expected), buffers[0], "buffers");
        Claim.equal(buffers[0], buffers[1], "with counts");
        MPI.Finalize();
    }
}
