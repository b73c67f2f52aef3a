package programs;

import java.nio.IntBuffer;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Win;
import org.reactivempi.Buffers;
import org.reactivempi.Window;

/** Epochs of all kinds in turn, assertions, locks that are contended for, requests that outlive an epoch. */
public final class WindowEpochs {

    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static final int ROUNDS = 30;

    private static int rank;
    private static int size;
    private static int next;
    private static int last;

    private WindowEpochs() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        rank = WORLD.getRank();
        size = WORLD.getSize();
        next = (rank + 1) % size;
        last = (rank + size - 1) % size;
        assertions();
        inTurn();
        manyTargets();
        contended();
        requests();
        twoWindows();
        otherCommunicators();
        reactive();
        kept();
        MPI.Finalize();
    }

    private static Win overInts(IntBuffer memory) {
        return new Win(memory, memory.capacity(), 1, MPI.INFO_NULL, WORLD);
    }

    private static IntBuffer ints(int... values) {
        IntBuffer buffer = MPI.newIntBuffer(values.length);
        buffer.put(0, values);
        return buffer;
    }

    private static void assertions() {
        IntBuffer memory = ints(0);
        Win win = overInts(memory);
        IntBuffer value = ints(rank);
        win.fence(MPI.MODE_NOPRECEDE | MPI.MODE_NOSTORE);
        win.put(value, 1, MPI.INT, next, 0, 1, MPI.INT);
        win.fence(MPI.MODE_NOSUCCEED | MPI.MODE_NOPUT);
        Claim.equal(last, memory.get(0), "between two fences");
        Group to = WORLD.getGroup().incl(new int[] {next});
        Group from = WORLD.getGroup().incl(new int[] {last});
        win.post(from, MPI.MODE_NOSTORE);
        WORLD.barrier();
        win.start(to, MPI.MODE_NOCHECK);
        value.put(0, 50 + rank);
        win.put(value, 1, MPI.INT, next, 0, 1, MPI.INT);
        win.complete();
        win.waitFor();
        Claim.equal(50 + last, memory.get(0), "between start and complete");
        win.post(MPI.GROUP_EMPTY, 0);
        win.start(MPI.GROUP_EMPTY, 0);
        win.complete();
        win.waitFor();
        WORLD.barrier();
        win.lock(MPI.LOCK_SHARED, next, MPI.MODE_NOCHECK);
        value.put(0, 70 + rank);
        win.put(value, 1, MPI.INT, next, 0, 1, MPI.INT);
        win.unlock(next);
        WORLD.barrier();
        Claim.equal(70 + last, memory.get(0), "under a lock that nobody takes");
        win.lockAll(MPI.MODE_NOCHECK);
        win.unlockAll();
        WORLD.barrier();
        win.free();
    }

    /** Kinds of epochs follow each other in one window. */
    private static void inTurn() {
        IntBuffer memory = ints(0);
        Win win = overInts(memory);
        IntBuffer one = ints(1);
        Group to = WORLD.getGroup().incl(new int[] {next});
        Group from = WORLD.getGroup().incl(new int[] {last});
        for (int i = 0; i < ROUNDS; i++) {
            win.fence(0);
            win.accumulate(one, 1, MPI.INT, next, 0, 1, MPI.INT, MPI.SUM);
            win.fence(MPI.MODE_NOSUCCEED);
            win.post(from, 0);
            win.start(to, 0);
            win.accumulate(one, 1, MPI.INT, next, 0, 1, MPI.INT, MPI.SUM);
            win.complete();
            win.waitFor();
            Claim.equal(4 * i + 2, memory.get(0), "after both active epochs of round " + i);
            WORLD.barrier();
            win.lock(MPI.LOCK_EXCLUSIVE, next, 0);
            win.accumulate(one, 1, MPI.INT, next, 0, 1, MPI.INT, MPI.SUM);
            win.unlock(next);
            win.lockAll(0);
            win.accumulate(one, 1, MPI.INT, next, 0, 1, MPI.INT, MPI.SUM);
            win.unlockAll();
            WORLD.barrier();
            Claim.equal(4 * i + 4, memory.get(0), "after both passive epochs of round " + i);
        }
        win.free();
    }

    /** Locks at all targets at the same time, which are released in another order. */
    private static void manyTargets() {
        IntBuffer memory = MPI.newIntBuffer(size);
        Win win = overInts(memory);
        IntBuffer mine = ints(rank + 1);
        for (int target = 0; target < size; target++) {
            win.lock(MPI.LOCK_SHARED, target, 0);
        }
        for (int target = 0; target < size; target++) {
            win.put(mine, 1, MPI.INT, target, rank, 1, MPI.INT);
        }
        win.flushAll();
        WORLD.barrier();
        IntBuffer all = MPI.newIntBuffer(size);
        win.get(all, size, MPI.INT, next, 0, size, MPI.INT);
        win.flushLocal(next);
        for (int i = 0; i < size; i++) {
            Claim.equal(i + 1, all.get(i), "what others have flushed");
        }
        for (int i = 0; i < size; i++) {
            win.unlock((rank + i) % size);
        }
        WORLD.barrier();
        win.free();
    }

    /** Reads, thinks, writes: an exclusive lock keeps others out meanwhile. */
    private static void contended() {
        IntBuffer memory = ints(0);
        Win win = overInts(memory);
        IntBuffer word = ints(0);
        for (int i = 0; i < ROUNDS; i++) {
            win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            win.get(word, 1, MPI.INT, 0, 0, 1, MPI.INT);
            win.flush(0);
            word.put(0, word.get(0) + 1);
            win.put(word, 1, MPI.INT, 0, 0, 1, MPI.INT);
            win.unlock(0);
        }
        WORLD.barrier();
        if (rank == 0) {
            win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            Claim.equal(ROUNDS * size, memory.get(0), "how often it was written");
            win.unlock(0);
        }
        WORLD.barrier();
        win.free();
    }

    /** A request may be waited for after its epoch, or never. */
    private static void requests() {
        IntBuffer memory = ints(rank, -1);
        Win win = overInts(memory);
        IntBuffer room = ints(-1);
        win.lockAll(0);
        Request got = win.rGet(room, 1, MPI.INT, next, 0, 1, MPI.INT);
        Request put = win.rPut(ints(rank), 1, MPI.INT, next, 1, 1, MPI.INT);
        win.unlockAll();
        Claim.equal(next, room.get(0), "what the end of the epoch has waited for");
        win.fence(0);
        Request.waitAll(new Request[] {got, put});
        Claim.that(got.isNull() && put.isNull(), "requests that were waited for");
        win.rGet(room, 1, MPI.INT, next, 1, 1, MPI.INT);
        win.fence(0);
        Claim.equal(rank, room.get(0), "what a fence has waited for, and nobody else");
        win.free();
    }

    /** Over one memory, and independent of each other. */
    private static void twoWindows() {
        IntBuffer memory = ints(0, 0);
        Win first = overInts(memory);
        Win second = overInts(memory);
        IntBuffer value = ints(rank + 1);
        first.lock(MPI.LOCK_SHARED, next, 0);
        second.lockAll(0);
        first.put(value, 1, MPI.INT, next, 0, 1, MPI.INT);
        second.put(value, 1, MPI.INT, next, 1, 1, MPI.INT);
        first.unlock(next);
        second.unlockAll();
        WORLD.barrier();
        Claim.equal(ints(last + 1, last + 1), memory, "memory of two windows");
        first.free();
        second.free();
    }

    private static void otherCommunicators() {
        Intracomm part = WORLD.split(rank % 2, -rank);
        IntBuffer memory = ints(-1);
        Info hints = new Info();
        hints.set("no_locks", "false");
        Win win = new Win(memory, 1, 1, hints, part);
        int other = (part.getRank() + 1) % part.getSize();
        win.fence(0);
        win.put(ints(rank), 1, MPI.INT, other, 0, 1, MPI.INT);
        win.fence(0);
        Claim.equal(rank % 2, memory.get(0) % 2, "a rank of the same part");
        part.free();
        win.lockAll(0);
        win.unlockAll();
        win.free();
    }

    /** Old calls and new ones in one window. */
    private static void reactive() {
        IntBuffer memory = ints(0, 0);
        Win win = overInts(memory);
        Window window = win.window();
        win.fence(0);
        win.put(ints(rank + 1), 1, MPI.INT, next, 0, 1, MPI.INT);
        window.put(Buffers.ints(rank + 2), next, 1).block();
        window.fence().block();
        Claim.equal(ints(last + 1, last + 2), memory, "by the old call and by the new one");
        win.free();
    }

    /** A window that is never freed does not keep the program from its end. */
    private static void kept() {
        Win win = overInts(ints(0));
        win.fence(0);
        win.fence(0);
    }
}
