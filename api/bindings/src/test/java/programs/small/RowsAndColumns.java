package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** A grid by two splits: sums along each row and each column. */
public final class RowsAndColumns {

    private RowsAndColumns() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int width = size % 2 == 0 ? 2 : 1;
        Intracomm row = world.split(rank / width, rank);
        Intracomm column = world.split(rank % width, rank);
        int[] sum = {1};
        row.allReduce(sum, 1, MPI.INT, MPI.SUM);
        column.allReduce(sum, 1, MPI.INT, MPI.SUM);
        Claim.equal(size, sum[0], "all ranks");
        Claim.equal(rank % width, row.getRank(), "place in the row");
        Claim.equal(rank / width, column.getRank(), "place in the column");
        MPI.Finalize();
    }
}
