package mpi;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/** A complex number in memory, for {@link MPI#FLOAT_COMPLEX}: its real part, and behind it the imaginary one, each a {@code float}. */
public final class FloatComplex {

    private final FloatBuffer parts;

    private FloatComplex(FloatBuffer parts) {
        this.parts = parts;
    }

    /** The first number of a buffer, from its beginning on. */
    public static FloatComplex get(FloatBuffer buffer) {
        return get(buffer, 0);
    }

    /** A number of a buffer. */
    public static FloatComplex get(FloatBuffer buffer, int index) {
        return new FloatComplex(buffer.slice(2 * index, 2));
    }

    /** The first number of an array. */
    public static FloatComplex get(float[] array) {
        return get(FloatBuffer.wrap(array), 0);
    }

    /** A number of an array. */
    public static FloatComplex get(float[] array, int index) {
        return get(FloatBuffer.wrap(array), index);
    }

    /** The first number of a buffer of bytes in its order, from its beginning on. */
    public static FloatComplex get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /** A number of a buffer of bytes in its order. */
    public static FloatComplex get(ByteBuffer buffer, int index) {
        return get(buffer.duplicate().clear().order(buffer.order()).asFloatBuffer(), index);
    }

    /** The real part. */
    public float getReal() {
        return parts.get(0);
    }

    /** The imaginary part. */
    public float getImag() {
        return parts.get(1);
    }

    /** Writes the real part. */
    public void putReal(float real) {
        parts.put(0, real);
    }

    /** Writes the imaginary part. */
    public void putImag(float imag) {
        parts.put(1, imag);
    }

    /** Both parts' memory. */
    public FloatBuffer getBuffer() {
        return parts;
    }
}
