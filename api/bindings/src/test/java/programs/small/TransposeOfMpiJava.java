package programs.small;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import programs.Claim;

/** The exchanges of mpiJava, of numbers and of objects. */
public final class TransposeOfMpiJava {

    private TransposeOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        int[] row = IntStream.range(-1, size).map(column -> 10 * rank + column).toArray();
        int[] expected =
                IntStream.range(0, size).map(other -> 10 * other + rank).toArray();
        int[] column = new int[size];
        world.Alltoall(row, 1, 1, MPI.INT, column, 0, 1, MPI.INT);
        Claim.equal(expected, column, "Alltoall");
        int[] ones = new int[size];
        Arrays.fill(ones, 1);
        int[] places = IntStream.range(0, size).toArray();
        column = new int[size];
        world.Alltoallv(row, 1, ones, places, MPI.INT, column, 0, ones, places, MPI.INT);
        Claim.equal(expected, column, "Alltoallv");
        Object[] words = new Object[size];
        Arrays.fill(words, "of " + rank);
        Object[] got = new Object[size];
        world.Alltoall(words, 0, 1, MPI.OBJECT, got, 0, 1, MPI.OBJECT);
        Claim.equal("of " + (size - 1), got[size - 1], "object of the last one");
        MPI.Finalize();
    }
}
