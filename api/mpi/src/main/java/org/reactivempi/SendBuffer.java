package org.reactivempi;

import org.reactivempi.layout.BooleanElements;
import org.reactivempi.layout.ByteElements;
import org.reactivempi.layout.CharElements;
import org.reactivempi.layout.DoubleElements;
import org.reactivempi.layout.FloatElements;
import org.reactivempi.layout.IntElements;
import org.reactivempi.layout.LongElements;
import org.reactivempi.layout.ShortElements;

/**
 * What can be sent: values, which the methods of this type take, or memory of the program's, which is a {@link Buffer}, and into which one
 * can receive as well.
 *
 * <pre>
 *  world.isend(ints(1, 2, 3), 1, TAG)                values
 *  world.isend(Buffer.of(array, 10, 20), 1, TAG)     memory: 20 elements of an array
 *  world.irecv(Buffer.of(array), 0, TAG)             memory
 *  world.irecv(ints(5), 0, TAG)                      does not compile
 * </pre>
 *
 * <p>Its bytes are its payload: elements in little-endian order, booleans as one byte each, 0 or 1. An operation reads them between
 * its request and its end: an array that was given as values must not change meanwhile.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.2.2">MPI-4.1, 3.2.2</a>
 * @since 0.1
 */
public sealed interface SendBuffer permits Buffer {

    /**
     * Values to send.
     *
     * @param values read by the operation, not copied before; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return values of {@link Datatype#BYTE}
     */
    static SendBuffer bytes(byte... values) {
        return ArrayBuffer.all(Datatype.BYTE, ByteElements.ARRAY, values);
    }

    /**
     * Values to send.
     *
     * @param values read by the operation, not copied before; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return values of {@link Datatype#BOOLEAN}
     */
    static SendBuffer booleans(boolean... values) {
        return ArrayBuffer.all(Datatype.BOOLEAN, BooleanElements.ARRAY, values);
    }

    /**
     * Values to send.
     *
     * @param values read by the operation, not copied before; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return values of {@link Datatype#SHORT}
     */
    static SendBuffer shorts(short... values) {
        return ArrayBuffer.all(Datatype.SHORT, ShortElements.ARRAY, values);
    }

    /**
     * Values to send.
     *
     * @param values read by the operation, not copied before; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return values of {@link Datatype#CHAR}
     */
    static SendBuffer chars(char... values) {
        return ArrayBuffer.all(Datatype.CHAR, CharElements.ARRAY, values);
    }

    /**
     * Values to send.
     *
     * @param values read by the operation, not copied before; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return values of {@link Datatype#INT}
     */
    static SendBuffer ints(int... values) {
        return ArrayBuffer.all(Datatype.INT, IntElements.ARRAY, values);
    }

    /**
     * Values to send.
     *
     * @param values read by the operation, not copied before; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return values of {@link Datatype#FLOAT}
     */
    static SendBuffer floats(float... values) {
        return ArrayBuffer.all(Datatype.FLOAT, FloatElements.ARRAY, values);
    }

    /**
     * Values to send.
     *
     * @param values read by the operation, not copied before; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return values of {@link Datatype#LONG}
     */
    static SendBuffer longs(long... values) {
        return ArrayBuffer.all(Datatype.LONG, LongElements.ARRAY, values);
    }

    /**
     * Values to send.
     *
     * @param values read by the operation, not copied before; {@code null} fails with {@link ErrorClass#BUFFER} on subscription
     * @return values of {@link Datatype#DOUBLE}
     */
    static SendBuffer doubles(double... values) {
        return ArrayBuffer.all(Datatype.DOUBLE, DoubleElements.ARRAY, values);
    }

    /**
     * What the elements are.
     *
     * @return the type of each element
     */
    Datatype datatype();

    /**
     * How many elements there are.
     *
     * @return number of elements, 0 or more where the region is right
     */
    long count();

    /**
     * How long the payload is.
     *
     * @return count times the type's size, in bytes
     * @throws ArithmeticException if that is more than a {@code long} holds
     */
    default long lengthBytes() {
        return Math.multiplyExact(count(), datatype().sizeBytes());
    }
}
