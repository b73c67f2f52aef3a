package programs.small;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import programs.Claim;

/** Scatter and gather in each form, from an offset on. */
public final class BlocksOfMpiJava {

    private BlocksOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        int[] ones = new int[size];
        Arrays.fill(ones, 1);
        int[] places = IntStream.range(0, size).map(i -> size - 1 - i).toArray();
        long[] all = new long[size + 1];
        Arrays.setAll(all, i -> i * 5L);
        long[] own = {-1, -1, -1};
        world.Scatter(all, 1, 1, MPI.LONG, own, 0, 1, MPI.LONG, 0);
        world.Scatterv(all, 1, ones, places, MPI.LONG, own, 2, 1, MPI.LONG, 0);
        Claim.equal(new long[] {5L * (rank + 1), -1, 5L * (size - rank)}, own, "own numbers");
        long[] gathered = new long[size + 1];
        world.Gather(own, 0, 1, MPI.LONG, gathered, 1, 1, MPI.LONG, 0);
        Claim.that(rank != 0 || Arrays.equals(all, gathered), "Gather");
        gathered = new long[size + 1];
        world.Gatherv(own, 2, 1, MPI.LONG, gathered, 1, ones, places, MPI.LONG, 0);
        Claim.that(rank != 0 || Arrays.equals(all, gathered), "Gatherv");
        gathered = new long[size + 1];
        world.Allgather(own, 0, 1, MPI.LONG, gathered, 1, 1, MPI.LONG);
        Claim.equal(all, gathered, "Allgather");
        gathered = new long[size + 1];
        world.Allgatherv(own, 2, 1, MPI.LONG, gathered, 1, ones, places, MPI.LONG);
        Claim.equal(all, gathered, "Allgatherv");
        MPI.Finalize();
    }
}
