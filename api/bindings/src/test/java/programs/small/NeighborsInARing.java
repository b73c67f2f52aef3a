package programs.small;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.CartComm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** Each rank gathers from its neighbours, and sends each of them something of its own. */
public final class NeighborsInARing {

    private NeighborsInARing() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
        int left = (rank + size - 1) % size;
        int right = (rank + 1) % size;
        int[] counts = {1, 1};
        int[] displs = {0, 1};
        IntBuffer own = MPI.newIntBuffer(1).put(0, rank);
        int[] pair = {100 + rank, 200 + rank};
        IntBuffer pairDirect = MPI.newIntBuffer(2).put(0, pair);
        int[][] got = new int[8][2];
        IntBuffer[] direct = new IntBuffer[4];
        Arrays.setAll(direct, i -> MPI.newIntBuffer(2));
        refused(ring, counts);
        ring.neighborAllGather(own, 1, MPI.INT, got[0], 1, MPI.INT);
        ring.neighborAllGatherv(own, 1, MPI.INT, got[1], counts, displs, MPI.INT);
        ring.neighborAllToAll(pair, 1, MPI.INT, got[4], 1, MPI.INT);
        ring.neighborAllToAllv(pair, counts, displs, MPI.INT, got[5], counts, displs, MPI.INT);
        Request.waitAll(new Request[] {
            ring.iNeighborAllGather(new int[] {rank}, 1, MPI.INT, got[2], 1, MPI.INT),
            ring.iNeighborAllGatherv(new int[] {rank}, 1, MPI.INT, got[3], counts, displs, MPI.INT),
            ring.iNeighborAllToAll(pair, 1, MPI.INT, got[6], 1, MPI.INT),
            ring.iNeighborAllToAllv(pair, counts, displs, MPI.INT, got[7], counts, displs, MPI.INT),
            ring.iNeighborAllGather(own, 1, MPI.INT, direct[0], 1, MPI.INT),
            ring.iNeighborAllGatherv(own, 1, MPI.INT, direct[1], counts, displs, MPI.INT),
            ring.iNeighborAllToAll(pairDirect, 1, MPI.INT, direct[2], 1, MPI.INT),
            ring.iNeighborAllToAllv(pairDirect, counts, displs, MPI.INT, direct[3], counts, displs, MPI.INT)
        });
        for (int i = 0; i < 8; i++) {
            Claim.equal(i < 4 ? new int[] {left, right} : new int[] {200 + left, 100 + right}, got[i], "form " + i);
        }
        for (int i = 0; i < 4; i++) {
            Claim.equal(IntBuffer.wrap(got[2 * i]), direct[i], "direct buffers, form " + i);
        }
        MPI.Finalize();
    }

    /** A block that isn't there is an error before any message is sent or waited for: those of the calls that follow are theirs. */
    private static void refused(CartComm ring, int[] counts) throws MPIException {
        ring.setErrhandler(MPI.ERRORS_RETURN);
        int[] outside = {0, 2};
        try {
            ring.neighborAllToAllv(new int[2], counts, outside, MPI.INT, new int[2], counts, new int[] {0, 1}, MPI.INT);
            throw new AssertionError("a block outside of what is sent");
        } catch (MPIException e) {
            Claim.equal(MPI.ERR_BUFFER, e.getErrorClass(), "class");
        }
        try {
            ring.neighborAllToAllv(new int[2], counts, new int[] {0, 1}, MPI.INT, new int[2], counts, outside, MPI.INT);
            throw new AssertionError("a block outside of where it is received");
        } catch (MPIException e) {
            Claim.equal(MPI.ERR_BUFFER, e.getErrorClass(), "class");
        }
        ring.setErrhandler(MPI.ERRORS_ARE_FATAL);
    }
}
