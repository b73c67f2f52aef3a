package programs;

import mpi.Comm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/** Each form of waiting for several requests, and of testing them, in both spellings. */
public final class Completions {

    private static final int TAG = 2;

    private Completions() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        none();
        for (int form = 0; form < 7; form++) {
            one(form);
        }
        for (int form = 0; form < 6; form++) {
            all(form);
        }
        for (int form = 0; form < 6; form++) {
            some(form);
        }
        MPI.Finalize();
    }

    /** Two receives: the second one's message has come, and the first one's as well if {@code both}. */
    private static Request[] receives(int[] room, boolean both) {
        Comm self = MPI.COMM_SELF;
        Request[] requests = {self.iRecv(room, 1, MPI.INT, 0, TAG), self.Irecv(room, 1, 1, MPI.INT, 0, TAG + 1)};
        self.send(new int[] {8}, 1, MPI.INT, 0, TAG + 1);
        if (both) {
            self.send(new int[] {7}, 1, MPI.INT, 0, TAG);
        }
        while (requests[1].getStatus() == null || both && requests[0].getStatus() == null) {
            Thread.onSpinWait();
        }
        return requests;
    }

    private static void end(Request[] requests) {
        if (!requests[0].isNull()) {
            MPI.COMM_SELF.send(new int[] {7}, 1, MPI.INT, 0, TAG);
            requests[0].Wait();
        }
    }

    private static void none() {
        Request[] none = {};
        Claim.equal(MPI.UNDEFINED, Request.waitAny(none), "waitAny of none");
        Claim.equal(MPI.UNDEFINED, Request.waitAnyStatus(none).getIndex(), "waitAnyStatus of none");
        Claim.equal(MPI.UNDEFINED, Request.testAny(none), "testAny of none");
        Claim.equal(0, Request.waitAllStatus(none).length, "waitAllStatus of none");
        Claim.that(Request.testAll(none), "testAll of none");
        Claim.equal(null, Request.testSome(none), "testSome of none");
        Claim.equal(null, Request.waitSomeStatus(none), "waitSomeStatus of none");
        Request[] pending = {MPI.COMM_SELF.iRecv(new int[1], 1, MPI.INT, 0, TAG)};
        Claim.equal(MPI.UNDEFINED, Request.testAny(pending), "testAny of a pending one");
        Claim.equal(null, Request.Testany(pending), "Testany of a pending one");
        Claim.that(!Request.testAll(pending) && Request.Testall(pending) == null, "testAll of a pending one");
        Claim.equal(0, Request.testSome(pending).length, "testSome of a pending one");
        Claim.equal(0, Request.Testsome(pending).length, "Testsome of a pending one");
        Claim.that(!pending[0].test() && pending[0].Test() == null, "test of a pending one");
        end(pending);
    }

    private static void one(int form) {
        int[] room = new int[2];
        Request[] requests = receives(room, false);
        int index = switch (form) {
            case 0 -> Request.waitAny(requests);
            case 1 -> Request.waitAnyStatus(requests).getIndex();
            case 2 -> Request.Waitany(requests).index;
            case 3 -> Request.testAny(requests);
            case 4 -> Request.testAnyStatus(requests).getIndex();
            case 5 -> Request.Testany(requests).index;
            default -> requests[1].testStatus().getCount(MPI.INT);
        };
        Claim.equal(1, index, "index, form " + form);
        Claim.that(requests[1].isNull() && !requests[0].isNull(), "the other goes on, form " + form);
        end(requests);
        Claim.equal(new int[] {7, 8}, room, "messages, form " + form);
    }

    private static void all(int form) {
        int[] room = new int[2];
        Request[] requests = receives(room, true);
        Status[] statuses = switch (form) {
            case 0 -> Request.waitAllStatus(requests);
            case 1 -> Request.Waitall(requests);
            case 2 -> Request.testAllStatus(requests);
            case 3 -> Request.Testall(requests);
            case 4 -> {
                Request.waitAll(requests);
                yield null;
            }
            default -> {
                Claim.that(Request.testAll(requests), "both have ended");
                yield null;
            }
        };
        if (statuses != null) {
            Claim.equal(TAG, statuses[0].getTag(), "first, form " + form);
            Claim.equal(TAG + 1, statuses[1].tag, "second, form " + form);
        }
        Claim.that(requests[0].isNull() && requests[1].isNull(), "both are null, form " + form);
        Claim.equal(new int[] {7, 8}, room, "messages, form " + form);
    }

    private static void some(int form) {
        int[] room = new int[2];
        Request[] requests = receives(room, false);
        int[] indexes = switch (form) {
            case 0 -> Request.waitSome(requests);
            case 1 -> Request.testSome(requests);
            case 2 -> indexes(Request.waitSomeStatus(requests));
            case 3 -> indexes(Request.testSomeStatus(requests));
            case 4 -> indexes(Request.Waitsome(requests));
            default -> indexes(Request.Testsome(requests));
        };
        Claim.equal(new int[] {1}, indexes, "indexes, form " + form);
        end(requests);
        Claim.equal(new int[] {7, 8}, room, "messages, form " + form);
    }

    private static int[] indexes(Status[] statuses) {
        int[] indexes = new int[statuses.length];
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = statuses[i].getIndex();
        }
        return indexes;
    }
}
