package programs.small;

import java.util.Random;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Points at random, a stream of them on each rank; all ranks know the result. */
public final class MonteCarloPi {

    private MonteCarloPi() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        Random random = new Random(1234 + rank);
        long[] hits = new long[2];
        for (int i = 0; i < 20_000; i++) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            hits[0] += x * x + y * y < 1 ? 1 : 0;
            hits[1]++;
        }
        long[] all = new long[2];
        world.allReduce(hits, all, 2, MPI.LONG, MPI.SUM);
        Claim.equal(20_000L * size, all[1], "points");
        double pi = 4.0 * all[0] / all[1];
        Claim.that(Math.abs(pi - Math.PI) < 0.1, "pi is " + pi);
        world.allReduce(hits, 2, MPI.LONG, MPI.SUM);
        Claim.equal(all, hits, "the same in place");
        MPI.Finalize();
    }
}
