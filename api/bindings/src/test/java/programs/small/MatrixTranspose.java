package programs.small;

import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Each rank has a row of a matrix, and gets a column. */
public final class MatrixTranspose {

    private MatrixTranspose() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] row = IntStream.range(0, size).map(column -> 10 * rank + column).toArray();
        int[] column = new int[size];
        world.allToAll(row, 1, MPI.INT, column, 1, MPI.INT);
        Claim.equal(IntStream.range(0, size).map(other -> 10 * other + rank).toArray(), column, "column");
        int[] back = new int[size];
        world.allToAll(column, 1, MPI.INT, back, 1, MPI.INT);
        Claim.equal(row, back, "transposed twice");
        MPI.Finalize();
    }
}
