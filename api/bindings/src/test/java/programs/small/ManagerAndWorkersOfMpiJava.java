package programs.small;

import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import programs.Claim;

/** The first rank holds a receive for each worker, and answers whichever completes. */
public final class ManagerAndWorkersOfMpiJava {

    private ManagerAndWorkersOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        if (rank > 0) {
            for (int answer = 1; answer <= 3; answer++) {
                world.Send(new int[] {rank * answer}, 0, 1, MPI.INT, 0, 1);
            }
        } else {
            int[] results = new int[size - 1];
            int[] sums = new int[size - 1];
            Request[] receives = new Request[size - 1];
            for (int i = 0; i < receives.length; i++) {
                receives[i] = world.Irecv(results, i, 1, MPI.INT, i + 1, 1);
            }
            for (int left = 3 * (size - 1); left > 0; left--) {
                Status status = Request.Waitany(receives);
                int i = status.index;
                sums[i] += results[i];
                Claim.equal(i + 1, status.source, "source");
                if (sums[i] < 6 * (i + 1)) {
                    receives[i] = world.Irecv(results, i, 1, MPI.INT, i + 1, 1);
                }
            }
            Claim.equal(IntStream.range(1, size).map(r -> 6 * r).toArray(), sums, "sums");
        }
        MPI.Finalize();
    }
}
