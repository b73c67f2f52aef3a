package programs.small;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Rank r has r + 1 numbers; they go to the first rank, to all, and back. */
public final class IrregularBlocks {

    private IrregularBlocks() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] counts = new int[size];
        int[] displs = new int[size];
        for (int i = 0; i < size; i++) {
            counts[i] = i + 1;
            displs[i] = i * (i + 1) / 2;
        }
        int total = size * (size + 1) / 2;
        int[] own = new int[rank + 1];
        Arrays.fill(own, rank);
        int[] stairs = new int[total];
        world.gatherv(own, rank + 1, MPI.INT, stairs, counts, displs, MPI.INT, 0);
        int[] all = new int[total];
        world.allGatherv(own, rank + 1, MPI.INT, all, counts, displs, MPI.INT);
        Claim.that(rank != 0 || Arrays.equals(all, stairs), "gatherv and allGatherv");
        Claim.equal(size - 1, all[total - 1], "the last number");
        int[] back = new int[rank + 1];
        world.scatterv(stairs, counts, displs, MPI.INT, back, rank + 1, MPI.INT, 0);
        Claim.equal(own, back, "scatterv");
        if (rank == 0) {
            Arrays.fill(stairs, 1, total, -1);
            world.gatherv(stairs, counts, displs, MPI.INT, 0);
            Claim.equal(all, stairs, "gatherv in place");
            world.scatterv(stairs, counts, displs, MPI.INT, 0);
        } else {
            world.gatherv(own, rank + 1, MPI.INT, 0);
            world.scatterv(back, rank + 1, MPI.INT, 0);
            Claim.equal(own, back, "scatterv, not at the root");
        }
        Arrays.fill(stairs, -1);
        System.arraycopy(own, 0, stairs, displs[rank], rank + 1);
        world.allGatherv(stairs, counts, displs, MPI.INT);
        Claim.equal(all, stairs, "allGatherv in place");
        MPI.Finalize();
    }
}
