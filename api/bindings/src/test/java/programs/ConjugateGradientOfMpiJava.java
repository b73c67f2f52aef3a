package programs;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Solves the one-dimensional Laplacian by conjugate gradients, its rows distributed; in mpiJava's spelling. */
public final class ConjugateGradientOfMpiJava {

    private static final int ROWS = 101;
    private static final int LIMIT = 10 * ROWS;
    private static final int TO_LEFT = 21;
    private static final int TO_RIGHT = 22;
    private static final double ENOUGH = 1e-11;
    private static final double RESIDUAL = 1e-8;
    private static final double DIFFERENCE = 1e-6;

    private final Intracomm comm;
    private final int left;
    private final int right;
    private final int[] counts;
    private final int[] places;
    private final int length;
    private final double[] halo;

    private ConjugateGradientOfMpiJava(Intracomm comm) throws MPIException {
        this.comm = comm;
        int rank = comm.Rank();
        int size = comm.Size();
        left = rank == 0 ? MPI.PROC_NULL : rank - 1;
        right = rank == size - 1 ? MPI.PROC_NULL : rank + 1;
        counts = new int[size];
        places = new int[size];
        for (int i = 0; i < size; i++) {
            places[i] = ROWS * i / size;
            counts[i] = ROWS * (i + 1) / size - places[i];
        }
        length = counts[rank];
        halo = new double[length + 2];
    }

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        new ConjugateGradientOfMpiJava(MPI.COMM_WORLD).run();
        MPI.Finalize();
    }

    private void run() throws MPIException {
        double[] all = new double[ROWS];
        if (comm.Rank() == 0) {
            System.arraycopy(SerialReference.randomVector(21, ROWS), 0, all, 0, ROWS);
        }
        comm.Bcast(all, 0, ROWS, MPI.DOUBLE, 0);
        double[] mine = new double[length];
        System.arraycopy(all, places[comm.Rank()], mine, 0, length);

        double[] solution = solve(mine);

        double[] rest = times(solution);
        for (int i = 0; i < length; i++) {
            rest[i] = mine[i] - rest[i];
        }
        Claim.that(Math.sqrt(dot(rest, rest)) < RESIDUAL, "residual of the solution");
        double[] whole = new double[ROWS];
        comm.Allgatherv(solution, 0, length, MPI.DOUBLE, whole, 0, counts, places, MPI.DOUBLE);
        double[] expected = SerialReference.solveLine(all);
        for (int i = 0; i < ROWS; i++) {
            Claim.that(Math.abs(expected[i] - whole[i]) < DIFFERENCE, "the solution at " + i + ": " + whole[i]);
        }
    }

    private double[] solve(double[] values) throws MPIException {
        double[] x = new double[length];
        double[] rest = values.clone();
        double[] direction = values.clone();
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
        double[] part = new double[1];
        double[] sum = new double[1];
        for (int i = 0; i < length; i++) {
            part[0] += a[i] * b[i];
        }
        comm.Allreduce(part, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM);
        return sum[0];
    }

    /** The matrix times a vector; the values next to a rank's own come while it has to wait for nothing else. */
    private double[] times(double[] vector) throws MPIException {
        System.arraycopy(vector, 0, halo, 1, length);
        Request[] requests = {
            comm.Irecv(halo, 0, 1, MPI.DOUBLE, left, TO_RIGHT),
            comm.Irecv(halo, length + 1, 1, MPI.DOUBLE, right, TO_LEFT),
            comm.Isend(halo, 1, 1, MPI.DOUBLE, left, TO_LEFT),
            comm.Isend(halo, length, 1, MPI.DOUBLE, right, TO_RIGHT),
        };
        Request.Waitall(requests);
        double[] product = new double[length];
        for (int i = 0; i < length; i++) {
            product[i] = 2 * halo[i + 1] - halo[i] - halo[i + 2];
        }
        return product;
    }
}
