package programs;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import mpi.Datatype;
import mpi.Group;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;
import mpi.Win;

/** What programs do wrong with windows: each is refused, and the window goes on. */
public final class WindowMistakes {

    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static final IntBuffer ONE = MPI.newIntBuffer(1);
    private static final int SIZE = 4;

    private static int next;

    private WindowMistakes() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        WORLD.setErrhandler(MPI.ERRORS_RETURN);
        next = (WORLD.getRank() + 1) % WORLD.getSize();
        making();
        IntBuffer memory = MPI.newIntBuffer(SIZE);
        Win win = new Win(memory, SIZE, 1, MPI.INFO_NULL, WORLD);
        win.setErrhandler(MPI.ERRORS_RETURN);
        outsideOfEpochs(win);
        wrongEpochs(win);
        arguments(win);
        operations(win);
        atTheTarget(win, memory);
        others(win);
        noLocks();
        attaching(win);
        freed(win);
        MPI.Finalize();
    }

    private static void making() {
        IntBuffer two = MPI.newIntBuffer(2);
        Environment.refused(
                () -> new Win(two, 3, 1, MPI.INFO_NULL, WORLD), MPI.ERR_SIZE, "new Win(IntBuffer[2], 3, 1", "0..2");
        Environment.refused(() -> new Win(two, -1, 1, MPI.INFO_NULL, WORLD), MPI.ERR_SIZE, "-1");
        Environment.refused(() -> new Win(null, 1, 1, MPI.INFO_NULL, WORLD), MPI.ERR_SIZE, "0..0");
        Environment.refused(() -> new Win(two, 2, 0, MPI.INFO_NULL, WORLD), MPI.ERR_DISP, "0");
        Environment.refused(() -> new Win(two, 2, -2, MPI.INFO_NULL, WORLD), MPI.ERR_DISP, "-8");
        Environment.refused(
                () -> new Win(two.asReadOnlyBuffer(), 2, 1, MPI.INFO_NULL, WORLD), MPI.ERR_BASE, "read-only");
        Environment.refused(
                () -> new Win(-1, 1, MPI.INFO_NULL, WORLD, two, Win.FLAVOR_PRIVATE), MPI.ERR_SIZE, "new Win(-1, 1");
        Environment.refused(
                () -> new Win(-1, 1, MPI.INFO_NULL, WORLD, two, Win.FLAVOR_SHARED), MPI.ERR_SIZE, "new Win(-1, 1");
        Environment.refused(() -> new Win(1, 1, MPI.INFO_NULL, WORLD, two, 9), MPI.ERR_ARG, "flavor 9");
        Info hints = new Info();
        hints.set("no_locks", "perhaps");
        Environment.refused(() -> new Win(hints, WORLD), MPI.ERR_INFO_VALUE, "perhaps");
        if (WORLD.getSize() > 1) {
            Intercomm inter = WORLD.createIntercomm(
                    WORLD.split(WORLD.getRank() == 0 ? 0 : 1, 0), 0, WORLD.getRank() == 0 ? 1 : 0, 1);
            inter.setErrhandler(MPI.ERRORS_RETURN);
            Environment.refused(() -> new Win(two, 2, 1, MPI.INFO_NULL, inter), MPI.ERR_COMM, "two groups");
            inter.free();
        }
        Intracomm freed = WORLD.dup();
        freed.free();
        Environment.refused(() -> new Win(MPI.INFO_NULL, freed), MPI.ERR_COMM, "new Win", "freed");
        Environment.refused(() -> new Win(MPI.INFO_NULL, null), MPI.ERR_COMM, "null");
    }

    private static void put(Win win, int target) {
        win.put(ONE, 1, MPI.INT, target, 0, 1, MPI.INT);
    }

    /** Refused at once, or by the call that ends the next epoch: an operation begins when messages move. */
    private static void refusedInTheEnd(Runnable call, Runnable end, int errorClass, String word) {
        try {
            call.run();
        } catch (MPIException e) {
            Claim.equal(errorClass, e.getErrorClass(), "class of " + e);
            Claim.that(e.getMessage().contains(word), word + " in " + e.getMessage());
            end.run();
            return;
        }
        Environment.refused(end, errorClass, word);
    }

    private static void outsideOfEpochs(Win win) {
        Runnable nextEpoch = () -> {
            win.lock(MPI.LOCK_SHARED, next, 0);
            win.unlock(next);
        };
        refusedInTheEnd(() -> put(win, next), nextEpoch, MPI.ERR_RMA_SYNC, "put");
        refusedInTheEnd(() -> win.get(ONE, 1, MPI.INT, next, 0, 1, MPI.INT), nextEpoch, MPI.ERR_RMA_SYNC, "get");
        nextEpoch.run();
        Environment.refused(
                () -> win.rPut(ONE, 1, MPI.INT, next, 0, 1, MPI.INT).waitFor(), MPI.ERR_RMA_SYNC, "waitFor");
        Environment.refused(() -> win.unlock(next), MPI.ERR_RMA_SYNC, "unlock(" + next + ")");
        Environment.refused(win::unlockAll, MPI.ERR_RMA_SYNC, "unlockAll()");
        Environment.refused(win::complete, MPI.ERR_RMA_SYNC, "complete()");
        Environment.refused(win::waitFor, MPI.ERR_RMA_SYNC, "waitFor()");
        Environment.refused(win::test, MPI.ERR_RMA_SYNC, "test()");
        Environment.refused(() -> win.flush(next), MPI.ERR_RMA_SYNC, "flush");
        Environment.refused(win::flushAll, MPI.ERR_RMA_SYNC, "flushAll");
        Environment.refused(() -> win.flushLocal(next), MPI.ERR_RMA_SYNC, "flushLocal");
        Environment.refused(win::flushLocalAll, MPI.ERR_RMA_SYNC, "flushLocalAll");
        WORLD.barrier();
    }

    private static void wrongEpochs(Win win) {
        Group all = WORLD.getGroup();
        win.lock(MPI.LOCK_SHARED, next, 0);
        Environment.refused(() -> win.lock(MPI.LOCK_SHARED, next, 0), MPI.ERR_RMA_SYNC, "lock");
        Environment.refused(() -> win.lockAll(0), MPI.ERR_RMA_SYNC, "lockAll");
        Environment.refused(() -> win.start(all, 0), MPI.ERR_RMA_SYNC, "start");
        Environment.refused(() -> win.fence(0), MPI.ERR_RMA_SYNC, "fence");
        Environment.refused(win::unlockAll, MPI.ERR_RMA_SYNC, "unlockAll");
        Environment.refused(win::free, MPI.ERR_RMA_SYNC, "free");
        put(win, next);
        win.unlock(next);
        win.lockAll(0);
        Environment.refused(() -> win.unlock(next), MPI.ERR_RMA_SYNC, "unlock");
        Environment.refused(() -> win.lock(MPI.LOCK_SHARED, next, 0), MPI.ERR_RMA_SYNC, "lock");
        put(win, next);
        win.unlockAll();
        WORLD.barrier();
        win.post(all, 0);
        Environment.refused(() -> win.post(all, 0), MPI.ERR_RMA_SYNC, "post");
        win.start(all, 0);
        Environment.refused(() -> win.start(all, 0), MPI.ERR_RMA_SYNC, "start");
        Environment.refused(() -> win.lockAll(0), MPI.ERR_RMA_SYNC, "lockAll");
        Environment.refused(() -> win.fence(0), MPI.ERR_RMA_SYNC, "fence");
        put(win, next);
        win.complete();
        win.waitFor();
        if (WORLD.getSize() > 1) {
            Group self = all.incl(new int[] {WORLD.getRank()});
            win.post(self, 0);
            win.start(self, 0);
            refusedInTheEnd(() -> put(win, next), win::complete, MPI.ERR_RMA_SYNC, "put");
            win.waitFor();
        }
        WORLD.barrier();
    }

    private static void arguments(Win win) {
        int outside = WORLD.getSize();
        win.lockAll(0);
        Environment.refused(() -> put(win, outside), MPI.ERR_RANK, "put(IntBuffer[1], 1, INT, " + outside);
        Environment.refused(() -> put(win, -7), MPI.ERR_RANK, "-7");
        Environment.refused(() -> win.put(ONE, 1, MPI.INT, next, -1, 1, MPI.INT), MPI.ERR_DISP, "-1");
        Environment.refused(() -> win.put(ONE, -1, MPI.INT, next, 0, 1, MPI.INT), MPI.ERR_COUNT, "-1");
        Environment.refused(() -> win.put(ONE, 1, MPI.INT, next, 0, -1, MPI.INT), MPI.ERR_COUNT, "-1");
        Environment.refused(() -> win.put(ONE, 2, MPI.INT, next, 0, 2, MPI.INT), MPI.ERR_BUFFER, "IntBuffer[1]");
        Environment.refused(() -> win.put(null, 1, MPI.INT, next, 0, 1, MPI.INT), MPI.ERR_BUFFER, "null");
        Environment.refused(() -> win.put(ONE, 1, null, next, 0, 1, MPI.INT), MPI.ERR_TYPE, "null");
        Environment.refused(() -> win.put(ONE, 1, MPI.INT, next, 0, 1, null), MPI.ERR_TYPE, "at the target");
        Environment.refused(
                () -> win.get(ONE, 1, MPI.INT, next, 0, 1, MPI.DATATYPE_NULL), MPI.ERR_TYPE, "get(IntBuffer[1]");
        Environment.refused(() -> win.get(ONE, 1, MPI.INT, next, 0, 1, MPI.OBJECT), MPI.ERR_TYPE, "OBJECT");
        Environment.refused(() -> win.put(ONE, 1, MPI.INT, next, 0, 2, MPI.INT), MPI.ERR_TRUNCATE, "8");
        Environment.refused(
                () -> win.get(ONE.asReadOnlyBuffer(), 1, MPI.INT, next, 0, 1, MPI.INT), MPI.ERR_BUFFER, "read-only");
        Environment.refused(() -> win.flush(outside), MPI.ERR_RANK, "flush(" + outside + ")");
        win.unlockAll();
        Environment.refused(() -> win.lock(MPI.LOCK_SHARED, outside, 0), MPI.ERR_RANK, "lock(2, " + outside);
        Environment.refused(() -> win.lock(7, next, 0), MPI.ERR_LOCKTYPE, "lock type 7");
        Environment.refused(() -> win.lock(MPI.LOCK_SHARED, next, MPI.MODE_NOPUT), MPI.ERR_ASSERT, "lock");
        Environment.refused(() -> win.lockAll(MPI.MODE_NOPRECEDE), MPI.ERR_ASSERT, "lockAll");
        Environment.refused(() -> win.fence(MPI.MODE_NOCHECK), MPI.ERR_ASSERT, "fence");
        Environment.refused(() -> win.fence(64 | MPI.MODE_NOPUT), MPI.ERR_ASSERT, "64");
        Environment.refused(() -> win.start(WORLD.getGroup(), MPI.MODE_NOPUT), MPI.ERR_ASSERT, "start");
        Environment.refused(() -> win.post(WORLD.getGroup(), MPI.MODE_NOSUCCEED), MPI.ERR_ASSERT, "post");
        Environment.refused(() -> win.start(null, 0), MPI.ERR_GROUP, "null");
        Environment.refused(() -> win.post(MPI.GROUP_NULL, 0), MPI.ERR_GROUP, "null");
        WORLD.barrier();
    }

    private static final class Own extends UserFunction {

        @Override
        public void call(Object in, Object inOut, int count, Datatype type) {
            throw new AssertionError("a program's function at a target");
        }
    }

    private static void operations(Win win) {
        IntBuffer room = MPI.newIntBuffer(2);
        FloatBuffer floats = MPI.newFloatBuffer(2);
        Op own = new Op(new Own(), true);
        Op freedOp = new Op(new Own(), true);
        freedOp.free();
        win.lockAll(0);
        for (Op op : new Op[] {null, own, freedOp, MPI.NO_OP, MPI.MINLOC}) {
            Environment.refused(
                    () -> win.accumulate(ONE, 1, MPI.INT, next, 0, 1, MPI.INT, op),
                    MPI.ERR_OP,
                    "accumulate(IntBuffer[1]");
        }
        Environment.refused(
                () -> win.getAccumulate(ONE, 1, MPI.INT, room, 1, MPI.INT, next, 0, 1, MPI.INT, own),
                MPI.ERR_OP,
                "getAccumulate");
        Environment.refused(() -> win.fetchAndOp(ONE, room, MPI.INT, next, 0, own), MPI.ERR_OP, "fetchAndOp");
        Environment.refused(
                () -> win.accumulate(floats, 1, MPI.FLOAT, next, 0, 1, MPI.FLOAT, MPI.BAND), MPI.ERR_OP, "BAND");
        Environment.refused(
                () -> win.accumulate(floats, 1, MPI.FLOAT_COMPLEX, next, 0, 1, MPI.FLOAT_COMPLEX, MPI.PROD),
                MPI.ERR_OP,
                "PROD",
                "FLOAT_COMPLEX");
        Environment.refused(
                () -> win.accumulate(floats, 1, MPI.FLOAT, next, 0, 1, MPI.INT, MPI.SUM), MPI.ERR_TYPE, "accumulate");
        Environment.refused(
                () -> win.compareAndSwap(floats, MPI.slice(floats, 1), MPI.newFloatBuffer(1), MPI.FLOAT, next, 0),
                MPI.ERR_TYPE,
                "compareAndSwap");
        // Java 17 knows no addresses of direct memory.
        IntBuffer array = IntBuffer.wrap(new int[2]);
        Environment.refused(
                () -> win.getAccumulate(array, 2, MPI.INT, array, 2, MPI.INT, next, 0, 2, MPI.INT, MPI.SUM),
                MPI.ERR_BUFFER,
                "getAccumulate");
        Environment.refused(
                () -> win.fetchAndOp(ONE, MPI.newIntBuffer(0), MPI.INT, next, 0, MPI.SUM),
                MPI.ERR_BUFFER,
                "IntBuffer[0]");
        Environment.refused(
                () -> win.fetchAndOp(null, room, MPI.INT, next, 0, MPI.SUM), MPI.ERR_BUFFER, "fetchAndOp(null");
        win.unlockAll();
        WORLD.barrier();
    }

    /** What only the target knows is heard of at the next call that waits for it; what was right is done. */
    private static void atTheTarget(Win win, IntBuffer memory) {
        IntBuffer value = MPI.newIntBuffer(1).put(0, 41 + WORLD.getRank());
        IntBuffer room = MPI.newIntBuffer(1).put(0, -1);
        win.lock(MPI.LOCK_EXCLUSIVE, next, 0);
        outside(win, () -> win.put(value, 1, MPI.INT, next, SIZE, 1, MPI.INT));
        outside(win, () -> win.get(room, 1, MPI.INT, next, SIZE, 1, MPI.INT));
        outside(win, () -> win.accumulate(value, 1, MPI.INT, next, 1_000_000, 1, MPI.INT, MPI.SUM));
        outside(win, () -> win.fetchAndOp(value, room, MPI.INT, next, SIZE, MPI.SUM));
        Request request = win.rGet(room, 1, MPI.INT, next, SIZE, 1, MPI.INT);
        Environment.refused(request::waitFor, MPI.ERR_RMA_RANGE, "waitFor", "MPI_ERR_RMA_RANGE");
        win.put(value, 1, MPI.INT, next, SIZE - 1, 1, MPI.INT);
        win.flush(next);
        win.unlock(next);
        WORLD.barrier();
        Claim.equal(-1, room.get(0), "nothing was read");
        int last = (WORLD.getRank() + WORLD.getSize() - 1) % WORLD.getSize();
        Claim.equal(41 + last, memory.get(SIZE - 1), "what was right");
        WORLD.barrier();
        win.fence(0);
        refusedInTheEnd(
                () -> win.get(room, 1, MPI.INT, next, SIZE, 1, MPI.INT), () -> win.fence(0), MPI.ERR_RMA_RANGE, "get");
    }

    private static void outside(Win win, Runnable call) {
        refusedInTheEnd(call, () -> win.flush(next), MPI.ERR_RMA_RANGE, "MPI_ERR_RMA_RANGE");
        win.flush(next);
    }

    private static void others(Win win) {
        Environment.refused(() -> win.getAttr(MPI.KEYVAL_INVALID), MPI.ERR_KEYVAL, "getAttr(-1)");
        Environment.refused(() -> win.setAttr(MPI.WIN_SIZE, 3), MPI.ERR_KEYVAL, "setAttr");
        Environment.refused(() -> win.deleteAttr(MPI.WIN_BASE), MPI.ERR_KEYVAL, "deleteAttr");
        int key = Win.createKeyval();
        Environment.refused(() -> win.deleteAttr(key), MPI.ERR_ARG, "no attribute");
        Win.freeKeyval(key);
        Environment.refused(() -> Win.freeKeyval(key), MPI.ERR_KEYVAL, "freeKeyval");
        Environment.refused(() -> win.setName("x".repeat(MPI.MAX_OBJECT_NAME + 1)), MPI.ERR_ARG, "setName");
        Info hints = new Info();
        hints.set("same_size", "perhaps");
        Environment.refused(() -> win.setInfo(hints), MPI.ERR_INFO_VALUE, "perhaps");
        Environment.refused(() -> win.callErrhandler(MPI.ERR_BASE), MPI.ERR_BASE, "callErrhandler", "MPI_ERR_BASE");
    }

    private static void noLocks() {
        Info hints = new Info();
        hints.set("no_locks", "true");
        Win win = new Win(MPI.newIntBuffer(1), 1, 1, hints, WORLD);
        win.setErrhandler(MPI.ERRORS_RETURN);
        Claim.equal("true", win.getInfo().get("no_locks"), "hint");
        Environment.refused(() -> win.lock(MPI.LOCK_SHARED, 0, 0), MPI.ERR_RMA_SYNC, "lock");
        Environment.refused(() -> win.lockAll(0), MPI.ERR_RMA_SYNC, "lockAll");
        win.fence(0);
        win.fence(MPI.MODE_NOSUCCEED);
        win.free();
    }

    private static void attaching(Win other) {
        Win win = new Win(MPI.INFO_NULL, WORLD);
        win.setErrhandler(MPI.ERRORS_RETURN);
        ByteBuffer memory = MPI.newByteBuffer(16);
        Environment.refused(() -> win.detach(memory), MPI.ERR_RMA_ATTACH, "detach(ByteBuffer[16])");
        Environment.refused(() -> win.address(memory), MPI.ERR_RMA_ATTACH, "address");
        Environment.refused(() -> win.attach(memory, 17), MPI.ERR_SIZE, "0..16");
        Environment.refused(() -> win.attach(memory.asReadOnlyBuffer(), 8), MPI.ERR_BASE, "read-only");
        byte[] array = new byte[16];
        ByteBuffer part = ByteBuffer.wrap(array);
        win.attach(part, 12);
        Environment.refused(() -> win.attach(MPI.slice(array, 8), 8), MPI.ERR_RMA_ATTACH, "attach(ByteBuffer[8], 8)");
        win.attach(MPI.slice(array, 12), 4);
        int address = Math.toIntExact(win.address(part));
        win.lock(MPI.LOCK_EXCLUSIVE, WORLD.getRank(), 0);
        win.put(ONE, 4, MPI.BYTE, WORLD.getRank(), address + 8, 4, MPI.BYTE);
        win.flush(WORLD.getRank());
        refusedInTheEnd(
                () -> win.put(ONE, 4, MPI.BYTE, WORLD.getRank(), address + 10, 4, MPI.BYTE),
                () -> win.flush(WORLD.getRank()),
                MPI.ERR_RMA_RANGE,
                "");
        win.detach(part);
        refusedInTheEnd(
                () -> win.put(ONE, 4, MPI.BYTE, WORLD.getRank(), address, 4, MPI.BYTE),
                () -> win.flush(WORLD.getRank()),
                MPI.ERR_RMA_RANGE,
                "");
        win.unlock(WORLD.getRank());
        Environment.refused(() -> win.detach(part), MPI.ERR_RMA_ATTACH, "detach");
        WORLD.barrier();
        nowhere(win);
        win.free();
        Environment.refused(() -> other.attach(memory, 16), MPI.ERR_RMA_FLAVOR, "attach");
        Environment.refused(() -> other.detach(memory), MPI.ERR_RMA_FLAVOR, "detach");
    }

    /** Where nothing is attached: only the target knows that, and the put may be over when it says so. */
    private static void nowhere(Win win) {
        Group all = WORLD.getGroup();
        win.fence(0);
        refusedInTheEnd(
                () -> win.put(ONE, 4, MPI.BYTE, next, 1, 4, MPI.BYTE), () -> win.fence(0), MPI.ERR_RMA_RANGE, "");
        win.fence(MPI.MODE_NOSUCCEED);
        win.post(all, 0);
        win.start(all, 0);
        int refused = refusedIn(() -> win.put(ONE, 4, MPI.BYTE, next, 1, 4, MPI.BYTE));
        refused += refusedIn(win::complete);
        win.waitFor();
        WORLD.barrier();
        win.lock(MPI.LOCK_SHARED, next, 0);
        refused += refusedIn(() -> win.unlock(next));
        Claim.equal(1, refused, "how often it was told");
        WORLD.barrier();
    }

    private static int refusedIn(Runnable call) {
        try {
            call.run();
            return 0;
        } catch (MPIException e) {
            Claim.equal(MPI.ERR_RMA_RANGE, e.getErrorClass(), "class of " + e);
            return 1;
        }
    }

    private static void freed(Win win) {
        win.free();
        Environment.refused(() -> put(win, next), MPI.ERR_WIN, "put", "freed");
        Environment.refused(() -> win.fence(0), MPI.ERR_WIN, "fence(0)");
        Environment.refused(win::getGroup, MPI.ERR_WIN, "getGroup()");
        Environment.refused(() -> win.getAttr(MPI.WIN_SIZE), MPI.ERR_WIN, "getAttr");
        Environment.refused(win::free, MPI.ERR_WIN, "free()");
    }
}
