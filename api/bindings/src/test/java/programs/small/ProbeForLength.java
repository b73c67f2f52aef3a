package programs.small;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import programs.Claim;

/** Nobody knows how long a message is: the receiver looks, and takes an array of that length. */
public final class ProbeForLength {

    private ProbeForLength() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        if (rank == 0) {
            for (int other = 1; other < size; other++) {
                Status status = world.probe(MPI.ANY_SOURCE, 7);
                int[] room = new int[status.getCount(MPI.INT)];
                world.recv(room, room.length, MPI.INT, status.getSource(), status.getTag());
                Claim.equal(10 * status.getSource(), room.length, "length");
                Claim.equal(status.getSource(), room[room.length - 1], "content");
            }
            Claim.equal(null, world.iProbe(MPI.ANY_SOURCE, 7), "nothing is left");
        } else {
            int[] numbers = new int[10 * rank];
            Arrays.fill(numbers, rank);
            world.send(numbers, numbers.length, MPI.INT, 0, 7);
        }
        MPI.Finalize();
    }
}
