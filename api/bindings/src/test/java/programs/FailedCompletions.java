package programs;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;

/** Each form of waiting for requests, and of testing them, where one of them has failed: that one is a null handle then, or inactive. */
public final class FailedCompletions {

    private static final int TAG = 3;

    private FailedCompletions() {}

    private interface Form {

        void of(Request[] requests);
    }

    /** For one, for any, for some, and for all, in the spellings of both APIs. */
    private static final Form[] FORMS = {
        requests -> requests[1].waitFor(),
        requests -> requests[1].waitStatus(),
        requests -> requests[1].Wait(),
        requests -> requests[1].test(),
        requests -> requests[1].testStatus(),
        requests -> requests[1].Test(),
        Request::waitAny,
        Request::waitAnyStatus,
        Request::Waitany,
        Request::testAny,
        Request::testAnyStatus,
        Request::Testany,
        Request::waitSome,
        Request::waitSomeStatus,
        Request::Waitsome,
        Request::testSome,
        Request::testSomeStatus,
        Request::Testsome,
        requests -> Request.waitAll(new Request[] {requests[1]}),
        requests -> Request.Waitall(new Request[] {requests[1]}),
        requests -> Request.testAll(new Request[] {requests[1]}),
        requests -> Request.Testall(new Request[] {requests[1]}),
    };

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
        for (int form = 0; form < FORMS.length; form++) {
            once(form);
            again(form);
        }
        MPI.Finalize();
    }

    private static void once(int form) {
        Comm self = MPI.COMM_SELF;
        int[] room = {0};
        Request pending = self.iRecv(room, 1, MPI.INT, 0, TAG);
        Request failed = self.iRecv(new int[1], 1, MPI.INT, 0, TAG + 1);
        fail(form, pending, failed);
        Claim.that(failed.isNull(), "the failed one is null, form " + form);
        Claim.that(!pending.isNull(), "the other one is not, form " + form);
        self.send(new int[] {7}, 1, MPI.INT, 0, TAG);
        Claim.equal(0, Request.waitAny(new Request[] {pending, failed}), "the other one goes on, form " + form);
        Claim.equal(7, room[0], "its message, form " + form);
        Claim.equal(MPI.UNDEFINED, Request.waitAny(new Request[] {pending, failed}), "none is active, form " + form);
    }

    /** A persistent one is inactive, and can be started. */
    private static void again(int form) {
        Comm self = MPI.COMM_SELF;
        int[] room = {0};
        Request pending = self.iRecv(new int[1], 1, MPI.INT, 0, TAG);
        Prequest failed = self.recvInit(room, 1, MPI.INT, 0, TAG + 1);
        failed.start();
        fail(form, pending, failed);
        Claim.that(!failed.isNull(), "a persistent one stays, form " + form);
        Claim.equal(MPI.UNDEFINED, Request.testAny(new Request[] {failed}), "it is inactive, form " + form);
        self.send(new int[] {7}, 1, MPI.INT, 0, TAG);
        pending.waitFor();
        failed.start();
        self.send(new int[] {8}, 1, MPI.INT, 0, TAG + 1);
        failed.waitFor();
        Claim.equal(8, room[0], "its next message, form " + form);
        failed.free();
    }

    /** Two integers for the room of one. */
    private static void fail(int form, Request pending, Request failing) {
        MPI.COMM_SELF.send(new int[] {1, 2}, 2, MPI.INT, 0, TAG + 1);
        // In the order of messages to oneself, it has come when a later one has.
        MPI.COMM_SELF.send(new int[1], 1, MPI.INT, 0, TAG + 2);
        MPI.COMM_SELF.recv(new int[1], 1, MPI.INT, 0, TAG + 2);
        try {
            FORMS[form].of(new Request[] {pending, failing});
        } catch (MPIException e) {
            Claim.equal(
                    MPI.ERR_TRUNCATE,
                    e.getErrorClass() == MPI.ERR_IN_STATUS ? MPI.ERR_TRUNCATE : e.getErrorClass(),
                    "form " + form + ": " + e);
            return;
        }
        throw new AssertionError("form " + form + " has not failed");
    }
}
