package programs.small;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import programs.Claim;

/** Memory that each rank attaches piece by piece; others reach it by the addresses that they are told. */
public final class ListInAttachedMemory {

    private static final int PIECES = 3;

    private ListInAttachedMemory() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        Win win = new Win(MPI.INFO_NULL, world);
        List<IntBuffer> pieces = new ArrayList<>();
        int[] addresses = new int[PIECES * size];
        for (int i = 0; i < PIECES; i++) {
            IntBuffer piece = MPI.newIntBuffer(2);
            piece.put(0, 10 * rank + i).put(1, -1);
            win.attach(piece, 2);
            pieces.add(piece);
            addresses[PIECES * rank + i] = Math.toIntExact(win.address(piece));
        }
        world.allGather(addresses, PIECES, MPI.INT);
        int next = (rank + 1) % size;
        IntBuffer room = MPI.newIntBuffer(PIECES);
        IntBuffer mine = MPI.newIntBuffer(1);
        mine.put(0, rank);
        win.lock(MPI.LOCK_SHARED, next, 0);
        for (int i = 0; i < PIECES; i++) {
            int address = addresses[PIECES * next + i];
            win.get(MPI.slice(room, i), 1, MPI.INT, next, address, 1, MPI.INT);
            win.put(mine, 1, MPI.INT, next, address + 4, 1, MPI.INT);
        }
        win.unlock(next);
        world.barrier();
        int last = (rank + size - 1) % size;
        for (int i = 0; i < PIECES; i++) {
            Claim.equal(10 * next + i, room.get(i), "piece " + i + " of rank " + next);
            Claim.equal(last, pieces.get(i).get(1), "in the own piece " + i);
            win.detach(pieces.get(i));
        }
        win.free();
        MPI.Finalize();
    }
}
