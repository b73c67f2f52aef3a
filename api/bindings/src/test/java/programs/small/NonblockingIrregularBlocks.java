package programs.small;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** The forms with counts, by request: the root names all blocks, the others theirs. */
public final class NonblockingIrregularBlocks {

    private NonblockingIrregularBlocks() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] counts = IntStream.range(1, size + 1).toArray();
        int[] displs = IntStream.range(0, size).map(i -> i * (i + 1) / 2).toArray();
        int total = size * (size + 1) / 2;
        int[] all = new int[total];
        Arrays.setAll(all, i -> 100 + i);
        IntBuffer allDirect = MPI.newIntBuffer(total);
        allDirect.put(0, all);
        int[] own = new int[rank + 1];
        int[] again = new int[rank + 1];
        IntBuffer direct = MPI.newIntBuffer(rank + 1);
        IntBuffer directAgain = MPI.newIntBuffer(rank + 1);
        Request.waitAll(new Request[] {
            world.iScatterv(all, counts, displs, MPI.INT, own, rank + 1, MPI.INT, 0),
            world.iScatterv(allDirect, counts, displs, MPI.INT, direct, rank + 1, MPI.INT, 0),
            rank == 0 ? world.iScatterv(all, counts, displs, MPI.INT, 0) : world.iScatterv(again, rank + 1, MPI.INT, 0),
            rank == 0
                    ? world.iScatterv(allDirect, counts, displs, MPI.INT, 0)
                    : world.iScatterv(directAgain, rank + 1, MPI.INT, 0)
        });
        int[] expected =
                IntStream.range(0, rank + 1).map(i -> 100 + displs[rank] + i).toArray();
        Claim.equal(expected, own, "own numbers");
        Claim.equal(IntBuffer.wrap(expected), direct, "own numbers in a buffer");
        Claim.that(rank == 0 || Arrays.equals(expected, again), "the root's own part in place");
        Claim.that(rank == 0 || directAgain.equals(direct), "the root's own part in place, buffers");
        int[] back = new int[total];
        int[] place = all.clone();
        IntBuffer backDirect = MPI.newIntBuffer(total);
        Request.waitAll(new Request[] {
            world.iGatherv(own, rank + 1, MPI.INT, back, counts, displs, MPI.INT, 0),
            world.iGatherv(direct, rank + 1, MPI.INT, backDirect, counts, displs, MPI.INT, 0),
            rank == 0 ? world.iGatherv(place, counts, displs, MPI.INT, 0) : world.iGatherv(own, rank + 1, MPI.INT, 0),
            rank == 0
                    ? world.iGatherv(allDirect, counts, displs, MPI.INT, 0)
                    : world.iGatherv(direct, rank + 1, MPI.INT, 0)
        });
        if (rank == 0) {
            Claim.equal(all, back, "gathered");
            Claim.equal(all, place, "gathered in place");
            Claim.equal(allDirect, backDirect, "gathered buffers");
        }
        MPI.Finalize();
    }
}
