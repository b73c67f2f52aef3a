package org.reactivempi;

import java.util.OptionalLong;

/**
 * What became of an operation: who sent, with which tag, how many bytes.
 *
 * <p>A send's status names the sending rank itself, its tag and the length sent.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.2.5">MPI-4.1, 3.2.5</a>
 * @since 0.1
 */
public final class Status {

    private static final Status EMPTY = new Status(Constants.ANY_SOURCE, Constants.ANY_TAG, 0, false);
    private static final Status NO_PROCESS = new Status(Constants.PROC_NULL, Constants.ANY_TAG, 0, false);

    private final int source;
    private final int tag;
    private final long lengthBytes;
    private final boolean cancelled;

    private Status(int source, int tag, long lengthBytes, boolean cancelled) {
        this.source = source;
        this.tag = tag;
        this.lengthBytes = lengthBytes;
        this.cancelled = cancelled;
    }

    /**
     * The status of a message.
     *
     * @param source rank of the sender in the communicator
     * @param tag the message's tag
     * @param lengthBytes the message's length in bytes
     * @return a status that is not cancelled
     */
    public static Status of(int source, int tag, long lengthBytes) {
        return new Status(source, tag, lengthBytes, false);
    }

    /**
     * The empty status: any source, any tag, no bytes.
     *
     * @return what waiting for an inactive request gives
     */
    public static Status empty() {
        return EMPTY;
    }

    /**
     * The status of a receive from {@link Mpi#PROC_NULL}.
     *
     * @return source {@code PROC_NULL}, any tag, no bytes
     */
    public static Status noProcess() {
        return NO_PROCESS;
    }

    /**
     * This status, marked as that of a cancelled operation.
     *
     * @return a cancelled copy
     */
    public Status asCancelled() {
        return new Status(source, tag, lengthBytes, true);
    }

    /**
     * Who sent the message.
     *
     * @return a rank of the communicator, {@link Mpi#PROC_NULL}, or {@link Mpi#ANY_SOURCE} in the empty status
     */
    public int source() {
        return source;
    }

    /**
     * The message's tag.
     *
     * @return 0 to the tag upper bound, or {@link Mpi#ANY_TAG} where there was no message
     */
    public int tag() {
        return tag;
    }

    /**
     * The message's length.
     *
     * @return length in bytes, 0 or more
     */
    public long lengthBytes() {
        return lengthBytes;
    }

    /**
     * How many elements of a datatype the message holds ({@code MPI_Get_count}).
     *
     * @param datatype the type to count in
     * @return the number of whole elements; empty ({@code MPI_UNDEFINED}) when the length is no multiple of the
     *     type's size
     */
    public OptionalLong count(Datatype datatype) {
        long size = datatype.sizeBytes();
        if (size == 0) {
            return lengthBytes == 0 ? OptionalLong.of(0) : OptionalLong.empty();
        }
        return lengthBytes % size == 0 ? OptionalLong.of(lengthBytes / size) : OptionalLong.empty();
    }

    /**
     * How many basic elements the message holds, of elements of a datatype ({@code MPI_Get_elements}); the last element may be cut.
     *
     * @param datatype the type of the elements
     * @return the number of basic elements; empty ({@code MPI_UNDEFINED}) when one of these is cut
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.5.1.11">MPI-4.1, 5.1.11</a>
     */
    public OptionalLong elements(Datatype datatype) {
        if (datatype.sizeBytes() == 0) {
            return count(datatype);
        }
        long elements = datatype.plan().elements(lengthBytes);
        return elements < 0 ? OptionalLong.empty() : OptionalLong.of(elements);
    }

    /**
     * Whether the operation ended by being cancelled ({@code MPI_Test_cancelled}).
     *
     * @return true if no message was sent or received
     */
    public boolean isCancelled() {
        return cancelled;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Status status
                && source == status.source
                && tag == status.tag
                && lengthBytes == status.lengthBytes
                && cancelled == status.cancelled;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * source + tag) + Long.hashCode(lengthBytes)) + Boolean.hashCode(cancelled);
    }

    @Override
    public String toString() {
        return "Status[source=" + source + ", tag=" + tag + ", lengthBytes=" + lengthBytes
                + (cancelled ? ", cancelled]" : "]");
    }
}
