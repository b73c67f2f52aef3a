package programs.small;

import java.nio.DoubleBuffer;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import programs.Claim;

/** Ghost cells of a ring, put to both neighbors: only ranks that have to do with each other wait for each other. */
public final class PostStartCompleteWait {

    private static final int STEPS = 5;

    private PostStartCompleteWait() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int left = (rank + size - 1) % size;
        int right = (rank + 1) % size;
        int[] both = left == right ? new int[] {left} : new int[] {left, right};
        Group neighbors = world.getGroup().incl(both);
        DoubleBuffer ghosts = MPI.newDoubleBuffer(2);
        DoubleBuffer edge = MPI.newDoubleBuffer(1);
        Win win = new Win(ghosts, 2, 1, MPI.INFO_NULL, world);
        for (int step = 0; step < STEPS; step++) {
            edge.put(0, rank + 100 * step);
            win.post(neighbors, 0);
            win.start(neighbors, 0);
            win.put(edge, 1, MPI.DOUBLE, left, 1, 1, MPI.DOUBLE);
            win.put(edge, 1, MPI.DOUBLE, right, 0, 1, MPI.DOUBLE);
            win.complete();
            if (step % 2 == 0) {
                win.waitFor();
            } else {
                while (!win.test()) {
                    Thread.onSpinWait();
                }
            }
            Claim.equal(left + 100.0 * step, ghosts.get(0), "from the left in step " + step);
            Claim.equal(right + 100.0 * step, ghosts.get(1), "from the right in step " + step);
        }
        win.free();
        MPI.Finalize();
    }
}
