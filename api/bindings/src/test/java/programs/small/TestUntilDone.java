package programs.small;

import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import programs.Claim;

/** A rank does other things until its message has come. */
public final class TestUntilDone {

    private TestUntilDone() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        int[] room = new int[5];
        Request[] receives = new Request[5];
        for (int i = 0; i < 5; i++) {
            receives[i] = world.iRecv(MPI.slice(room, i), 1, MPI.INT, last, i);
        }
        Claim.that(!receives[0].test(), "nothing can have come");
        Claim.equal(null, receives[1].testStatus(), "nothing can have come");
        Claim.that(!Request.testAll(receives), "nothing can have come");
        Claim.equal(null, Request.testAllStatus(receives), "nothing can have come");
        world.barrier();
        Request[] sends = new Request[5];
        for (int i = 0; i < 5; i++) {
            sends[i] = world.iSend(new int[] {10 * rank + i}, 1, MPI.INT, next, i);
        }
        int polls = 0;
        while (receives[0].getStatus() == null) {
            polls++;
        }
        Claim.equal(last, receives[0].getStatus().getSource(), "a look, after " + polls + " polls");
        Claim.that(!receives[0].isNull() && receives[0].test(), "a look leaves the request as it is");
        Status status = receives[1].testStatus();
        while (status == null) {
            status = receives[1].testStatus();
        }
        Claim.equal(1, status.getTag(), "tag");
        Claim.equal(2, receives[2].waitStatus().getTag(), "tag");
        Status[] statuses = null;
        while (statuses == null) {
            statuses = Request.testAllStatus(receives);
        }
        Claim.equal(4, statuses[4].getTag(), "tag");
        while (!Request.testAll(sends)) {
            Thread.onSpinWait();
        }
        Claim.equal(5, Request.waitAllStatus(sends).length, "statuses of null requests");
        Claim.equal(IntStream.range(0, 5).map(i -> 10 * last + i).toArray(), room, "five messages");
        MPI.Finalize();
    }
}
