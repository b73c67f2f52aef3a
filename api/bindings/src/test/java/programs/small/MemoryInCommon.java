package programs.small;

import java.nio.LongBuffer;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import programs.Claim;

/** Memory that ranks have in common: here those of a communicator of one, which any channel has. */
public final class MemoryInCommon {

    private static final int COUNT = 4;

    private MemoryInCommon() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Win win = new Win(COUNT, 1, MPI.INFO_NULL, MPI.COMM_SELF, MPI.newLongBuffer(0), Win.FLAVOR_SHARED);
        LongBuffer own = (LongBuffer) win.getAttr(MPI.WIN_BASE);
        LongBuffer seen = (LongBuffer) win.sharedQuery(0);
        Claim.equal(COUNT, seen.capacity(), "elements");
        win.lockAll(0);
        for (int i = 0; i < COUNT; i++) {
            own.put(i, 10L + i);
        }
        win.sync();
        for (int i = 0; i < COUNT; i++) {
            Claim.equal(10L + i, seen.get(i), "element " + i);
        }
        win.unlockAll();
        Claim.equal(seen, win.sharedQuery(MPI.PROC_NULL), "the first memory that is not empty");
        win.free();
        MPI.Finalize();
    }
}
