package org.reactivempi;

/**
 * A message was longer than the buffer of the receive that matched it. The buffer is untouched, the sender completed
 * normally, later messages are unaffected.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.2.4">MPI-4.1, 3.2.4</a>
 * @since 0.1
 */
public final class TruncationException extends MpiException {

    private static final long serialVersionUID = 1L;

    private final transient Status status;
    private final long roomBytes;

    /**
     * The message of a status met a buffer that was too small.
     *
     * @param status source, tag and full length of the message
     * @param roomBytes size of the buffer in bytes
     */
    public TruncationException(Status status, long roomBytes) {
        this(status, roomBytes, Integer.toString(status.source()));
    }

    /**
     * The same, of a rank that readers know by more than its number.
     *
     * @param status source, tag and full length of the message
     * @param roomBytes size of the buffer in bytes
     * @param source in words
     */
    public TruncationException(Status status, long roomBytes, String source) {
        super(
                ErrorClass.TRUNCATE,
                "message of " + status.lengthBytes() + " bytes from rank " + source + " with tag " + status.tag()
                        + " is longer than the receive buffer of " + roomBytes + " bytes");
        this.status = status;
        this.roomBytes = roomBytes;
    }

    /**
     * What arrived.
     *
     * @return source, tag and full length of the message
     */
    public Status status() {
        return status;
    }

    /**
     * What there was room for.
     *
     * @return size of the receive buffer in bytes
     */
    public long roomBytes() {
        return roomBytes;
    }
}
