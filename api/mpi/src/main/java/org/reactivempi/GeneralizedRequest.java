package org.reactivempi;

/**
 * A request whose operation is the user's own: it completes through the waits and tests of this library.
 *
 * <pre>
 *          start           complete()               waited for or tested
 *  (none) -------&gt; active ------------&gt; complete -------------------------&gt; inactive
 *                    |                   |    ^                  query, free
 *                    |                status: query
 *                    +--free--&gt; freed    +--free--&gt; freed
 *                       free is called by whichever is later, complete() or free()
 * </pre>
 *
 * <p>{@link Callbacks#query} gives the status, once to the wait or test that consumes the request, and once to each look
 * with {@link #status()}. {@link Callbacks#free} comes last: exactly once, after every query has returned. They are called
 * on the thread that calls, for a wait on the thread that serves it; two looks at the same time may query at the same time.
 *
 * <p>Thread-safe, and never blocks if the callbacks don't.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.13.2">MPI-4.1, 13.2</a>
 * @since 0.1
 */
public interface GeneralizedRequest extends Request {

    /** What a generalized request asks of its user. */
    interface Callbacks {

        /**
         * Tells the status of the operation, which is complete.
         *
         * @return its status, {@linkplain Status#asCancelled() cancelled} if it was
         * @throws RuntimeException if the operation has failed; the wait or test then fails with this error
         */
        Status query();

        /**
         * Gives back what the operation holds: the request is not needed any more.
         *
         * <p>An error that is thrown here becomes that of the wait or test that consumed the request, or of the call of
         * {@link Request#free} or {@link GeneralizedRequest#complete}; where a look or a cancellation was still going on,
         * it goes to Reactor's hook for dropped errors.
         */
        default void free() {}

        /**
         * Tries to cancel the operation, which must then end soon, by {@link GeneralizedRequest#complete}, cancelled or
         * not. Errors are thrown to the caller of {@link Request#cancel}.
         *
         * @param isComplete whether the operation is complete already
         */
        default void cancel(boolean isComplete) {}
    }

    /**
     * Makes a request for an operation that the caller has started ({@code MPI_Grequest_start}).
     *
     * @param callbacks what the library asks
     * @return an active request
     */
    static GeneralizedRequest start(Callbacks callbacks) {
        return Providers.shared(RequestProvider.class).generalized(callbacks);
    }

    /**
     * Tells that the operation has ended ({@code MPI_Grequest_complete}), well or not: {@link Callbacks#query} says how.
     * Any thread may call this, once.
     *
     * @throws MpiException {@link ErrorClass#REQUEST} if it was called before
     */
    void complete();
}
