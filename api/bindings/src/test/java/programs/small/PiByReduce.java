package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** The area under a curve, a part of it on each rank. */
public final class PiByReduce {

    private PiByReduce() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int steps = 10_000;
        double part = 0;
        for (int i = rank; i < steps; i += size) {
            double x = (i + 0.5) / steps;
            part += 4 / (1 + x * x) / steps;
        }
        double[] pi = new double[1];
        world.reduce(new double[] {part}, pi, 1, MPI.DOUBLE, MPI.SUM, 0);
        Claim.that(rank != 0 || Math.abs(pi[0] - Math.PI) < 1e-8, "pi is " + pi[0]);
        double[] inPlace = {part};
        world.reduce(inPlace, 1, MPI.DOUBLE, MPI.SUM, 0);
        Claim.that(rank != 0 || Math.abs(inPlace[0] - pi[0]) < 1e-12, "the same in place");
        MPI.Finalize();
    }
}
