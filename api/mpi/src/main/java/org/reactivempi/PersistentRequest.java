package org.reactivempi;

import org.reactivempi.spi.PersistentOperation;

/**
 * A request whose operation is bound to its arguments once and started again and again.
 *
 * <pre>
 *  create ---&gt; inactive --start--&gt; active --operation ends--&gt; complete --waited for or tested--&gt; inactive
 *                 |                   |
 *                 +-------free--------+--&gt; freed, when it has ended
 * </pre>
 *
 * <p>Completing makes it inactive, and not freed. All waits and tests of {@link Request} and {@link Requests} apply.
 * Thread-safe, and never blocks.
 *
 * @see Communicator#sendInit
 * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.9</a>
 * @since 0.1
 */
public final class PersistentRequest extends Request {

    private final PersistentOperation operation;

    private PersistentRequest(PersistentOperation operation) {
        this.operation = operation;
    }

    /**
     * For implementations of this contract.
     *
     * @param operation what each start starts
     * @return an inactive request
     */
    public static PersistentRequest of(PersistentOperation operation) {
        return new PersistentRequest(operation);
    }

    /**
     * Starts the operation ({@code MPI_Start}).
     *
     * @throws MpiException {@link ErrorClass#REQUEST} if it is active, or complete and not yet waited for, or freed; the
     *     running operation is not harmed. All other errors are the operation's own, and end it.
     */
    public void start() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void cancel() {
        operation.cancel();
    }
}
