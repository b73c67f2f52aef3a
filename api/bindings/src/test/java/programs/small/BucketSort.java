package programs.small;

import java.util.Arrays;
import java.util.Random;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Numbers go to the rank that their size belongs to, however many these are. */
public final class BucketSort {

    private BucketSort() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        Random random = new Random(rank);
        int[] numbers = random.ints(200, 0, size * 100).sorted().toArray();
        int[] counts = new int[size];
        for (int number : numbers) {
            counts[number / 100]++;
        }
        int[] theirs = new int[size];
        world.allToAll(counts, 1, MPI.INT, theirs, 1, MPI.INT);
        int[] sorted = new int[Arrays.stream(theirs).sum()];
        world.allToAllv(numbers, counts, before(counts), MPI.INT, sorted, theirs, before(theirs), MPI.INT);
        Arrays.sort(sorted);
        Claim.that(sorted[0] >= 100 * rank && sorted[sorted.length - 1] < 100 * (rank + 1), "own bucket");
        int[] total = {sorted.length};
        world.allReduce(total, 1, MPI.INT, MPI.SUM);
        Claim.equal(200 * size, total[0], "none is lost");
        MPI.Finalize();
    }

    private static int[] before(int[] counts) {
        int[] displs = new int[counts.length];
        for (int i = 1; i < counts.length; i++) {
            displs[i] = displs[i - 1] + counts[i - 1];
        }
        return displs;
    }
}
