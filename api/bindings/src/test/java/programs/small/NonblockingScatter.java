package programs.small;

import java.nio.IntBuffer;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** Scatters by request, of arrays and of direct buffers. */
public final class NonblockingScatter {

    private NonblockingScatter() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] squares = IntStream.range(0, size).map(i -> i * i).toArray();
        IntBuffer all = MPI.newIntBuffer(size);
        all.put(0, squares);
        int[][] own = new int[2][1];
        IntBuffer[] direct = {MPI.newIntBuffer(1), MPI.newIntBuffer(1)};
        Request.waitAll(new Request[] {
            world.iScatter(squares, 1, MPI.INT, own[0], 1, MPI.INT, 0),
            world.iScatter(rank == 0 ? squares : own[1], 1, MPI.INT, 0),
            world.iScatter(all, 1, MPI.INT, direct[0], 1, MPI.INT, 0),
            world.iScatter(rank == 0 ? all : direct[1], 1, MPI.INT, 0)
        });
        Claim.equal(rank * rank, own[0][0], "array");
        Claim.equal(rank * rank, direct[0].get(0), "buffer");
        Claim.equal(rank * rank, own[1][0], "array, own part in place");
        Claim.equal(rank * rank, direct[1].get(0), "buffer, own part in place");
        MPI.Finalize();
    }
}
