package programs;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import mpi.Datatype;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** What windows are made of, and what is put there and got from there: memory of all kinds, and layouts of both sides. */
public final class WindowMemory {

    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static final int COUNT = 7;

    private static int rank;
    private static int next;
    private static int last;

    private WindowMemory() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        rank = WORLD.getRank();
        next = (rank + 1) % WORLD.getSize();
        last = (rank + WORLD.getSize() - 1) % WORLD.getSize();
        integers();
        otherNumbers();
        bytes();
        heap();
        layouts();
        otherElements();
        sizes();
        allocated();
        shared();
        hints();
        attached();
        longMessages();
        MPI.Finalize();
    }

    /** Over all elements of a buffer, whatever its position. */
    private static Win over(Buffer memory) {
        return new Win(memory, memory.capacity(), 1, MPI.INFO_NULL, WORLD);
    }

    private static void integers() {
        ByteBuffer bytes = MPI.newByteBuffer(COUNT);
        ShortBuffer shorts = MPI.newShortBuffer(COUNT);
        IntBuffer ints = MPI.newIntBuffer(COUNT);
        LongBuffer longs = MPI.newLongBuffer(COUNT);
        for (int i = 0; i < COUNT; i++) {
            int value = 16 * rank + i;
            bytes.put((byte) value);
            shorts.put((short) -value);
            ints.put(value << 20);
            longs.put(value + (1L << 40));
        }
        ByteBuffer nextBytes = MPI.newByteBuffer(COUNT);
        ShortBuffer nextShorts = MPI.newShortBuffer(COUNT);
        IntBuffer nextInts = MPI.newIntBuffer(COUNT);
        LongBuffer nextLongs = MPI.newLongBuffer(COUNT);
        exchange(bytes, nextBytes, MPI.BYTE, 1);
        exchange(shorts, nextShorts, MPI.SHORT, 2);
        exchange(ints, nextInts, MPI.INT, 4);
        exchange(longs, nextLongs, MPI.LONG, 8);
        for (int i = 0; i < COUNT; i++) {
            int theirs = 16 * next + COUNT - 1;
            Claim.equal((byte) (i == 0 ? theirs : 16 * next + i), nextBytes.get(i), "byte " + i);
            Claim.equal((short) -(i == 0 ? theirs : 16 * next + i), nextShorts.get(i), "short " + i);
            Claim.equal((i == 0 ? theirs : 16 * next + i) << 20, nextInts.get(i), "int " + i);
            Claim.equal((i == 0 ? theirs : 16 * next + i) + (1L << 40), nextLongs.get(i), "long " + i);
        }
    }

    private static void otherNumbers() {
        CharBuffer chars = MPI.newCharBuffer(COUNT);
        FloatBuffer floats = MPI.newFloatBuffer(COUNT);
        DoubleBuffer doubles = MPI.newDoubleBuffer(COUNT);
        for (int i = 0; i < COUNT; i++) {
            int value = 16 * rank + i;
            chars.put((char) (value + 0x100));
            floats.put(value + 0.5f);
            doubles.put(value + 0.25);
        }
        CharBuffer nextChars = MPI.newCharBuffer(COUNT);
        FloatBuffer nextFloats = MPI.newFloatBuffer(COUNT);
        DoubleBuffer nextDoubles = MPI.newDoubleBuffer(COUNT);
        exchange(chars, nextChars, MPI.CHAR, 2);
        exchange(floats, nextFloats, MPI.FLOAT, 4);
        exchange(doubles, nextDoubles, MPI.DOUBLE, 8);
        for (int i = 0; i < COUNT; i++) {
            int theirs = 16 * next + (i == 0 ? COUNT - 1 : i);
            Claim.equal((char) (theirs + 0x100), nextChars.get(i), "char " + i);
            Claim.equal(theirs + 0.5f, nextFloats.get(i), "float " + i);
            Claim.equal(theirs + 0.25, nextDoubles.get(i), "double " + i);
        }
    }

    /** The room has what the next rank has, after that has put its last element to its first place by a window of its own. */
    private static void exchange(Buffer memory, Buffer room, Datatype type, int elementBytes) {
        Win win = over(memory);
        Claim.equal(elementBytes, win.getAttr(MPI.WIN_DISP_UNIT), "unit of displacements");
        Claim.equal(COUNT * elementBytes, win.getAttr(MPI.WIN_SIZE), "size");
        Claim.that(win.getAttr(MPI.WIN_BASE) == memory, "memory");
        win.lock(MPI.LOCK_EXCLUSIVE, rank, 0);
        win.get(room, 1, type, rank, COUNT - 1, 1, type);
        win.flush(rank);
        win.put(room, 1, type, rank, 0, 1, type);
        win.unlock(rank);
        win.fence(0);
        win.get(room, COUNT, type, next, 0, COUNT, type);
        win.fence(0);
        win.free();
    }

    /** Elements of several types in memory of bytes, as a struct has them. */
    private static void bytes() {
        ByteBuffer memory = MPI.newByteBuffer(32);
        Win win = over(memory);
        IntBuffer ints = MPI.newIntBuffer(2);
        ints.put(0, rank).put(1, -rank - 1);
        DoubleBuffer number = MPI.newDoubleBuffer(1);
        number.put(0, rank + 0.5);
        win.fence(0);
        win.put(ints, 2, MPI.INT, next, 4, 2, MPI.INT);
        win.put(number, 1, MPI.DOUBLE, next, 16, 1, MPI.DOUBLE);
        win.fence(0);
        Claim.equal(0, memory.getInt(0), "before");
        Claim.equal(last, memory.getInt(4), "first int");
        Claim.equal(-last - 1, memory.getInt(8), "second int");
        Claim.equal(0, memory.getInt(12), "between");
        Claim.equal(last + 0.5, memory.getDouble(16), "double");
        Claim.equal(0, memory.getInt(24), "after");
        win.fence(0);
        win.accumulate(ints, 1, MPI.INT, next, 4, 1, MPI.INT, MPI.SUM);
        win.fence(0);
        Claim.equal(2 * last, memory.getInt(4), "sum of ints in memory of bytes");
        win.free();
    }

    /** Open MPI wants direct buffers; those of arrays serve as well, in whichever order they have. */
    private static void heap() {
        int[] array = new int[COUNT];
        IntBuffer turned =
                ByteBuffer.allocate(4 * COUNT).order(ByteOrder.BIG_ENDIAN).asIntBuffer();
        Win win = over(MPI.slice(array, 2));
        Win other = over(turned);
        IntBuffer values = IntBuffer.wrap(new int[] {rank, rank + 100, rank + 200});
        win.fence(0);
        other.fence(0);
        win.put(values, 3, MPI.INT, next, 1, 3, MPI.INT);
        other.put(values, 3, MPI.INT, next, 2, 3, MPI.INT);
        win.fence(0);
        other.fence(0);
        other.accumulate(values, 3, MPI.INT, next, 2, 3, MPI.INT, MPI.SUM);
        other.fence(0);
        Claim.equal(new int[] {0, 0, 0, last, last + 100, last + 200, 0}, array, "array");
        int[] sums = new int[COUNT];
        turned.get(sums);
        Claim.equal(new int[] {0, 0, 2 * last, 2 * last + 200, 2 * last + 400, 0, 0}, sums, "sums");
        win.free();
        other.free();
    }

    /** Each side has a layout of its own; what is in gaps stays. */
    private static void layouts() {
        Datatype column = Datatype.createVector(3, 1, 4, MPI.INT);
        Datatype pieces = Datatype.createIndexed(new int[] {2, 1}, new int[] {1, 5}, MPI.INT);
        IntBuffer memory = MPI.newIntBuffer(12);
        IntBuffer row = MPI.newIntBuffer(12);
        int[] expected = new int[12];
        for (int i = 0; i < 12; i++) {
            memory.put(i, -i - 1);
            row.put(i, 100 * rank + i);
            expected[i] = -i - 1;
        }
        Win win = over(memory);
        win.fence(0);
        win.put(row, 3, MPI.INT, next, 1, 1, column);
        win.put(row, 1, pieces, next, 6, 3, MPI.INT);
        win.fence(0);
        expected[1] = 100 * last;
        expected[5] = 100 * last + 1;
        expected[9] = 100 * last + 2;
        expected[6] = 100 * last + 1;
        expected[7] = 100 * last + 2;
        expected[8] = 100 * last + 5;
        Claim.equal(expected, array(memory), "memory");
        IntBuffer room = MPI.newIntBuffer(12);
        win.fence(0);
        win.get(room, 1, pieces, next, 1, 1, column);
        win.fence(0);
        int[] got = new int[12];
        got[1] = 100 * rank;
        got[2] = 100 * rank + 1;
        got[5] = 100 * rank + 2;
        Claim.equal(got, array(room), "what is got into pieces");
        win.fence(0);
        win.accumulate(row, 1, column, next, 0, 1, column, MPI.SUM);
        win.fence(0);
        expected[0] += 100 * last;
        expected[4] += 100 * last + 4;
        expected[8] += 100 * last + 8;
        Claim.equal(expected, array(memory), "a column that is added");
        win.free();
    }

    private static int[] array(IntBuffer buffer) {
        int[] array = new int[buffer.capacity()];
        buffer.get(0, array);
        return array;
    }

    /** The datatype says what the elements are, whatever the buffer's are. */
    private static void otherElements() {
        FloatBuffer memory = MPI.newFloatBuffer(4);
        Win win = over(memory);
        FloatBuffer values = MPI.newFloatBuffer(4);
        FloatBuffer room = MPI.newFloatBuffer(4);
        for (int i = 0; i < 4; i++) {
            values.put(i, rank + i / 4f);
        }
        win.fence(0);
        win.put(values, 16, MPI.BYTE, next, 0, 16, MPI.BYTE);
        win.fence(0);
        win.get(room, 2, MPI.LONG, next, 0, 2, MPI.LONG);
        win.fence(0);
        for (int i = 0; i < 4; i++) {
            Claim.equal(last + i / 4f, memory.get(i), "float " + i + " that came as bytes");
            Claim.equal(rank + i / 4f, room.get(i), "float " + i + " that came as half a long");
        }
        win.free();
    }

    /** Each rank has another size and unit, and one has nothing. */
    private static void sizes() {
        IntBuffer memory = rank == 0 ? null : MPI.newIntBuffer(4 * rank);
        Win win = new Win(memory, 4 * rank, rank + 1, MPI.INFO_NULL, WORLD);
        Claim.equal(16 * rank, win.getAttr(MPI.WIN_SIZE), "size");
        Claim.equal((rank + 1) * (rank == 0 ? 1 : 4), win.getAttr(MPI.WIN_DISP_UNIT), "unit");
        IntBuffer value = MPI.newIntBuffer(1);
        value.put(0, 7 + rank);
        win.fence(0);
        if (next > 0) {
            win.put(value, 1, MPI.INT, next, 1, 1, MPI.INT);
        }
        win.put(value, 0, MPI.INT, 0, 0, 0, MPI.INT);
        win.fence(0);
        if (rank > 0) {
            Claim.equal(7 + last, memory.get(rank + 1), "displacement 1 in a unit of " + (rank + 1));
        }
        win.free();
    }

    /** The library's memory, seen as a buffer of the class that was given. */
    private static void allocated() {
        Win win = new Win(COUNT, 1, MPI.INFO_NULL, WORLD, MPI.newDoubleBuffer(0), Win.FLAVOR_PRIVATE);
        DoubleBuffer memory = (DoubleBuffer) win.getAttr(MPI.WIN_BASE);
        Claim.equal(COUNT, memory.capacity(), "elements");
        Claim.equal(8 * COUNT, win.getAttr(MPI.WIN_SIZE), "size");
        DoubleBuffer value = MPI.newDoubleBuffer(1);
        value.put(0, rank + 0.5);
        win.fence(0);
        win.put(value, 1, MPI.DOUBLE, next, COUNT - 1, 1, MPI.DOUBLE);
        win.fence(0);
        for (int i = 0; i < COUNT; i++) {
            Claim.equal(i == COUNT - 1 ? last + 0.5 : 0.0, memory.get(i), "element " + i);
        }
        memory.put(0, rank + 0.25);
        win.fence(0);
        win.get(value, 1, MPI.DOUBLE, next, 0, 1, MPI.DOUBLE);
        win.fence(0);
        Claim.equal(next + 0.25, value.get(0), "what the owner has stored");
        win.free();
        Win none = new Win(0, 1, MPI.INFO_NULL, WORLD, null, Win.FLAVOR_PRIVATE);
        Claim.equal(0, none.getAttr(MPI.WIN_SIZE), "no memory");
        Claim.equal(0, ((ByteBuffer) none.getAttr(MPI.WIN_BASE)).capacity(), "no bytes");
        none.free();
    }

    /** Memory that all ranks have in common, loaded and stored in place. */
    private static void shared() {
        Win win;
        WORLD.setErrhandler(MPI.ERRORS_RETURN);
        try {
            win = new Win(COUNT, 1, MPI.INFO_NULL, WORLD, MPI.newLongBuffer(0), Win.FLAVOR_SHARED);
        } catch (MPIException none) {
            Claim.equal(MPI.ERR_RMA_SHARED, none.getErrorClass(), "ranks that have none in common");
            return;
        } finally {
            WORLD.setErrhandler(MPI.ERRORS_ARE_FATAL);
        }
        Claim.equal(8 * COUNT, win.getAttr(MPI.WIN_SIZE), "size");
        LongBuffer own = (LongBuffer) win.getAttr(MPI.WIN_BASE);
        win.fence(0);
        for (int i = 0; i < COUNT; i++) {
            Claim.equal(0L, own.get(i), "element " + i);
            own.put(i, 100L * rank + i);
        }
        win.fence(0);
        LongBuffer theirs = (LongBuffer) win.sharedQuery(next);
        Claim.equal(COUNT, theirs.capacity(), "elements of the next rank");
        for (int i = 0; i < COUNT; i++) {
            Claim.equal(100L * next + i, theirs.get(i), "element " + i + " of the next rank");
        }
        Claim.equal(0L, ((LongBuffer) win.sharedQuery(MPI.PROC_NULL)).get(0), "the first rank's");
        win.fence(0);
        win.free();
    }

    /** What is in use is given back; what is set later, and what is no hint, is not. */
    private static void hints() {
        Win plain = over(MPI.newIntBuffer(1));
        Info defaults = plain.getInfo();
        Claim.equal("false", defaults.get("no_locks"), "no_locks");
        Claim.equal("false", defaults.get("same_size"), "same_size");
        Claim.equal("false", defaults.get("same_disp_unit"), "same_disp_unit");
        Claim.equal("rar,raw,war,waw", defaults.get("accumulate_ordering"), "accumulate_ordering");
        Claim.equal("same_op_no_op", defaults.get("accumulate_ops"), "accumulate_ops");
        Claim.equal("0", defaults.get("mpi_accumulate_granularity"), "mpi_accumulate_granularity");
        Claim.equal(7, defaults.size(), "how many hints there are");
        defaults.set("no_locks", "true");
        Claim.equal("false", plain.getInfo().get("no_locks"), "a copy is the caller's");
        plain.setInfo(defaults);
        plain.setInfo(MPI.INFO_NULL);
        Claim.equal("false", plain.getInfo().get("no_locks"), "no_locks, which is said too late");
        plain.lock(MPI.LOCK_SHARED, rank, 0);
        plain.unlock(rank);
        plain.free();

        Info said = new Info();
        said.set("same_size", "true");
        said.set("accumulate_ops", "same_op");
        said.set("mpi_minimum_memory_alignment", "4096");
        said.set("striping_factor", "4");
        Win win = new Win(COUNT, 1, said, WORLD, MPI.newIntBuffer(0), Win.FLAVOR_PRIVATE);
        Info used = win.getInfo();
        Claim.equal("true", used.get("same_size"), "same_size");
        Claim.equal("same_op", used.get("accumulate_ops"), "accumulate_ops");
        Claim.equal("4096", used.get("mpi_minimum_memory_alignment"), "alignment");
        Claim.equal(null, used.get("striping_factor"), "what is no hint");
        Claim.equal(7, used.size(), "how many hints there are");
        win.setInfo(said);
        Claim.equal(null, win.getInfo().get("striping_factor"), "what is no hint, set later");
        win.free();
    }

    private static void attached() {
        Win win = new Win(MPI.INFO_NULL, WORLD);
        Claim.equal(null, win.getAttr(MPI.WIN_BASE), "memory of a window that has none by itself");
        Claim.equal(0, win.getAttr(MPI.WIN_SIZE), "size");
        LongBuffer first = MPI.newLongBuffer(3);
        LongBuffer second = MPI.newLongBuffer(3);
        win.attach(first, 3);
        win.attach(second, 2);
        long[] addresses = {win.address(first), win.address(second)};
        WORLD.sendRecvReplace(addresses, 2, MPI.LONG, last, 1, next, 1);
        LongBuffer value = MPI.newLongBuffer(1);
        value.put(0, rank + 1);
        win.lockAll(0);
        win.put(value, 1, MPI.LONG, next, Math.toIntExact(addresses[0] + 16), 1, MPI.LONG);
        win.accumulate(value, 1, MPI.LONG, next, Math.toIntExact(addresses[1]), 1, MPI.LONG, MPI.SUM);
        win.unlockAll();
        WORLD.barrier();
        Claim.equal(last + 1L, first.get(2), "in the first");
        Claim.equal(last + 1L, second.get(0), "in the second");
        Claim.equal(0L, first.get(0) + first.get(1) + second.get(1) + second.get(2), "elsewhere");
        win.detach(first);
        win.attach(first, 3);
        win.free();
    }

    /** Longer than a packet, at both ends of the memory, from direct memory and from an array. */
    private static void longMessages() {
        int count = 300_000;
        IntBuffer memory = MPI.newIntBuffer(2 * count);
        IntBuffer direct = MPI.newIntBuffer(count);
        int[] array = new int[count];
        for (int i = 0; i < count; i++) {
            direct.put(i, rank + 3 * i);
            array[i] = -rank - 5 * i;
        }
        Win win = over(memory);
        win.fence(0);
        win.put(direct, count, MPI.INT, next, 0, count, MPI.INT);
        win.put(IntBuffer.wrap(array), count, MPI.INT, next, count, count, MPI.INT);
        win.fence(0);
        for (int i = 0; i < count; i++) {
            Claim.that(memory.get(i) == last + 3 * i, "element " + i + " is " + memory.get(i));
            Claim.that(memory.get(count + i) == -last - 5 * i, "element " + (count + i) + " of an array");
        }
        IntBuffer room = MPI.newIntBuffer(2 * count);
        win.fence(0);
        win.get(room, 2 * count, MPI.INT, next, 0, 2 * count, MPI.INT);
        win.fence(0);
        for (int i = 0; i < count; i++) {
            Claim.that(room.get(i) == rank + 3 * i && room.get(count + i) == -rank - 5 * i, "got element " + i);
        }
        win.fence(0);
        win.accumulate(direct, count, MPI.INT, next, count, count, MPI.INT, MPI.SUM);
        win.fence(0);
        for (int i = 0; i < count; i++) {
            Claim.that(memory.get(count + i) == -2 * i, "sum " + i + " is " + memory.get(count + i));
        }
        win.free();
    }
}
