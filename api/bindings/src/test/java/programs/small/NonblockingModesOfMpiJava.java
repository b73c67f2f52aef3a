package programs.small;

import java.nio.ByteBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import programs.Claim;

/** Each mode of a nonblocking send of objects and numbers. */
public final class NonblockingModesOfMpiJava {

    private NonblockingModesOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        int size = world.Size();
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        char[] letters = {'-', (char) ('a' + rank), (char) ('A' + rank)};
        char[] got = new char[8];
        Request[] receives = new Request[4];
        for (int i = 0; i < 4; i++) {
            receives[i] = world.Irecv(got, 2 * i, 2, MPI.CHAR, last, i);
        }
        world.Barrier();
        MPI.Buffer_attach(ByteBuffer.allocate(100 + MPI.BSEND_OVERHEAD));
        Request[] sends = {
            world.Isend(letters, 1, 2, MPI.CHAR, next, 0),
            world.Ibsend(letters, 1, 2, MPI.CHAR, next, 1),
            world.Issend(letters, 1, 2, MPI.CHAR, next, 2),
            world.Irsend(letters, 1, 2, MPI.CHAR, next, 3)
        };
        Request.Waitall(sends);
        for (Status status : Request.Waitall(receives)) {
            Claim.equal(2, status.Get_count(MPI.CHAR), "count");
        }
        MPI.Buffer_detach();
        String pair = "" + (char) ('a' + last) + (char) ('A' + last);
        Claim.equal(pair.repeat(4), new String(got), "four messages");
        Claim.that(sends[3].Is_null(), "requests are null when they are complete");
        MPI.Finalize();
    }
}
