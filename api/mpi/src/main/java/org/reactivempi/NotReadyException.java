package org.reactivempi;

/**
 * A ready send found no matching receive posted; the message was dropped at the receiver.
 *
 * @see Communicator#irsend
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.4">MPI-4.1, 3.4</a>
 * @since 0.1
 */
public final class NotReadyException extends MpiException {

    private static final long serialVersionUID = 1L;

    private final int destination;
    private final int tag;

    /**
     * For the implementation.
     *
     * @param destination the rank that had no receive
     * @param tag the message's tag
     * @param inWords what a reader knows that rank by
     */
    public NotReadyException(int destination, int tag, String inWords) {
        super(
                ErrorClass.OTHER,
                "ready send to rank " + inWords + " with tag " + tag + " found no matching receive posted");
        this.destination = destination;
        this.tag = tag;
    }

    /**
     * The rank that had no receive.
     *
     * @return its rank in the communicator
     */
    public int destination() {
        return destination;
    }

    /**
     * The message's tag.
     *
     * @return 0 or more
     */
    public int tag() {
        return tag;
    }
}
