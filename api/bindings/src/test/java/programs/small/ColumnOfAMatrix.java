package programs.small;

import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** A column of a matrix stored by rows goes to the next rank, which stores it as a row. */
public final class ColumnOfAMatrix {

    private ColumnOfAMatrix() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        double[] matrix = new double[12];
        Arrays.setAll(matrix, i -> 100 * rank + i);
        Datatype column = Datatype.createVector(3, 1, 4, MPI.DOUBLE);
        column.commit();
        double[] row = new double[3];
        world.sendRecv(MPI.slice(matrix, 2), 1, column, next, 1, row, 3, MPI.DOUBLE, last, 1);
        Claim.equal(new double[] {100 * last + 2, 100 * last + 6, 100 * last + 10}, row, "column");
        column.free();
        Claim.that(column.isNull(), "freed");
        MPI.Finalize();
    }
}
