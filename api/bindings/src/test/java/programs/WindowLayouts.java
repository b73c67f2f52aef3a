package programs;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Random;
import mpi.Datatype;
import mpi.DoubleInt;
import mpi.Intracomm;
import mpi.LongInt;
import mpi.MPI;
import mpi.Op;
import mpi.Win;

/** Layouts of all kinds on both sides of operations: what they do is what the same would do in one memory. */
public final class WindowLayouts {

    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static final int PAIRS = 5_000;
    private static final int CELLS = 4_000;
    private static final int ROUNDS = 60;

    private static int rank;
    private static int next;
    private static int last;

    private WindowLayouts() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        rank = WORLD.getRank();
        next = (rank + 1) % WORLD.getSize();
        last = (rank + WORLD.getSize() - 1) % WORLD.getSize();
        manyPairs();
        pairsOfLongs();
        unaligned();
        inOrder();
        turnedRound();
        zeroAndMore();
        randomly();
        MPI.Finalize();
    }

    private static Win over(Buffer memory) {
        return new Win(memory, memory.capacity(), 1, MPI.INFO_NULL, WORLD);
    }

    /** Pairs that have gaps of their own, more than a packet has. */
    private static void manyPairs() {
        int bytes = MPI.doubleInt.getExtent();
        ByteBuffer memory = MPI.newByteBuffer(PAIRS * bytes);
        ByteBuffer mine = MPI.newByteBuffer(PAIRS * bytes);
        ByteBuffer before = MPI.newByteBuffer(PAIRS * bytes);
        for (int i = 0; i < PAIRS; i++) {
            DoubleInt.Data pair = MPI.doubleInt.getData(memory, i);
            pair.putValue(i);
            pair.putIndex(-1);
            DoubleInt.Data other = MPI.doubleInt.getData(mine, i);
            other.putValue(i % 3 == 0 ? i + 0.5 : i - 0.5);
            other.putIndex(rank);
        }
        Win win = over(memory);
        win.fence(0);
        win.accumulate(mine, PAIRS, MPI.DOUBLE_INT, next, 0, PAIRS, MPI.DOUBLE_INT, MPI.MAXLOC);
        win.fence(0);
        win.getAccumulate(null, 0, null, before, PAIRS, MPI.DOUBLE_INT, next, 0, PAIRS, MPI.DOUBLE_INT, MPI.NO_OP);
        win.fence(0);
        for (int i = 0; i < PAIRS; i++) {
            DoubleInt.Data pair = MPI.doubleInt.getData(memory, i);
            Claim.equal(i % 3 == 0 ? i + 0.5 : (double) i, pair.getValue(), "value of pair " + i);
            Claim.equal(i % 3 == 0 ? last : -1, pair.getIndex(), "index of pair " + i);
            DoubleInt.Data seen = MPI.doubleInt.getData(before, i);
            Claim.equal(i % 3 == 0 ? i + 0.5 : (double) i, seen.getValue(), "value that is read of pair " + i);
            Claim.equal(i % 3 == 0 ? rank : -1, seen.getIndex(), "index that is read of pair " + i);
        }
        win.free();
    }

    private static void pairsOfLongs() {
        int bytes = MPI.longInt.getExtent();
        ByteBuffer memory = MPI.newByteBuffer(3 * bytes);
        ByteBuffer mine = MPI.newByteBuffer(2 * bytes);
        for (int i = 0; i < 2; i++) {
            LongInt.Data pair = MPI.longInt.getData(mine, i);
            pair.putValue(-1L - i);
            pair.putIndex(rank);
        }
        Win win = over(memory);
        win.fence(0);
        win.put(mine, 2, MPI.LONG_INT, next, bytes, 2, MPI.LONG_INT);
        win.fence(0);
        win.accumulate(mine, 1, MPI.LONG_INT, next, 0, 1, MPI.LONG_INT, MPI.REPLACE);
        win.fence(0);
        for (int i = 0; i < 3; i++) {
            LongInt.Data pair = MPI.longInt.getData(memory, i);
            Claim.equal(i == 2 ? -2L : -1L, pair.getValue(), "value " + i);
            Claim.equal(last, pair.getIndex(), "index " + i);
        }
        win.free();
    }

    /** Elements of 8 bytes at an odd place, cut by packets wherever they end. */
    private static void unaligned() {
        ByteBuffer memory = MPI.newByteBuffer(8 * CELLS + 11);
        LongBuffer values = MPI.newLongBuffer(CELLS);
        LongBuffer before = MPI.newLongBuffer(CELLS);
        for (int i = 0; i < CELLS; i++) {
            values.put(i, (1L << 33) + i);
            memory.putLong(3 + 8 * i, i);
        }
        Win win = over(memory);
        win.fence(0);
        win.accumulate(values, CELLS, MPI.LONG, next, 3, CELLS, MPI.LONG, MPI.SUM);
        win.getAccumulate(values, CELLS, MPI.LONG, before, CELLS, MPI.LONG, next, 3, CELLS, MPI.LONG, MPI.SUM);
        win.fence(0);
        for (int i = 0; i < CELLS; i++) {
            Claim.equal((1L << 34) + 3L * i, memory.getLong(3 + 8 * i), "sum " + i);
            Claim.equal((1L << 33) + 2L * i, before.get(i), "before " + i);
        }
        Claim.equal((byte) 0, memory.get(8 * CELLS + 3), "after all");
        win.free();
    }

    /** Accumulates of one origin come in their order, long and short ones. */
    private static void inOrder() {
        int count = 200_000;
        IntBuffer memory = MPI.newIntBuffer(count);
        IntBuffer first = MPI.newIntBuffer(count);
        IntBuffer one = MPI.newIntBuffer(1).put(0, 1);
        IntBuffer read = MPI.newIntBuffer(1);
        for (int i = 0; i < count; i++) {
            first.put(i, 1000);
        }
        Win win = over(memory);
        win.lock(MPI.LOCK_EXCLUSIVE, next, 0);
        for (int i = 0; i < 5; i++) {
            win.accumulate(first, count, MPI.INT, next, 0, count, MPI.INT, MPI.REPLACE);
            win.accumulate(one, 1, MPI.INT, next, count - 1, 1, MPI.INT, MPI.SUM);
            win.fetchAndOp(one, read, MPI.INT, next, count - 1, MPI.SUM);
            win.accumulate(one, 1, MPI.INT, next, count - 1, 1, MPI.INT, MPI.SUM);
        }
        win.unlock(next);
        WORLD.barrier();
        Claim.equal(1001, read.get(0), "after one sum");
        Claim.equal(1003, memory.get(count - 1), "after three sums");
        Claim.equal(1000, memory.get(count - 2), "beside it");
        win.free();
    }

    /** Blocks whose order is another one than that of their places. */
    private static void turnedRound() {
        Datatype turned = Datatype.createIndexed(new int[] {1, 2, 1}, new int[] {5, 2, 0}, MPI.INT);
        IntBuffer memory = MPI.newIntBuffer(12);
        IntBuffer values = MPI.newIntBuffer(8);
        for (int i = 0; i < 8; i++) {
            values.put(i, 10 * rank + i + 1);
        }
        Win win = over(memory);
        win.fence(0);
        win.put(values, 8, MPI.INT, next, 0, 2, turned);
        win.fence(0);
        int[] places = {5, 2, 3, 0, 11, 8, 9, 6};
        int[] expected = new int[12];
        for (int i = 0; i < 8; i++) {
            expected[places[i]] = 10 * last + i + 1;
        }
        for (int i = 0; i < 12; i++) {
            Claim.equal(expected[i], memory.get(i), "put at " + i);
        }
        IntBuffer room = MPI.newIntBuffer(12);
        win.get(room, 2, turned, next, 0, 8, MPI.INT);
        win.fence(0);
        for (int i = 0; i < 8; i++) {
            Claim.equal(expected[i] == 0 ? 0 : expected[i] - 10 * last + 10 * rank, room.get(places[i]), "got " + i);
        }
        win.free();
    }

    private static void zeroAndMore() {
        Datatype nothing = Datatype.createContiguous(0, MPI.INT);
        DoubleBuffer memory = MPI.newDoubleBuffer(2);
        Win win = over(memory);
        win.fence(0);
        win.put(memory, 5, nothing, next, 0, 9, nothing);
        win.get(memory, 0, MPI.DOUBLE, next, 2, 0, MPI.DOUBLE);
        win.accumulate(null, 0, MPI.DOUBLE, next, 0, 0, MPI.DOUBLE, MPI.SUM);
        win.getAccumulate(null, 0, MPI.DOUBLE, null, 0, MPI.DOUBLE, next, 0, 0, MPI.DOUBLE, MPI.SUM);
        win.fence(0);
        Claim.equal(0.0, memory.get(0) + memory.get(1), "memory");
        win.free();
    }

    /** As many operations with layouts by chance, against what the same do in an array. */
    private static void randomly() {
        Random random = new Random(42);
        int cells = 64;
        IntBuffer memory = MPI.newIntBuffer(cells);
        int[][] model = new int[WORLD.getSize()][cells];
        Win win = over(memory);
        Op[] ops = {MPI.SUM, MPI.REPLACE, MPI.MAX, MPI.BXOR};
        for (int round = 0; round < ROUNDS; round++) {
            int blocks = 1 + random.nextInt(4);
            int[] lengths = new int[blocks];
            int[] places = new int[blocks];
            int at = random.nextInt(4);
            int total = 0;
            for (int b = 0; b < blocks; b++) {
                lengths[b] = (b == 0 ? 1 : 0) + random.nextInt(5);
                places[b] = at;
                at += lengths[b] + random.nextInt(5);
                total += lengths[b];
            }
            Datatype layout = Datatype.createIndexed(lengths, places, MPI.INT);
            int shift = random.nextInt(cells - at);
            int kind = random.nextInt(6);
            IntBuffer values = MPI.newIntBuffer(total);
            int origin = random.nextInt(WORLD.getSize());
            int target = random.nextInt(WORLD.getSize());
            for (int i = 0; i < total; i++) {
                values.put(i, random.nextInt(1000));
            }
            win.fence(0);
            IntBuffer room = MPI.newIntBuffer(total);
            if (rank == origin) {
                if (kind < 4) {
                    win.getAccumulate(
                            values, total, MPI.INT, room, total, MPI.INT, target, shift, 1, layout, ops[kind]);
                } else if (kind == 4) {
                    win.put(values, total, MPI.INT, target, shift, 1, layout);
                } else {
                    win.get(room, total, MPI.INT, target, shift, 1, layout);
                }
            }
            win.fence(0);
            int i = 0;
            for (int b = 0; b < blocks; b++) {
                for (int k = 0; k < lengths[b]; k++, i++) {
                    int place = shift + places[b] + k;
                    int there = model[target][place];
                    if (rank == origin && kind != 4) {
                        Claim.equal(there, room.get(i), "read in round " + round);
                    }
                    int came = values.get(i);
                    model[target][place] = switch (kind) {
                        case 0 -> there + came;
                        case 2 -> Math.max(there, came);
                        case 3 -> there ^ came;
                        case 5 -> there;
                        default -> came;
                    };
                }
            }
            for (int cell = 0; cell < cells; cell++) {
                Claim.equal(model[rank][cell], memory.get(cell), "cell " + cell + " after round " + round);
            }
            win.fence(0);
        }
        win.free();
    }
}
