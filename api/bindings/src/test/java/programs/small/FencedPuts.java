package programs.small;

import java.nio.IntBuffer;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import programs.Claim;

/** Each rank puts its number to all ranks, and gets what they have got: fences divide the steps. */
public final class FencedPuts {

    private FencedPuts() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        IntBuffer table = MPI.newIntBuffer(size);
        Win win = new Win(table, size, 1, MPI.INFO_NULL, world);
        win.fence(MPI.MODE_NOPRECEDE);
        IntBuffer mine = MPI.newIntBuffer(1);
        mine.put(0, 10 * rank);
        for (int target = 0; target < size; target++) {
            win.put(mine, 1, MPI.INT, target, rank, 1, MPI.INT);
        }
        win.fence(0);
        for (int i = 0; i < size; i++) {
            Claim.equal(10 * i, table.get(i), "from rank " + i);
        }
        int next = (rank + 1) % size;
        IntBuffer copy = MPI.newIntBuffer(size);
        win.get(copy, size, MPI.INT, next, 0, size, MPI.INT);
        win.fence(MPI.MODE_NOSUCCEED | MPI.MODE_NOPUT);
        for (int i = 0; i < size; i++) {
            Claim.equal(10 * i, copy.get(i), "at the next rank");
        }
        Group group = win.getGroup();
        Claim.equal(MPI.IDENT, Group.compare(group, world.getGroup()), "group");
        win.free();
        MPI.Finalize();
    }
}
