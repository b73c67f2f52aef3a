package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import programs.Claim;

/** The first rank gives out work; a worker that is ready gets more. */
public final class ManagerAndWorkers {

    private ManagerAndWorkers() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int tasks = 20;
        int[] word = new int[1];
        if (rank == 0) {
            int given = 0;
            int sum = 0;
            for (int worker = 1; worker < size; worker++) {
                word[0] = ++given;
                world.send(word, 1, MPI.INT, worker, 1);
            }
            for (int open = size - 1; open > 0; ) {
                Status status = world.recv(word, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                sum += word[0];
                boolean more = given < tasks;
                word[0] = more ? ++given : 0;
                world.send(word, 1, MPI.INT, status.getSource(), more ? 1 : 0);
                open -= more ? 0 : 1;
            }
            Claim.equal(tasks * (tasks + 1) * (2 * tasks + 1) / 6, sum, "sum of squares");
        } else {
            while (world.recv(word, 1, MPI.INT, 0, MPI.ANY_TAG).getTag() == 1) {
                word[0] *= word[0];
                world.send(word, 1, MPI.INT, 0, 1);
            }
        }
        MPI.Finalize();
    }
}
