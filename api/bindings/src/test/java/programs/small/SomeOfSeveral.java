package programs.small;

import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import programs.Claim;

/** As many messages at a time as have come. */
public final class SomeOfSeveral {

    private SomeOfSeveral() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        for (int form = 0; form < 4; form++) {
            int[] room = new int[size];
            Request[] receives = new Request[size];
            Request[] sends = new Request[size];
            for (int i = 0; i < size; i++) {
                receives[i] = world.iRecv(MPI.slice(room, i), 1, MPI.INT, i, form);
                sends[i] = world.iSend(new int[] {rank}, 1, MPI.INT, i, form);
            }
            int left = size;
            while (left > 0) {
                left -= some(receives, form);
            }
            Claim.equal(IntStream.range(0, size).toArray(), room, "messages of all, form " + form);
            Claim.equal(null, Request.waitSome(receives), "none is active");
            Request.waitAll(sends);
        }
        MPI.Finalize();
    }

    private static int some(Request[] requests, int form) {
        return switch (form) {
            case 0 -> Request.waitSome(requests).length;
            case 1 -> Request.waitSomeStatus(requests).length;
            case 2 -> Request.testSome(requests).length;
            default -> Request.testSomeStatus(requests).length;
        };
    }
}
