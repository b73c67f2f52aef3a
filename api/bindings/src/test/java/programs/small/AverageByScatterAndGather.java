package programs.small;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** The first rank deals numbers out, and collects the averages. */
public final class AverageByScatterAndGather {

    private AverageByScatterAndGather() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int share = 4;
        double[] all = new double[share * size];
        Arrays.setAll(all, i -> i);
        double[] own = new double[share];
        world.scatter(rank == 0 ? all : null, share, MPI.DOUBLE, own, share, MPI.DOUBLE, 0);
        double[] average = {Arrays.stream(own).average().orElseThrow()};
        double[] averages = new double[size];
        world.gather(average, 1, MPI.DOUBLE, averages, 1, MPI.DOUBLE, 0);
        if (rank == 0) {
            double mean = Arrays.stream(averages).average().orElseThrow();
            Claim.equal((share * size - 1) / 2.0, mean, "mean");
        }
        world.allGather(average, 1, MPI.DOUBLE, averages, 1, MPI.DOUBLE);
        Claim.equal(share * (size - 1) + 1.5, averages[size - 1], "average of the last one");
        MPI.Finalize();
    }
}
