package programs.small;

import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import programs.Claim;

/** Messages of all ranks are taken in the order in which they come. */
public final class AnyOfSeveral {

    private AnyOfSeveral() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int[] room = new int[size];
        int[] seen = new int[size];
        Request[] receives = new Request[size];
        for (int i = 0; i < size; i++) {
            receives[i] = world.iRecv(MPI.slice(room, i), 1, MPI.INT, i, 4);
        }
        Request[] sends = new Request[size];
        for (int i = 0; i < size; i++) {
            sends[i] = world.iSend(new int[] {rank + 1}, 1, MPI.INT, i, 4);
        }
        for (int taken = 0; taken < size; taken++) {
            int index = take(receives, taken % 4);
            seen[index]++;
            Claim.equal(index + 1, room[index], "message of " + index);
            Claim.that(receives[index].isNull(), "its request is null");
        }
        Request.waitAll(sends);
        Claim.equal(MPI.UNDEFINED, Request.waitAny(receives), "none is left");
        Claim.equal(IntStream.range(0, size).map(i -> 1).toArray(), seen, "each came once");
        MPI.Finalize();
    }

    private static int take(Request[] requests, int form) {
        if (form == 0) {
            return Request.waitAny(requests);
        }
        if (form == 1) {
            return Request.waitAnyStatus(requests).getIndex();
        }
        while (true) {
            if (form == 2) {
                int index = Request.testAny(requests);
                if (index != MPI.UNDEFINED) {
                    return index;
                }
            } else {
                Status status = Request.testAnyStatus(requests);
                if (status != null) {
                    return status.getIndex();
                }
            }
        }
    }
}
