package programs.small;

import java.nio.IntBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Win;
import programs.Claim;

/** Each rank has some bins of a histogram, and adds to those of others under a lock. */
public final class HistogramAtAllRanks {

    private static final int BINS = 4;
    private static final int VALUES = 50;

    private HistogramAtAllRanks() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        IntBuffer bins = MPI.newIntBuffer(BINS);
        Win win = new Win(bins, BINS, 1, MPI.INFO_NULL, world);
        int[] expected = new int[BINS * size];
        IntBuffer one = MPI.newIntBuffer(1);
        one.put(0, 1);
        for (int i = 0; i < VALUES; i++) {
            int bin = i * i % (BINS * size);
            expected[bin] += size;
            win.lock(i % 2 == 0 ? MPI.LOCK_SHARED : MPI.LOCK_EXCLUSIVE, bin / BINS, 0);
            if (i % 3 == 0) {
                Request adding = win.rAccumulate(one, 1, MPI.INT, bin / BINS, bin % BINS, 1, MPI.INT, MPI.SUM);
                adding.waitFor();
            } else {
                win.accumulate(one, 1, MPI.INT, bin / BINS, bin % BINS, 1, MPI.INT, MPI.SUM);
            }
            win.unlock(bin / BINS);
        }
        world.barrier();
        win.lock(MPI.LOCK_SHARED, rank, 0);
        for (int i = 0; i < BINS; i++) {
            Claim.equal(expected[rank * BINS + i], bins.get(i), "bin " + i + " of rank " + rank);
        }
        win.unlock(rank);
        win.free();
        MPI.Finalize();
    }
}
