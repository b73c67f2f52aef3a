package programs;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** A token goes round, in each of both spellings. */
public final class Ring {

    private static final int TAG = 7;

    private Ring() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        Claim.equal(rank, MPI.COMM_WORLD.Rank(), "rank in both spellings");
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        int[] token = {0, rank};
        if (rank == 0) {
            MPI.COMM_WORLD.send(token, 1, MPI.INT, next, TAG);
        }
        Status status = MPI.COMM_WORLD.recv(token, 1, MPI.INT, last, TAG);
        Claim.equal(rank == 0 ? size - 1 : rank - 1, token[0], "hops before");
        Claim.equal(1, status.getCount(MPI.INT), "count");
        Claim.equal(last, status.getSource(), "source");
        if (rank != 0) {
            token[0]++;
            MPI.COMM_WORLD.send(token, 1, MPI.INT, next, TAG);
        }
        String[] words = {null, "from " + rank};
        Request sending = MPI.COMM_WORLD.Isend(words, 1, 1, MPI.OBJECT, next, TAG);
        Status objects = MPI.COMM_WORLD.Recv(words, 0, 1, MPI.OBJECT, last, TAG);
        sending.Wait();
        Claim.equal("from " + last, words[0], "object");
        Claim.equal(1, objects.Get_count(MPI.OBJECT), "objects");
        MPI.Finalize();
    }
}
