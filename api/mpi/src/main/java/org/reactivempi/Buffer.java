package org.reactivempi;

/**
 * A typed region of the program's memory, to send from or to receive into. It refers to the memory and never copies it by itself. For values
 * that are to be sent, and for nothing else, see {@link SendBuffer}. {@link Buffers} makes buffers of memory.
 *
 * <p>Making a buffer never fails: a region outside its array is found when an operation is subscribed, and arrives through {@code onError}. A
 * {@code null} array is right with count 0.
 *
 * <p>Any thread may use a buffer, and several operations may send from one at a time. Bytes that are read must not be written
 * meanwhile, and parts that are written at the same time must have no element in common.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.2.2">MPI-4.1, 3.2.2</a>
 * @since 0.1
 */
public sealed interface Buffer extends SendBuffer permits Payload {

    /**
     * No elements at all.
     *
     * @return a buffer of {@link Datatype#BYTE} with count 0
     */
    static Buffer empty() {
        return NullBuffer.region(Datatype.BYTE, 0);
    }

    /**
     * In place of a collective operation's buffer: what is sent stands where the result goes, or the other way round
     * ({@code MPI_IN_PLACE}). Each operation says where that is allowed.
     *
     * @return always the same; anywhere else an operation fails with {@link ErrorClass#BUFFER}
     */
    static Buffer inPlace() {
        return NullBuffer.IN_PLACE;
    }

    /**
     * The same memory, seen as elements of another type: the first one has its displacement 0 at the region's begin.
     *
     * <p>An array holds elements of its own basic type, so that a type for it is made of that one alone, with displacements that are
     * multiples of its size; a {@code byte[]} also holds {@link Datatype#PACKED}. A {@code ByteBuffer} holds all types. Whether the
     * elements are inside the region is checked when an operation is subscribed.
     *
     * @param type of each element
     * @param count how many, 0 or more
     * @return a buffer of that type; it refers to the same memory
     * @throws MpiException {@link ErrorClass#TYPE} if the array can't hold elements of the type
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.5.1.11">MPI-4.1, 5.1.11</a>
     */
    default Buffer as(Datatype type, long count) {
        return as(0, type, count);
    }

    /**
     * The same, with displacement 0 of the first element inside the region, for types with negative displacements.
     *
     * @param originBytes where displacement 0 of the first element is, in bytes from the region's begin
     * @param type of each element
     * @param count how many, 0 or more
     * @return a buffer of that type; it refers to the same memory
     * @throws MpiException {@link ErrorClass#TYPE} if the array can't hold elements of the type
     */
    Buffer as(long originBytes, Datatype type, long count);
}
