package programs;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.DoubleComplex;
import mpi.FloatComplex;
import mpi.Int2;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpi.Struct;

/** What programs send from, and receive into: each kind of array and buffer, derived types, structs, pairs, objects. A rank sends to itself. */
public final class Memory {

    private static final int TAG = 5;

    private Memory() {}

    /** The program. */
    public static void main(String[] args) {
        MPI.Init(args);
        Comm comm = MPI.COMM_SELF;
        arrays(comm);
        otherElements(comm);
        positions(comm);
        derived(comm);
        inElements(comm);
        structs(comm);
        packed(comm);
        pairs(comm);
        objects(comm);
        statuses();
        MPI.Finalize();
    }

    private static void pass(Comm comm, Object from, int sent, Datatype type, Object to, int room, Datatype as) {
        comm.sendRecv(from, sent, type, 0, TAG, to, room, as, 0, TAG);
    }

    private static void arrays(Comm comm) {
        Object[][] all = {
            {MPI.BYTE, new byte[] {1, -2}, new byte[2]},
            {MPI.CHAR, new char[] {'a', '\u20ac'}, new char[2]},
            {MPI.SHORT, new short[] {1, -2}, new short[2]},
            {MPI.BOOLEAN, new boolean[] {true, false}, new boolean[2]},
            {MPI.INT, new int[] {1, -2}, new int[2]},
            {MPI.LONG, new long[] {1, Long.MIN_VALUE}, new long[2]},
            {MPI.FLOAT, new float[] {1, -2.5f}, new float[2]},
            {MPI.DOUBLE, new double[] {1, -2.5}, new double[2]},
            {MPI.PACKED, new byte[] {1, -2}, new byte[2]},
        };
        for (Object[] each : all) {
            pass(comm, each[1], 2, (Datatype) each[0], each[2], 2, (Datatype) each[0]);
            Claim.equal(each[1], each[2], "array of " + each[0]);
        }
    }

    /** The datatype says what the elements are, whatever the array's are. */
    private static void otherElements(Comm comm) {
        char[] chars = "abcdef".toCharArray();
        int[] ints = new int[3];
        pass(comm, chars, 3, MPI.INT, ints, 3, MPI.INT);
        char[] back = new char[6];
        pass(comm, ints, 6, MPI.CHAR, back, 6, MPI.CHAR);
        Claim.equal(chars, back, "ints as chars");
        int[] some = {0x00020001, 0x00040003, 0x00060005};
        char[] three = new char[6];
        pass(comm, some, 3, MPI.CHAR, three, 6, MPI.CHAR);
        Claim.equal(new char[] {1, 2, 3, 0, 0, 0}, three, "a part of an element");
        IntBuffer view = MPI.newIntBuffer(2);
        view.put(0, 0x40490fdb);
        float[] pi = new float[1];
        pass(comm, view, 1, MPI.FLOAT, pi, 1, MPI.FLOAT);
        Claim.equal((float) Math.PI, pi[0], "ints as floats");
        boolean[] flags = {true, false, true};
        byte[] bytes = new byte[3];
        pass(comm, flags, 3, MPI.BYTE, bytes, 3, MPI.BYTE);
        Claim.equal(new byte[] {1, 0, 1}, bytes, "booleans as bytes");
        char[] shared = new char[8];
        Request[] halves = {
            comm.iRecv(shared, 1, MPI.INT, 0, TAG), comm.iRecv(MPI.slice(shared, 4), 1, MPI.INT, 0, TAG + 1)
        };
        comm.send(new int[] {0x00620061}, 1, MPI.INT, 0, TAG + 1);
        shared[2] = 'x';
        comm.send(new int[] {0x00640063}, 1, MPI.INT, 0, TAG);
        Request.waitAll(halves);
        Claim.equal(
                new char[] {'c', 'd', 'x', 0, 'a', 'b', 0, 0}, shared, "two receives in one array, and the program");
    }

    /** A buffer begins where its memory does, wherever its position is. */
    private static void positions(Comm comm) {
        IntBuffer direct = MPI.newIntBuffer(4);
        direct.put(1).put(2).put(3).put(4);
        int[] read = new int[2];
        pass(comm, direct, 2, MPI.INT, read, 2, MPI.INT);
        Claim.equal(new int[] {1, 2}, read, "from the beginning");
        pass(comm, MPI.slice(direct, 2), 2, MPI.INT, read, 2, MPI.INT);
        Claim.equal(new int[] {3, 4}, read, "a slice of a buffer");
        pass(comm, MPI.slice(new int[] {5, 6, 7}, 1), 2, MPI.INT, read, 2, MPI.INT);
        Claim.equal(new int[] {6, 7}, read, "a slice of an array");
        ByteBuffer bytes = MPI.newByteBuffer(8);
        bytes.putInt(8).putInt(9);
        pass(comm, bytes, 2, MPI.INT, read, 2, MPI.INT);
        Claim.equal(new int[] {8, 9}, read, "bytes from the beginning");
        CharBuffer chars = CharBuffer.allocate(2);
        pass(comm, "hi".toCharArray(), 2, MPI.CHAR, chars, 2, MPI.CHAR);
        Claim.equal("hi", chars.toString(), "into a buffer of the heap");
    }

    private static void derived(Comm comm) {
        int[] matrix = new int[16];
        Arrays.setAll(matrix, i -> i);
        int[] read = new int[4];
        Datatype column = Datatype.createVector(4, 1, 4, MPI.INT);
        column.commit();
        Claim.equal(4, column.getSize(), "size of a column");
        Claim.equal(13, column.getExtent(), "extent of a column");
        pass(comm, matrix, 1, column, read, 4, MPI.INT);
        Claim.equal(new int[] {0, 4, 8, 12}, read, "column");
        pass(comm, MPI.slice(matrix, 3), 1, column, read, 4, MPI.INT);
        Claim.equal(new int[] {3, 7, 11, 15}, read, "last column, of a slice");
        Datatype bytesApart = Datatype.createHVector(2, 2, 32, MPI.INT);
        pass(comm, matrix, 1, bytesApart, read, 4, MPI.INT);
        Claim.equal(new int[] {0, 1, 8, 9}, read, "hvector");
        Datatype indexed = Datatype.createIndexed(new int[] {1, 3}, new int[] {15, 4}, MPI.INT);
        pass(comm, matrix, 1, indexed, read, 4, MPI.INT);
        Claim.equal(new int[] {15, 4, 5, 6}, read, "indexed");
        Datatype hindexed = Datatype.createHIndexed(new int[] {2, 2}, new int[] {8, 40}, MPI.INT);
        pass(comm, matrix, 1, hindexed, read, 4, MPI.INT);
        Claim.equal(new int[] {2, 3, 10, 11}, read, "hindexed");
        Datatype resized = Datatype.createResized(column, 0, 4);
        Claim.equal(1, resized.getExtent(), "extent of a resized column");
        Claim.equal(13, resized.getTrueExtent(), "its true extent");
        int[] two = new int[8];
        pass(comm, matrix, 2, resized, two, 8, MPI.INT);
        Claim.equal(new int[] {0, 4, 8, 12, 1, 5, 9, 13}, two, "two columns");
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        pair.setName("pair");
        Claim.equal("pair", pair.getName(), "name");
        int[] transposed = new int[16];
        pass(comm, matrix, 16, MPI.INT, transposed, 8, pair);
        Claim.equal(matrix, transposed, "pairs");
        int key = Datatype.createKeyval();
        pair.setAttr(key, "attribute");
        Claim.equal("attribute", pair.dup().getAttr(key), "attribute of a duplicate");
        pair.deleteAttr(key);
        Claim.equal(null, pair.getAttr(key), "deleted");
        Datatype.freeKeyval(key);
        pair.free();
        Claim.that(pair.isNull(), "freed");
    }

    /** mpiJava counts displacements in elements. */
    private static void inElements(Comm comm) {
        double[] from = {0, 1, 2, 3, 4, 5, 6, 7};
        double[] read = new double[5];
        Datatype apart = Datatype.Hvector(2, 2, 4, MPI.DOUBLE);
        comm.Sendrecv(from, 1, 1, apart, 0, TAG, read, 1, 4, MPI.DOUBLE, 0, TAG);
        Claim.equal(new double[] {0, 1, 2, 5, 6}, read, "Hvector from an offset");
        Datatype at = Datatype.Hindexed(new int[] {1, 2}, new int[] {6, 0}, MPI.DOUBLE);
        comm.Sendrecv(from, 0, 1, at, 0, TAG, read, 0, 3, MPI.DOUBLE, 0, TAG);
        Claim.equal(new double[] {6, 0, 1, 5, 6}, read, "Hindexed");
        Datatype struct = Datatype.Struct(
                new int[] {1, 1, 1, 1}, new int[] {-1, 0, 2, 4}, new Datatype[] {MPI.LB, MPI.DOUBLE, MPI.DOUBLE, MPI.UB
                });
        struct.Commit();
        Claim.equal(-1, struct.Lb(), "LB");
        Claim.equal(4, struct.Ub(), "UB");
        Claim.equal(5, struct.Extent(), "extent between LB and UB");
        Claim.equal(2, struct.Size(), "size");
        comm.Sendrecv(from, 0, 2, struct, 0, TAG, read, 0, 4, MPI.DOUBLE, 0, TAG);
        Claim.equal(new double[] {0, 2, 5, 7, 6}, read, "Struct");
        Datatype three = Datatype.Contiguous(
                3, Datatype.Vector(1, 1, 1, Datatype.Indexed(new int[] {1}, new int[] {0}, MPI.DOUBLE)));
        Claim.equal(3, three.Extent(), "extent of three");
        Claim.equal(24, three.getByteSize(), "bytes of three");
    }

    /** A particle. */
    private static final class Particle extends Struct {

        private final int id = addInt();
        private final int place = setOffset(8).addDouble(3);
        private final int kind = addChar();

        @Override
        protected Data newData() {
            return new Data();
        }

        private final class Data extends Struct.Data {

            int id() {
                return getInt(id);
            }

            double place(int axis) {
                return getDouble(place, axis);
            }

            char kind() {
                return getChar(kind);
            }

            void set(int newId, double x, double y, double z, char newKind) {
                putInt(id, newId);
                putDouble(place, 0, x);
                putDouble(place, 1, y);
                putDouble(place, 2, z);
                putChar(kind, newKind);
            }
        }
    }

    private static void structs(Comm comm) {
        Particle type = new Particle();
        Claim.equal(40, type.getExtent(), "extent, padded to a double's length");
        Claim.equal(30, type.getType().getSize(), "size, without gaps");
        ByteBuffer from = MPI.newByteBuffer(2 * type.getExtent());
        for (int i = 0; i < 2; i++) {
            Particle.Data data = type.getData(from, i);
            data.set(i, 1.5 * i, -2, 3, 'x');
        }
        byte[] to = new byte[2 * type.getExtent()];
        pass(comm, from, 2, type.getType(), to, 2, type.getType());
        Particle.Data second = type.getData(to, 1);
        Claim.equal(1, second.id(), "id");
        Claim.equal(1.5, second.place(0), "x");
        Claim.equal(3.0, second.place(2), "z");
        Claim.equal('x', second.kind(), "kind");
        Datatype mixed =
                Datatype.createStruct(new int[] {1, 2}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
        Claim.equal(24, mixed.getExtent(), "extent in bytes");
        Claim.equal(20, mixed.getSize(), "size in bytes");
    }

    /** Memory of other elements than the type's is packed as it is sent. */
    private static void packed(Comm comm) {
        int[] ints = {1, -2, 0x01020304};
        byte[] bytes = new byte[12];
        Claim.equal(12, comm.pack(ints, 12, MPI.BYTE, bytes, 0), "position behind bytes");
        Claim.equal(new byte[] {1, 0, 0, 0, -2, -1, -1, -1, 4, 3, 2, 1}, bytes, "ints packed as bytes");
        int[] back = new int[3];
        Claim.equal(12, comm.unpack(bytes, 0, back, 12, MPI.BYTE), "position behind unpacked bytes");
        Claim.equal(ints, back, "ints unpacked as bytes");
        Datatype turned = Datatype.createContiguous(
                1, Datatype.createStruct(new int[] {1, 1}, new int[] {4, 0}, new Datatype[] {MPI.INT, MPI.INT}));
        turned.commit();
        byte[] pair = new byte[8];
        comm.pack(ints, 1, turned, pair, 0);
        Claim.equal(new byte[] {-2, -1, -1, -1, 1, 0, 0, 0}, pair, "ints packed as a struct");
        comm.unpack(pair, 0, back, 1, turned);
        Claim.equal(ints, back, "ints unpacked as a struct");
        char[] chars = {'a', 'b'};
        byte[] one = new byte[4];
        comm.pack(chars, 1, MPI.INT, one, 0);
        Claim.equal(new byte[] {'a', 0, 'b', 0}, one, "chars packed as an int");
    }

    private static void pairs(Comm comm) {
        ByteBuffer from = MPI.newByteBuffer(8);
        Int2.Data pair = MPI.int2.getData(from);
        pair.putValue(42);
        pair.putIndex(7);
        int[] both = new int[2];
        pass(comm, from, 1, MPI.INT2, both, 1, MPI.INT2);
        Claim.equal(new int[] {42, 7}, both, "INT2 in an int[]");
        Claim.equal(16, MPI.longInt.getExtent(), "extent of LONG_INT");
        Claim.equal(16, MPI.doubleInt.getExtent(), "extent of DOUBLE_INT");
        Claim.equal(8, MPI.shortInt.getExtent(), "extent of SHORT_INT");
        Claim.equal(8, MPI.floatInt.getExtent(), "extent of FLOAT_INT");
        double[] number = new double[4];
        DoubleComplex.get(number, 1).putImag(2.5);
        double[] copy = new double[4];
        pass(comm, number, 2, MPI.DOUBLE_COMPLEX, copy, 2, MPI.DOUBLE_COMPLEX);
        Claim.equal(2.5, DoubleComplex.get(copy, 1).getImag(), "imaginary part");
        ByteBuffer bytes = MPI.newByteBuffer(16);
        FloatComplex.get(bytes, 1).putReal(-1);
        Claim.equal(-1f, FloatComplex.get(bytes.asFloatBuffer(), 1).getReal(), "real part");
    }

    private static void objects(Comm comm) {
        Object[] from = {"a", 1, new int[] {2, 3}, null, 'e', 6.5};
        Object[] to = new Object[6];
        Status status = comm.Sendrecv(from, 0, 6, MPI.OBJECT, 0, TAG, to, 0, 6, MPI.OBJECT, 0, TAG);
        Claim.equal(from, to, "objects");
        Claim.equal(6, status.Get_count(MPI.OBJECT), "count of objects");
        Datatype second = Datatype.Vector(3, 1, 2, MPI.OBJECT);
        second.Commit();
        Arrays.fill(to, null);
        comm.Sendrecv(from, 0, 1, second, 0, TAG, to, 0, 3, MPI.OBJECT, 0, TAG);
        Claim.equal(new Object[] {"a", new int[] {2, 3}, 'e', null, null, null}, to, "every second object");
        byte[] packed = new byte[500];
        int end = comm.Pack(from, 0, 2, MPI.OBJECT, packed, 3);
        Arrays.fill(to, null);
        Claim.equal(end, comm.Unpack(packed, 3, to, 0, 2, MPI.OBJECT), "position behind objects");
        Claim.equal("a", to[0], "unpacked object");
    }

    private static void statuses() {
        Status status = new Status();
        status.setElements(MPI.INT, 5);
        Claim.equal(5, status.getElements(MPI.INT), "elements that were set");
        Claim.equal(5, status.getCount(MPI.INT), "count that was set");
        Datatype mixed =
                Datatype.createStruct(new int[] {1, 2}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
        status.setElements(mixed, 5);
        Claim.equal(5, status.getElements(mixed), "elements of a struct");
        Claim.equal(MPI.UNDEFINED, status.getCount(mixed), "no whole number of structs");
        status.setCancelled(true);
        Claim.that(status.isCancelled(), "cancelled");
        status.setCancelled(false);
        Claim.that(!status.isCancelled(), "not cancelled");
        Claim.equal(5, status.getElements(mixed), "still as many");
    }
}
