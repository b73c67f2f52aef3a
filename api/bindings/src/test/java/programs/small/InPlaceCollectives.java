package programs.small;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** The root's own part stays where it is, and others name their memory only. */
public final class InPlaceCollectives {

    private InPlaceCollectives() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] all = new int[size];
        if (rank == 0) {
            Arrays.setAll(all, i -> i * i);
            world.scatter(all, 1, MPI.INT, 0);
        } else {
            all[rank] = -1;
            IntBuffer own = MPI.slice(all, rank);
            world.scatter(own, 1, MPI.INT, 0);
            Claim.equal(rank * rank, all[rank], "scatter");
        }
        world.allGather(all, 1, MPI.INT);
        int[] squares = IntStream.range(0, size).map(i -> i * i).toArray();
        Claim.equal(squares, all, "allGather");
        int[] copy = rank == 0 ? new int[size] : new int[] {rank * rank};
        world.gather(copy, 1, MPI.INT, 0);
        Claim.that(rank != 0 || Arrays.equals(squares, copy), "gather");
        MPI.Finalize();
    }
}
