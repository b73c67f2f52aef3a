package programs.small;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** Messages of one sender stay in order, whatever their length. */
public final class OrderOfMessages {

    private OrderOfMessages() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] lengths = {1, 100_000, 2, 50_000, 0};
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        Request[] sends = new Request[lengths.length];
        for (int i = 0; i < lengths.length; i++) {
            sends[i] = world.iSend(new byte[lengths[i]], lengths[i], MPI.BYTE, next, 1);
        }
        for (int length : lengths) {
            byte[] room = new byte[100_000];
            Claim.equal(length, world.recv(room, room.length, MPI.BYTE, last, 1).getCount(MPI.BYTE), "length");
        }
        Request.waitAll(sends);
        MPI.Finalize();
    }
}
