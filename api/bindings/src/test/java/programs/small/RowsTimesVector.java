package programs.small;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** A matrix by columns: each rank has a part of each sum, and gets its own sums. */
public final class RowsTimesVector {

    private RowsTimesVector() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] parts = new int[2 * size];
        Arrays.setAll(parts, i -> (rank + 1) * i);
        int factor = size * (size + 1) / 2;
        int[] own = new int[2];
        world.reduceScatterBlock(parts, own, 2, MPI.INT, MPI.SUM);
        int[] expected = {factor * 2 * rank, factor * (2 * rank + 1)};
        Claim.equal(expected, own, "reduceScatterBlock");
        int[] twos = new int[size];
        Arrays.fill(twos, 2);
        int[] sums = new int[2];
        world.reduceScatter(parts, sums, twos, MPI.INT, MPI.SUM);
        Claim.equal(expected, sums, "reduceScatter");
        int[] place = parts.clone();
        world.reduceScatterBlock(place, 2, MPI.INT, MPI.SUM);
        Claim.equal(expected, Arrays.copyOf(place, 2), "reduceScatterBlock in place");
        place = parts.clone();
        world.reduceScatter(place, twos, MPI.INT, MPI.SUM);
        Claim.equal(expected, Arrays.copyOf(place, 2), "reduceScatter in place");
        MPI.Finalize();
    }
}
