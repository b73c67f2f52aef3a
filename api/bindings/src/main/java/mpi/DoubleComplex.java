package mpi;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;

/** A complex number in memory, for {@link MPI#DOUBLE_COMPLEX}: its real part, and behind it the imaginary one, each a {@code double}. */
public final class DoubleComplex {

    private final DoubleBuffer parts;

    private DoubleComplex(DoubleBuffer parts) {
        this.parts = parts;
    }

    /** The first number of a buffer, from its beginning on. */
    public static DoubleComplex get(DoubleBuffer buffer) {
        return get(buffer, 0);
    }

    /** A number of a buffer. */
    public static DoubleComplex get(DoubleBuffer buffer, int index) {
        return new DoubleComplex(buffer.slice(2 * index, 2));
    }

    /** The first number of an array. */
    public static DoubleComplex get(double[] array) {
        return get(DoubleBuffer.wrap(array), 0);
    }

    /** A number of an array. */
    public static DoubleComplex get(double[] array, int index) {
        return get(DoubleBuffer.wrap(array), index);
    }

    /** The first number of a buffer of bytes in its order, from its beginning on. */
    public static DoubleComplex get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /** A number of a buffer of bytes in its order. */
    public static DoubleComplex get(ByteBuffer buffer, int index) {
        return get(buffer.duplicate().clear().order(buffer.order()).asDoubleBuffer(), index);
    }

    /** The real part. */
    public double getReal() {
        return parts.get(0);
    }

    /** The imaginary part. */
    public double getImag() {
        return parts.get(1);
    }

    /** Writes the real part. */
    public void putReal(double real) {
        parts.put(0, real);
    }

    /** Writes the imaginary part. */
    public void putImag(double imag) {
        parts.put(1, imag);
    }

    /** Both parts' memory. */
    public DoubleBuffer getBuffer() {
        return parts;
    }
}
