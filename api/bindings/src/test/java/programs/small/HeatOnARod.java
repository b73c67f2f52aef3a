package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Jacobi's iteration, until it changes nothing: the ends are warm and cold. */
public final class HeatOnARod {

    private HeatOnARod() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int left = rank == 0 ? MPI.PROC_NULL : rank - 1;
        int right = rank == size - 1 ? MPI.PROC_NULL : rank + 1;
        int own = 3;
        double[] now = new double[own + 2];
        double[] next = new double[own + 2];
        now[0] = next[0] = rank == 0 ? 1 : 0;
        double[] change = {1};
        int steps = 0;
        for (; change[0] > 1e-9; steps++) {
            world.sendRecv(MPI.slice(now, own), 1, MPI.DOUBLE, right, 1, now, 1, MPI.DOUBLE, left, 1);
            world.sendRecv(MPI.slice(now, 1), 1, MPI.DOUBLE, left, 2, MPI.slice(now, own + 1), 1, MPI.DOUBLE, right, 2);
            change[0] = 0;
            for (int i = 1; i <= own; i++) {
                next[i] = (now[i - 1] + now[i + 1]) / 2;
                change[0] = Math.max(change[0], Math.abs(next[i] - now[i]));
            }
            System.arraycopy(next, 1, now, 1, own);
            world.allReduce(change, 1, MPI.DOUBLE, MPI.MAX);
        }
        for (int i = 1; i <= own; i++) {
            double line = 1 - (rank * own + i) / (size * own + 1.0);
            Claim.that(Math.abs(line - now[i]) < 1e-6, "a straight line, after " + steps + " steps: " + now[i]);
        }
        MPI.Finalize();
    }
}
