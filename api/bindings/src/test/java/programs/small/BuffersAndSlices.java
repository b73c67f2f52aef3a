package programs.small;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import programs.Claim;

/** Direct buffers of each type, and parts of them and of arrays. */
public final class BuffersAndSlices {

    private BuffersAndSlices() {}

    /** The program. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        ByteBuffer bytes = MPI.newByteBuffer(3).put(2, (byte) 5);
        CharBuffer chars = MPI.newCharBuffer(3).put(2, 'c');
        ShortBuffer shorts = MPI.newShortBuffer(3).put(2, (short) 5);
        IntBuffer ints = MPI.newIntBuffer(3).put(2, 5);
        LongBuffer longs = MPI.newLongBuffer(3).put(2, 5);
        FloatBuffer floats = MPI.newFloatBuffer(3).put(2, 5);
        DoubleBuffer doubles = MPI.newDoubleBuffer(3).put(2, 5);
        byte[] byteArray = new byte[2];
        char[] charArray = new char[2];
        short[] shortArray = new short[2];
        int[] intArray = new int[2];
        long[] longArray = new long[2];
        float[] floatArray = new float[2];
        double[] doubleArray = new double[2];
        pass(MPI.slice(bytes, 2), MPI.slice(byteArray, 1), MPI.BYTE);
        pass(MPI.slice(chars, 2), MPI.slice(charArray, 1), MPI.CHAR);
        pass(MPI.slice(shorts, 2), MPI.slice(shortArray, 1), MPI.SHORT);
        pass(MPI.slice(ints, 2), MPI.slice(intArray, 1), MPI.INT);
        pass(MPI.slice(longs, 2), MPI.slice(longArray, 1), MPI.LONG);
        pass(MPI.slice(floats, 2), MPI.slice(floatArray, 1), MPI.FLOAT);
        pass(MPI.slice(doubles, 2), MPI.slice(doubleArray, 1), MPI.DOUBLE);
        Claim.equal(new byte[] {0, 5}, byteArray, "bytes");
        Claim.equal(new char[] {0, 'c'}, charArray, "chars");
        Claim.equal(new short[] {0, 5}, shortArray, "shorts");
        Claim.equal(new int[] {0, 5}, intArray, "ints");
        Claim.equal(new long[] {0, 5}, longArray, "longs");
        Claim.equal(new float[] {0, 5}, floatArray, "floats");
        Claim.equal(new double[] {0, 5}, doubleArray, "doubles");
        MPI.Finalize();
    }

    private static void pass(Object from, Object to, Datatype type) {
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        MPI.COMM_WORLD.sendRecv(from, 1, type, (rank + 1) % size, 1, to, 1, type, (rank + size - 1) % size, 1);
    }
}
