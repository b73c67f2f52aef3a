package programs.small;

import java.nio.IntBuffer;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Status;
import programs.Claim;

/** A message that was found belongs to the rank that found it, until it is received. */
public final class MatchedProbe {

    private MatchedProbe() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        if (rank == 0) {
            for (int other = 1; other < size; other++) {
                Message message = new Message();
                Claim.that(message.isNull(), "nothing found yet");
                Claim.equal(1, message.mProbe(other, 1, world).getCount(MPI.INT), "length");
                Claim.that(!message.isNull() && !message.isNoProc(), "found");
                Claim.equal(null, world.iProbe(other, 1), "nobody else finds it");
                int[] number = new int[1];
                message.mRecv(number, 1, MPI.INT);
                Claim.equal(other, number[0], "received");
                Claim.that(message.isNull(), "it is received once");
                IntBuffer direct = MPI.newIntBuffer(1);
                find(message, other, world);
                message.imRecv(direct, 1, MPI.INT).waitFor();
                find(message, other, world);
                message.imRecv(number, 1, MPI.INT).waitFor();
                Claim.equal(
                        new int[] {10 * other, 20 * other},
                        new int[] {direct.get(0), number[0]},
                        "received by request");
            }
        } else {
            world.send(new int[] {rank}, 1, MPI.INT, 0, 1);
            world.send(new int[] {10 * rank}, 1, MPI.INT, 0, 2);
            world.send(new int[] {20 * rank}, 1, MPI.INT, 0, 2);
        }
        Message none = new Message();
        none.mProbe(MPI.PROC_NULL, 1, world);
        Claim.that(none.isNoProc(), "a message of no process");
        Claim.equal(0, none.mRecv(null, 0, MPI.INT).getCount(MPI.INT), "which is empty");
        MPI.Finalize();
    }

    private static void find(Message message, int source, Comm comm) {
        Status status = null;
        while (status == null) {
            status = message.imProbe(source, 2, comm);
        }
        Claim.equal(source, status.getSource(), "source");
    }
}
