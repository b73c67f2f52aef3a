package programs.small;

import mpi.MPI;
import mpi.Request;
import mpi.Status;
import programs.Claim;

/** Each way to wait and to test, one after the other. */
public final class CompletionsOfMpiJava {

    private CompletionsOfMpiJava() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        int[] room = new int[8];
        Request[] receives = new Request[8];
        for (int i = 0; i < 8; i++) {
            receives[i] = MPI.COMM_SELF.Irecv(room, i, 1, MPI.INT, 0, i);
        }
        Claim.equal(null, receives[0].Test(), "nothing has come");
        Claim.equal(null, Request.Testall(receives), "nothing has come");
        Claim.equal(null, Request.Testany(receives), "nothing has come");
        Claim.equal(0, Request.Testsome(receives).length, "nothing has come");
        for (int i = 7; i >= 0; i--) {
            MPI.COMM_SELF.Send(new int[] {i * i}, 0, 1, MPI.INT, 0, i);
        }
        Claim.equal(0, receives[0].Wait().tag, "Wait");
        Status status = null;
        while (status == null) {
            status = receives[1].Test();
        }
        Claim.equal(1, status.tag, "Test");
        Claim.that(receives[1].Is_null() && !receives[2].Is_null(), "complete, and not yet");
        status = Request.Waitany(receives);
        Claim.equal(status.index, status.tag, "Waitany");
        status = Request.Testany(receives);
        Claim.that(status == null || status.index == status.tag, "Testany");
        for (Status each : Request.Waitsome(receives)) {
            Claim.equal(each.index, each.tag, "Waitsome");
        }
        Status[] rest = null;
        while (rest == null) {
            rest = Request.Testall(receives);
        }
        Request.Waitall(receives);
        Claim.equal(new int[] {0, 1, 4, 9, 16, 25, 36, 49}, room, "all messages");
        MPI.Finalize();
    }
}
