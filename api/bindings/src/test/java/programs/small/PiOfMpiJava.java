package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import programs.Claim;

/** The first rank says how many steps, and gets the sum. */
public final class PiOfMpiJava {

    private PiOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        int[] steps = {0, rank == 0 ? 5_000 : 0};
        world.Bcast(steps, 1, 1, MPI.INT, 0);
        double[] part = {0};
        for (int i = rank; i < steps[1]; i += size) {
            double x = (i + 0.5) / steps[1];
            part[0] += 4 / (1 + x * x) / steps[1];
        }
        double[] pi = {0, 0};
        world.Reduce(part, 0, pi, 1, 1, MPI.DOUBLE, MPI.SUM, 0);
        Claim.that(rank != 0 || Math.abs(pi[1] - Math.PI) < 1e-7, "pi is " + pi[1]);
        MPI.Finalize();
    }
}
