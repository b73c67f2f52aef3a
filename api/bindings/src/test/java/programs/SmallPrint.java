package programs;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** What MPI says in passing, and programs rely on when something has gone wrong, or is unusual. A rank sends to itself. */
public final class SmallPrint {

    private static final int TAG = 3;
    private static final Comm SELF = MPI.COMM_SELF;

    private SmallPrint() {}

    /** A class that no filter allows. */
    private record Secret(int value) implements Serializable {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        SELF.setErrhandler(MPI.ERRORS_RETURN);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        unreadable(Request::Waitall, "Waitall");
        unreadable(SmallPrint::testAll, "Testall");
        unreadable(SmallPrint::waitAll, "waitAllStatus");
        looks();
        interrupted();
        startedTogether();
        wrongDestination();
        grids();
        bounds();
        blocks();
        handles();
        MPI.Finalize();
    }

    private interface Completion {
        Status[] of(Request[] requests);
    }

    private static Status[] testAll(Request[] requests) {
        Status[] statuses = null;
        while (statuses == null) {
            statuses = Request.Testall(requests);
        }
        return statuses;
    }

    private static Status[] waitAll(Request[] requests) {
        return Request.waitAllStatus(requests);
    }

    /** Of several messages of objects one can't be read: the others have come all the same. */
    private static void unreadable(Completion completion, String call) {
        Object[] first = new Object[1];
        Object[] second = new Object[1];
        Request[] receiving = {
            SELF.Irecv(first, 0, 1, MPI.OBJECT, 0, TAG), SELF.Irecv(second, 0, 1, MPI.OBJECT, 0, TAG + 1)
        };
        SELF.Send(new Object[] {new Secret(1)}, 0, 1, MPI.OBJECT, 0, TAG);
        SELF.Send(new Object[] {"readable"}, 0, 1, MPI.OBJECT, 0, TAG + 1);
        Environment.refused(() -> completion.of(receiving), MPI.ERR_CONVERSION, call, "Secret");
        Claim.that(receiving[0].isNull() && receiving[1].isNull(), call + " ends both");
        Claim.equal("readable", second[0], "the other object, by " + call);
    }

    /** A look at a request leaves its error to the wait. */
    private static void looks() {
        Request truncated = SELF.iRecv(new int[1], 1, MPI.INT, 0, TAG);
        SELF.send(new int[2], 2, MPI.INT, 0, TAG);
        Environment.refused(
                () -> {
                    while (truncated.getStatus() == null) {
                        Thread.onSpinWait();
                    }
                },
                MPI.ERR_TRUNCATE,
                "getStatus");
        Claim.that(!truncated.isNull(), "a look leaves the handle");
        Environment.refused(truncated::waitFor, MPI.ERR_TRUNCATE, "waitFor");
        Claim.that(truncated.isNull(), "a wait takes it");
    }

    /** An interrupted wait has not ended the operation. */
    private static void interrupted() {
        int[] room = new int[1];
        Request receiving = SELF.iRecv(room, 1, MPI.INT, 0, TAG);
        Thread.currentThread().interrupt();
        Environment.refused(receiving::waitFor, MPI.ERR_OTHER, "waitFor", "interrupted");
        Claim.that(Thread.interrupted(), "still interrupted");
        Claim.that(!receiving.isNull(), "an interrupted wait leaves the handle");
        SELF.send(new int[] {6}, 1, MPI.INT, 0, TAG);
        receiving.waitFor();
        Claim.equal(6, room[0], "the message");
    }

    /** Where one of several can't be started, none is. */
    private static void startedTogether() {
        int[] room = new int[2];
        Prequest one = SELF.recvInit(room, 1, MPI.INT, 0, TAG);
        Prequest two = SELF.recvInit(MPI.slice(room, 1), 1, MPI.INT, 0, TAG + 1);
        two.start();
        Environment.refused(
                () -> Prequest.startAll(new Prequest[] {one, two}), MPI.ERR_REQUEST, "startAll", "is active");
        Environment.refused(
                () -> Prequest.Startall(new Prequest[] {one, null}), MPI.ERR_REQUEST, "Startall", "Java null");
        Environment.refused(
                () -> Prequest.Startall(new Prequest[] {one, one}), MPI.ERR_REQUEST, "Startall", "is active");
        one.waitFor();
        SELF.send(new int[] {8}, 1, MPI.INT, 0, TAG + 1);
        two.waitFor();
        Prequest.startAll(new Prequest[] {one, two});
        SELF.send(new int[] {7}, 1, MPI.INT, 0, TAG);
        SELF.send(new int[] {9}, 1, MPI.INT, 0, TAG + 1);
        Request.waitAll(new Request[] {one, two});
        Claim.equal(new int[] {7, 9}, room, "both");
        two.free();
        Environment.refused(() -> Prequest.startAll(new Prequest[] {one, two}), MPI.ERR_REQUEST, "freed");
        one.start();
        one.cancel();
        Claim.that(one.waitStatus().isCancelled(), "the one has not been started with the other");
        one.free();
    }

    /** What can't be sent is said before anything is awaited. */
    private static void wrongDestination() {
        Object[] one = {"object"};
        Environment.refused(
                () -> SELF.Sendrecv(one, 0, 1, MPI.OBJECT, 7, TAG, new Object[1], 0, 1, MPI.OBJECT, 0, TAG),
                MPI.ERR_RANK,
                "Sendrecv",
                "destination 7");
    }

    private static void grids() {
        Intracomm world = MPI.COMM_WORLD;
        int[] huge = {65536, 65536, 65536, 65536};
        Environment.refused(
                () -> world.createCart(huge, new boolean[4], false), MPI.ERR_DIMS, "createCart", "more places");
        Environment.refused(() -> mpi.CartComm.createDims(4, huge), MPI.ERR_DIMS, "createDims", "can't fill");
        Environment.refused(
                () -> mpi.Cartcomm.Dims_create(4, new int[] {65536, 65536, 0, 65536, 65536}),
                MPI.ERR_DIMS,
                "Dims_create");
    }

    /** As Open MPI and MPICH say: bounds that a program has set are not padded, and hide those of what has none. */
    private static void bounds() {
        Datatype six = Datatype.createResized(MPI.INT, 0, 6);
        Datatype one = Datatype.createStruct(new int[] {1}, new int[] {0}, new Datatype[] {six});
        Claim.equal(6, one.getExtent(), "extent of a struct of one that is resized");
        Datatype hidden = Datatype.createStruct(new int[] {1, 1}, new int[] {10, 0}, new Datatype[] {MPI.BYTE, six});
        Claim.equal(6, hidden.getExtent(), "extent of a struct with one that is resized");
        Datatype three =
                Datatype.createStruct(new int[] {1}, new int[] {0}, new Datatype[] {Datatype.createContiguous(3, six)});
        Claim.equal(18, three.getExtent(), "extent of a struct of three that are resized");
        Datatype plain = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 4}, new Datatype[] {MPI.INT, MPI.BYTE});
        Claim.equal(8, plain.getExtent(), "extent of a plain struct");
        Datatype outer =
                Datatype.createStruct(new int[] {1, 1}, new int[] {0, 16}, new Datatype[] {MPI.LONG_INT, MPI.BYTE});
        Claim.equal(24, outer.getExtent(), "extent of a struct with a pair");
    }

    /** Displacements count extents, also extents that are no whole number of basic elements. */
    private static void blocks() {
        Datatype six = Datatype.createResized(MPI.INT, 0, 6);
        ByteBuffer room = MPI.newByteBuffer(20);
        SELF.allGatherv(new int[] {0x01020304}, 1, MPI.INT, room, new int[] {1}, new int[] {1}, six);
        Claim.equal(0x01020304, room.getInt(6), "an element at the second place");
        ByteBuffer other = ByteBuffer.allocate(20);
        SELF.allGatherv(new int[] {0x01020304}, 1, MPI.INT, other, new int[] {1}, new int[] {1}, six);
        Claim.equal(0x01020304, other.getInt(6), "an element in a buffer's own order");
        byte[] bytes = new byte[20];
        SELF.allGatherv(new int[] {0x01020304}, 1, MPI.INT, bytes, new int[] {1}, new int[] {2}, six);
        Claim.equal(
                0x01020304,
                ByteBuffer.wrap(bytes).order(java.nio.ByteOrder.nativeOrder()).getInt(12),
                "an element at the third place");
    }

    private static void handles() {
        Group all = MPI.COMM_WORLD.getGroup();
        Claim.equal(
                new int[] {MPI.PROC_NULL, 0},
                Group.translateRanks(all, new int[] {MPI.PROC_NULL, 0}, all),
                "the null process in another group");
        Environment.refused(() -> Comm.compare(SELF, MPI.COMM_NULL), MPI.ERR_COMM, "compare", "null");
        Environment.refused(() -> MPI.attachBuffer(null), MPI.ERR_BUFFER, "attachBuffer", "null");
        Environment.refused(() -> MPI.Buffer_attach((ByteBuffer) null), MPI.ERR_BUFFER, "Buffer_attach", "null");
        int key = Comm.createKeyval();
        Comm copy = SELF.dup();
        copy.setAttr(key, "value");
        copy.free();
        Environment.refused(() -> copy.deleteAttr(key), MPI.ERR_COMM, "deleteAttr", "null");
        Request sending = SELF.Isend(new Object[] {"a", "b"}, 0, 2, MPI.OBJECT, 0, TAG);
        Status probed = SELF.Probe(0, TAG);
        Claim.equal(MPI.UNDEFINED, probed.getCount(MPI.OBJECT), "a probe doesn't count objects");
        Claim.equal((long) MPI.UNDEFINED, probed.getElementsX(MPI.OBJECT).getCount(), "nor by getElementsX");
        Object[] room = new Object[3];
        Claim.equal(2, SELF.Recv(room, 1, 2, MPI.OBJECT, 0, TAG).Get_count(MPI.OBJECT), "objects");
        sending.Wait();
        Claim.equal(Arrays.asList(null, "a", "b"), Arrays.asList(room), "objects from an offset");
        Environment.refused(
                () -> SELF.Send(room, 2, 2, MPI.OBJECT, 0, TAG), MPI.ERR_BUFFER, "Send(Object[3], 2, 2, OBJECT");
        Environment.refused(() -> SELF.Send(room, -1, 1, MPI.OBJECT, 0, TAG), MPI.ERR_BUFFER, "Send(Object[3], -1");
        Environment.refused(() -> SELF.Send(room, 0, -1, MPI.OBJECT, 0, TAG), MPI.ERR_COUNT, "-1");
    }
}
