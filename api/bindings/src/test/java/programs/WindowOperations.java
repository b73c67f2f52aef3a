package programs;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import mpi.Datatype;
import mpi.DoubleInt;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Win;

/** What accumulates do at a target: each operation, the types that it has, and what comes back. */
public final class WindowOperations {

    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static final int ROUNDS = 25;

    private static int rank;
    private static int size;
    private static int next;
    private static int last;

    private WindowOperations() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        rank = WORLD.getRank();
        size = WORLD.getSize();
        next = (rank + 1) % size;
        last = (rank + size - 1) % size;
        ints();
        otherTypes();
        truths();
        pairs();
        complexNumbers();
        before();
        swaps();
        tickets();
        nobody();
        MPI.Finalize();
    }

    private static Win over(Buffer memory) {
        return new Win(memory, memory.capacity(), 1, MPI.INFO_NULL, WORLD);
    }

    /** {@code there op came} is what is there afterwards. */
    private static void ints() {
        IntBuffer memory = MPI.newIntBuffer(2);
        IntBuffer came = MPI.newIntBuffer(2);
        Win win = over(memory);
        int[][] expected = {{12, 10}, {10, 7}, {22, 17}, {120, 70}, {8, 2}, {14, 15}, {6, 13}, {10, 10}};
        Op[] ops = {MPI.MAX, MPI.MIN, MPI.SUM, MPI.PROD, MPI.BAND, MPI.BOR, MPI.BXOR, MPI.REPLACE};
        for (int i = 0; i < ops.length; i++) {
            memory.put(0, 12).put(1, 7);
            came.put(0, 10).put(1, 10);
            win.fence(0);
            win.accumulate(came, 2, MPI.INT, next, 0, 2, MPI.INT, ops[i]);
            win.fence(0);
            Claim.equal(expected[i], new int[] {memory.get(0), memory.get(1)}, ops[i].toString());
        }
        win.free();
    }

    private static void otherTypes() {
        ByteBuffer bytes = MPI.newByteBuffer(1).put(0, (byte) rank);
        ShortBuffer shorts = MPI.newShortBuffer(1).put(0, (short) (1000 * rank));
        LongBuffer longs = MPI.newLongBuffer(1).put(0, (1L << 40) + rank);
        FloatBuffer floats = MPI.newFloatBuffer(1).put(0, 0.5f + rank);
        DoubleBuffer doubles = MPI.newDoubleBuffer(1).put(0, 0.25 + rank);
        CharBuffer chars = MPI.newCharBuffer(1).put(0, (char) rank);
        sum(bytes, MPI.newByteBuffer(1).put(0, (byte) 3), MPI.BYTE, MPI.SUM);
        sum(shorts, MPI.newShortBuffer(1).put(0, (short) 3), MPI.SHORT, MPI.SUM);
        sum(longs, MPI.newLongBuffer(1).put(0, 3), MPI.LONG, MPI.SUM);
        sum(floats, MPI.newFloatBuffer(1).put(0, 3), MPI.FLOAT, MPI.SUM);
        sum(doubles, MPI.newDoubleBuffer(1).put(0, 3), MPI.DOUBLE, MPI.SUM);
        sum(chars, MPI.newCharBuffer(1).put(0, 'x'), MPI.CHAR, MPI.REPLACE);
        Claim.equal((byte) (rank + 3 * size), bytes.get(0), "byte");
        Claim.equal((short) (1000 * rank + 3 * size), shorts.get(0), "short");
        Claim.equal((1L << 40) + rank + 3L * size, longs.get(0), "long");
        Claim.equal(0.5f + rank + 3 * size, floats.get(0), "float");
        Claim.equal(0.25 + rank + 3 * size, doubles.get(0), "double");
        Claim.equal('x', chars.get(0), "char");
    }

    /** All ranks add to all. */
    private static void sum(Buffer memory, Buffer value, Datatype type, Op op) {
        Win win = over(memory);
        win.fence(0);
        for (int target = 0; target < size; target++) {
            win.accumulate(value, 1, type, target, 0, 1, type, op);
        }
        win.fence(0);
        win.free();
    }

    private static void truths() {
        ByteBuffer memory = MPI.newByteBuffer(4);
        ByteBuffer came = MPI.newByteBuffer(4);
        Win win = over(memory);
        byte[][] expected = {{0, 0, 0, 1}, {0, 1, 1, 1}, {0, 1, 1, 0}};
        Op[] ops = {MPI.LAND, MPI.LOR, MPI.LXOR};
        for (int i = 0; i < ops.length; i++) {
            memory.put(0, new byte[] {0, 0, 1, 1});
            came.put(0, new byte[] {0, 1, 0, 1});
            win.fence(0);
            win.accumulate(came, 4, MPI.BOOLEAN, next, 0, 4, MPI.BOOLEAN, ops[i]);
            win.fence(0);
            byte[] are = new byte[4];
            memory.get(0, are);
            Claim.equal(expected[i], are, ops[i].toString());
        }
        win.free();
    }

    /** The least value of all ranks, and whose it is. */
    private static void pairs() {
        int bytes = MPI.doubleInt.getExtent();
        ByteBuffer memory = MPI.newByteBuffer(bytes);
        ByteBuffer mine = MPI.newByteBuffer(bytes);
        ByteBuffer seen = MPI.newByteBuffer(bytes);
        DoubleInt.Data there = MPI.doubleInt.getData(memory);
        DoubleInt.Data came = MPI.doubleInt.getData(mine);
        DoubleInt.Data before = MPI.doubleInt.getData(seen);
        there.putValue(1000);
        there.putIndex(-1);
        came.putValue(10 - rank);
        came.putIndex(rank);
        Win win = over(memory);
        win.fence(0);
        for (int target = 0; target < size; target++) {
            win.accumulate(mine, 1, MPI.DOUBLE_INT, target, 0, 1, MPI.DOUBLE_INT, MPI.MINLOC);
        }
        win.fence(MPI.MODE_NOSUCCEED);
        Claim.equal(10.0 - (size - 1), there.getValue(), "least value");
        Claim.equal(size - 1, there.getIndex(), "whose it is");
        win.lockAll(0);
        win.fetchAndOp(mine, seen, MPI.DOUBLE_INT, rank, 0, MPI.MAXLOC);
        win.unlockAll();
        Claim.equal(size - 1, before.getIndex(), "the pair before");
        Claim.equal(10.0 - (size - 1), before.getValue(), "its value");
        Claim.equal(rank, there.getIndex(), "the greatest of two");
        win.free();
    }

    private static void complexNumbers() {
        DoubleBuffer memory = MPI.newDoubleBuffer(4);
        DoubleBuffer values = MPI.newDoubleBuffer(4);
        values.put(0, 1).put(1, 2).put(2, 3).put(3, 4);
        Win win = over(memory);
        win.fence(0);
        win.accumulate(values, 2, MPI.DOUBLE_COMPLEX, next, 0, 2, MPI.DOUBLE_COMPLEX, MPI.SUM);
        win.accumulate(values, 2, MPI.DOUBLE_COMPLEX, next, 0, 2, MPI.DOUBLE_COMPLEX, MPI.SUM);
        win.fence(0);
        for (int i = 0; i < 4; i++) {
            Claim.equal(2.0 * (i + 1), memory.get(i), "part " + i);
        }
        win.free();
    }

    private static void before() {
        IntBuffer memory = MPI.newIntBuffer(4);
        IntBuffer values = MPI.newIntBuffer(4);
        IntBuffer before = MPI.newIntBuffer(4);
        for (int i = 0; i < 4; i++) {
            memory.put(i, 100 * rank + i);
            values.put(i, -i);
        }
        Win win = over(memory);
        Datatype two = Datatype.createVector(2, 1, 2, MPI.INT);
        win.fence(0);
        win.getAccumulate(values, 2, MPI.INT, before, 1, two, next, 1, 1, two, MPI.SUM);
        win.fence(0);
        Claim.equal(100 * next + 1, before.get(0), "first before");
        Claim.equal(100 * next + 3, before.get(2), "second before");
        Claim.equal(0, before.get(1) + before.get(3), "gaps");
        Claim.equal(100 * rank + 1, memory.get(1), "0 added");
        Claim.equal(100 * rank + 2, memory.get(3), "-1 added");
        win.fence(0);
        win.getAccumulate(null, 0, null, before, 4, MPI.INT, next, 0, 4, MPI.INT, MPI.NO_OP);
        win.fence(0);
        int[] expected = {100 * next, 100 * next + 1, 100 * next + 2, 100 * next + 2};
        for (int i = 0; i < 4; i++) {
            Claim.equal(expected[i], before.get(i), "read at " + i);
        }
        win.free();
    }

    private static void swaps() {
        LongBuffer longs = MPI.newLongBuffer(1);
        ByteBuffer bytes = MPI.newByteBuffer(2);
        Win win = over(longs);
        Win ofBytes = over(bytes);
        LongBuffer value = MPI.newLongBuffer(1);
        LongBuffer expected = MPI.newLongBuffer(1);
        LongBuffer before = MPI.newLongBuffer(1);
        for (int i = 0; i < ROUNDS; i++) {
            value.put(0, i + 1);
            expected.put(0, i % 5 == 4 ? -1 : longs.get(0));
            win.lock(MPI.LOCK_EXCLUSIVE, rank, 0);
            win.compareAndSwap(value, expected, before, MPI.LONG, rank, 0);
            win.unlock(rank);
            Claim.equal(i == 0 ? 0L : (i - 1) % 5 == 4 ? i - 1L : (long) i, before.get(0), "before round " + i);
        }
        ByteBuffer one = MPI.newByteBuffer(1).put(0, (byte) 1);
        ByteBuffer was = MPI.newByteBuffer(1).put(0, (byte) 9);
        ofBytes.lock(MPI.LOCK_SHARED, next, 0);
        ofBytes.compareAndSwap(one, MPI.newByteBuffer(1), was, MPI.BYTE, next, 1);
        ofBytes.unlock(next);
        WORLD.barrier();
        Claim.equal((byte) 0, was.get(0), "byte before");
        Claim.equal((byte) 1, bytes.get(1), "byte");
        Claim.equal((byte) 0, bytes.get(0), "the byte beside it");
        win.free();
        ofBytes.free();
    }

    /** All ranks draw from each counter at the same time: each number is drawn once. */
    private static void tickets() {
        IntBuffer memory = MPI.newIntBuffer(1);
        Win win = over(memory);
        IntBuffer one = MPI.newIntBuffer(1).put(0, 1);
        IntBuffer drawn = MPI.newIntBuffer(ROUNDS * size);
        win.lockAll(0);
        for (int i = 0; i < ROUNDS; i++) {
            for (int target = 0; target < size; target++) {
                win.fetchAndOp(one, MPI.slice(drawn, i * size + target), MPI.INT, target, 0, MPI.SUM);
            }
        }
        win.unlockAll();
        int[] seen = new int[ROUNDS * size * size];
        for (int i = 0; i < ROUNDS * size; i++) {
            seen[ROUNDS * size * (i % size) + drawn.get(i)]++;
        }
        WORLD.allReduce(seen, seen.length, MPI.INT, MPI.SUM);
        for (int i = 0; i < seen.length; i++) {
            Claim.equal(1, seen[i], "how often ticket " + i % (ROUNDS * size) + " of " + i / (ROUNDS * size));
        }
        IntBuffer read = MPI.newIntBuffer(1);
        win.lock(MPI.LOCK_SHARED, next, 0);
        win.fetchAndOp(MPI.newIntBuffer(0), read, MPI.INT, next, 0, MPI.NO_OP);
        win.unlock(next);
        Claim.equal(ROUNDS * size, read.get(0), "the counter, which is read");
        win.free();
    }

    /** To no process nothing is done, and what would be read stays. */
    private static void nobody() {
        IntBuffer memory = MPI.newIntBuffer(1).put(0, 5);
        IntBuffer value = MPI.newIntBuffer(1).put(0, 9);
        IntBuffer room = MPI.newIntBuffer(1).put(0, 7);
        Win win = over(memory);
        win.lockAll(0);
        win.put(value, 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT);
        win.get(room, 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT);
        win.accumulate(value, 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT, MPI.SUM);
        win.getAccumulate(value, 1, MPI.INT, room, 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT, MPI.SUM);
        win.fetchAndOp(value, room, MPI.INT, MPI.PROC_NULL, 0, MPI.SUM);
        win.compareAndSwap(value, memory, room, MPI.INT, MPI.PROC_NULL, 0);
        win.rPut(value, 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT).waitFor();
        win.flush(MPI.PROC_NULL);
        win.flushLocal(MPI.PROC_NULL);
        win.unlockAll();
        win.lock(MPI.LOCK_EXCLUSIVE, MPI.PROC_NULL, 0);
        win.unlock(MPI.PROC_NULL);
        Claim.equal(7, room.get(0), "room");
        Claim.equal(5, memory.get(0), "memory");
        WORLD.barrier();
        win.free();
    }
}
