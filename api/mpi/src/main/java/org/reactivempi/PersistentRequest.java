package org.reactivempi;

import org.jspecify.annotations.Nullable;
import org.reactivempi.spi.PersistentMono;
import org.reactivempi.spi.PersistentOperation;
import reactor.core.publisher.Mono;

/**
 * A request whose operation is bound to its arguments once and started again and again.
 *
 * <pre>
 *  create ---&gt; inactive --start--&gt; active --operation ends--&gt; complete --waited for or tested--&gt; inactive
 *                 |                   |                           |
 *                 +-------------------+------ free ---------------+--&gt; freed
 * </pre>
 *
 * <p>Completing makes it inactive, and not freed. Freed while active, its operation goes on to its end. All waits and
 * tests of {@link Request} and {@link Requests} apply; before the first start it gives them the empty status. A cycle of
 * start, end and test makes no objects here but what is returned.
 *
 * <p>Thread-safe, and never blocks.
 *
 * @see Communicator#sendInit
 * @see Requests#startAll
 * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.9</a>
 * @since 0.1
 */
public final class PersistentRequest extends Request {

    private final PersistentOperation operation;
    private final Run run = new Run();
    private final StandingEntries lists = new StandingEntries();

    PersistentRequest(PersistentOperation operation) {
        super(Absent.INACTIVE);
        this.operation = operation;
    }

    /**
     * Binds an operation, so that it can be started again and again ({@code MPI_Send_init} and all others of their kind).
     *
     * <pre>{@code
     * PersistentRequest ready = PersistentRequest.of(world.barrier()); // MPI_Barrier_init
     * }</pre>
     *
     * <p>Nothing happens before {@link #start}. Each start is as a subscription of the operation, with unbounded demand. Its
     * status is that of the request; where the operation gives anything else, or nothing, the status is the empty one.
     *
     * @param operation a cold {@code Mono} of this library, as its methods return it
     * @return an inactive request
     * @throws IllegalArgumentException if the {@code Mono} isn't one of this library, such as one that is composed with
     *     operators of Reactor
     */
    public static PersistentRequest of(Mono<?> operation) {
        if (operation instanceof PersistentMono bound) {
            return new PersistentRequest(bound.persistent());
        }
        throw new IllegalArgumentException("a " + operation.getClass().getName()
                + " is no operation of the library, which alone can be persistent");
    }

    /**
     * Starts the operation ({@code MPI_Start}), which may end before this returns.
     *
     * @throws MpiException {@link ErrorClass#REQUEST} if it is active, or complete and not yet waited for, or freed; the
     *     running operation is not harmed. All other errors are the operation's own, and end it.
     */
    public void start() {
        String reason = reserve();
        if (reason != null) {
            throw new MpiException(ErrorClass.REQUEST, "cannot start a request that is " + reason);
        }
        startReserved();
    }

    @Override
    public void cancel() {
        if (!isComplete()) {
            operation.cancel();
        }
    }

    /** Makes an inactive request active, and returns {@code null}; otherwise says what it is, and changes nothing. */
    @Nullable
    String reserve() {
        while (!activate()) {
            Outcome outcome = outcome();
            if (outcome == null) {
                return "active";
            }
            if (outcome != Absent.INACTIVE) {
                return outcome == Absent.FREED ? "freed" : "complete and not yet waited for";
            }
        }
        return null;
    }

    /** Starts the operation of a request that was just made active. */
    void startReserved() {
        lists.onStart();
        operation.start(run);
    }

    /** Makes a request inactive again that was made active and not started. */
    void unreserve() {
        finish(Absent.INACTIVE);
    }

    @Override
    public void free() {
        super.free();
        lists.onEnd();
    }

    @Override
    void attach(ListEntry entry) {
        lists.add(entry);
        entry.onAttached();
    }

    @Override
    void detach(ListEntry entry) {
        lists.remove(entry);
    }

    private void finish(Outcome outcome) {
        end(outcome);
        lists.onEnd();
    }

    /** What the operation tells, for each start the same object. */
    private final class Run implements PersistentOperation.Owner {

        @Override
        public void onCompleted(Status status) {
            finish(status);
        }

        @Override
        public void onFailed(Throwable error) {
            finish(new Failure(error));
        }

        @Override
        public void onCancelled() {
            finish(Status.empty().asCancelled());
        }
    }
}
