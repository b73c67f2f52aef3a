package org.reactivempi;

/**
 * What can be sent: values, or memory of the program's, which is a {@link Buffer}. A buffer can be received into as well. {@link Buffers} makes
 * both.
 *
 * <pre>
 *  world.isend(ints(1, 2, 3), 1, TAG)                values
 *  world.isend(Buffers.of(array, 10, 20), 1, TAG)     memory: 20 elements of an array
 *  world.irecv(Buffers.of(array), 0, TAG)             memory
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
