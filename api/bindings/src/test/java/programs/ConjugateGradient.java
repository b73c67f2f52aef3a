package programs;

import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** Solves the two-dimensional Laplacian by conjugate gradients, the lines of its grid distributed; in Open MPI's spelling. */
public final class ConjugateGradient {

    private static final int SIDE = 14;
    private static final int LIMIT = 10 * SIDE * SIDE;
    private static final int UP = 11;
    private static final int DOWN = 12;
    private static final double ENOUGH = 1e-11;
    private static final double RESIDUAL = 1e-8;

    private final Comm comm;
    private final int above;
    private final int below;
    private final int[] counts;
    private final int[] places;
    private final int first;
    private final int length;
    private final double[] halo;

    private ConjugateGradient(Comm comm) throws MPIException {
        this.comm = comm;
        int rank = comm.getRank();
        int size = comm.getSize();
        above = rank == 0 ? MPI.PROC_NULL : rank - 1;
        below = rank == size - 1 ? MPI.PROC_NULL : rank + 1;
        counts = new int[size];
        places = new int[size];
        for (int i = 0; i < size; i++) {
            places[i] = SIDE * i / size * SIDE;
            counts[i] = SIDE * (i + 1) / size * SIDE - places[i];
        }
        first = places[rank];
        length = counts[rank];
        halo = new double[length + 2 * SIDE];
    }

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        new ConjugateGradient(MPI.COMM_WORLD).run();
        MPI.Finalize();
    }

    private void run() throws MPIException {
        double[] all = new double[SIDE * SIDE];
        if (comm.getRank() == 0) {
            all = SerialReference.randomVector(20, SIDE * SIDE);
        }
        double[] right = new double[length];
        comm.scatterv(all, counts, places, MPI.DOUBLE, right, length, MPI.DOUBLE, 0);

        double[] solution = solve(right);

        double[] rest = times(solution);
        for (int i = 0; i < length; i++) {
            rest[i] = right[i] - rest[i];
        }
        Claim.that(Math.sqrt(dot(rest, rest)) < RESIDUAL, "residual of the solution");
        double[] whole = new double[SIDE * SIDE];
        comm.gatherv(solution, length, MPI.DOUBLE, whole, counts, places, MPI.DOUBLE, 0);
        comm.bcast(all, all.length, MPI.DOUBLE, 0);
        comm.bcast(whole, whole.length, MPI.DOUBLE, 0);
        double[] expected = SerialReference.solveGrid(all, SIDE);
        for (int i = 0; i < expected.length; i++) {
            Claim.that(Math.abs(expected[i] - whole[i]) < RESIDUAL, "the solution at " + i + ": " + whole[i]);
        }
        Claim.equal(Arrays.copyOfRange(whole, first, first + length), solution, "the part of this rank");
    }

    private double[] solve(double[] right) throws MPIException {
        double[] x = new double[length];
        double[] rest = right.clone();
        double[] direction = right.clone();
        double square = dot(rest, rest);
        double end = ENOUGH * ENOUGH * square;
        for (int step = 0; square > end; step++) {
            Claim.that(step < LIMIT, "converges");
            double[] product = times(direction);
            double alpha = square / dot(direction, product);
            for (int i = 0; i < length; i++) {
                x[i] += alpha * direction[i];
                rest[i] -= alpha * product[i];
            }
            double before = square;
            square = dot(rest, rest);
            for (int i = 0; i < length; i++) {
                direction[i] = rest[i] + square / before * direction[i];
            }
        }
        return x;
    }

    private double dot(double[] a, double[] b) throws MPIException {
        double[] sum = new double[1];
        for (int i = 0; i < length; i++) {
            sum[0] += a[i] * b[i];
        }
        comm.allReduce(sum, 1, MPI.DOUBLE, MPI.SUM);
        return sum[0];
    }

    /** The matrix times a vector, after each rank has got the lines next to its own. */
    private double[] times(double[] vector) throws MPIException {
        System.arraycopy(vector, 0, halo, SIDE, length);
        comm.sendRecv(
                MPI.slice(halo, SIDE),
                SIDE,
                MPI.DOUBLE,
                above,
                UP,
                MPI.slice(halo, SIDE + length),
                SIDE,
                MPI.DOUBLE,
                below,
                UP);
        comm.sendRecv(MPI.slice(halo, length), SIDE, MPI.DOUBLE, below, DOWN, halo, SIDE, MPI.DOUBLE, above, DOWN);
        double[] product = new double[length];
        for (int i = 0; i < length; i++) {
            int at = SIDE + i;
            double left = i % SIDE == 0 ? 0 : halo[at - 1];
            double right = i % SIDE == SIDE - 1 ? 0 : halo[at + 1];
            product[i] = 4 * halo[at] - left - right - halo[at - SIDE] - halo[at + SIDE];
        }
        return product;
    }
}
