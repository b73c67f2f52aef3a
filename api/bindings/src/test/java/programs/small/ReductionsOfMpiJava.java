package programs.small;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import programs.Claim;

/** The other reductions of mpiJava. */
public final class ReductionsOfMpiJava {

    private ReductionsOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        double[] own = {-1, rank + 1};
        double[] result = {0, 0};
        world.Allreduce(own, 1, result, 0, 1, MPI.DOUBLE, MPI.MAX);
        Claim.equal(size, (int) result[0], "Allreduce");
        world.Scan(own, 1, result, 1, 1, MPI.DOUBLE, MPI.SUM);
        Claim.equal((rank + 1) * (rank + 2) / 2.0, result[1], "Scan");
        int[] ones = new int[size];
        Arrays.fill(ones, 1);
        int[] sums = new int[2];
        world.Reduce_scatter(IntStream.range(-1, size).toArray(), 1, sums, 1, ones, MPI.INT, MPI.SUM);
        Claim.equal(rank * size, sums[1], "Reduce_scatter");
        MPI.Finalize();
    }
}
