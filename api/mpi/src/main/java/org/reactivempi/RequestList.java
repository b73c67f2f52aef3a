package org.reactivempi;

import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Requests that are waited for together again and again.
 *
 * <pre>{@code
 * RequestList receives = RequestList.of(requests);
 * Mono<Void> server = receives.waitAny()
 *         .doOnNext(completion -> {
 *             serve(completion.index());
 *             receives.set(completion.index(), Request.start(world.irecv(...)));   // or: start() of a persistent one
 *         })
 *         .repeat()
 *         .then();
 * }</pre>
 *
 * <p>The list watches its requests from the moment they are put in, also between waits, and not anew for each wait as
 * {@link Requests} does. So each completion costs the same at any length, however it is waited for. An entry becomes idle
 * when its request is consumed, by this list or by anyone else; {@link #set}, or the start of a {@link PersistentRequest}
 * that stands in the list, makes it count again. Idle entries are skipped. The list does not keep requests alive or
 * active, and persistent requests do not keep the list.
 *
 * <p>Requests are handed out in the order in which they end, so none is passed over; one that is complete when {@link #set}
 * puts it in counts as if it ended then. Several waits may be made at once: the oldest comes first, a stream goes to the end of the
 * line after each element, and exactly one of them consumes a request. Every wait is cold, takes its place with its first
 * demand, and consumes a request only when it hands it out; cancelled before, it leaves all as it is. A request that is
 * waited for here and elsewhere goes to the wait that is told first; waits for a persistent request itself are told before the
 * lists in which it stands.
 *
 * <p>A request that is freed in the list, or before, is given once, as failed with the class {@link ErrorClass#REQUEST}; one
 * that was idle when it was freed is not.
 *
 * <p>Signals arrive where the operations end, on the requesting thread if they have ended before, or on the thread
 * that serves another wait of this list at that moment, one at a time: so they must not block. Thread-safe; no method
 * blocks.
 *
 * @see Requests
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.7.5">MPI-4.1, 3.7.5</a>
 * @since 0.1
 */
public interface RequestList {

    /**
     * A list of requests.
     *
     * @param requests any number, complete and inactive ones too; copied
     * @return a list of that size
     * @throws MpiException {@link ErrorClass#REQUEST}, with the index, if an entry is {@code null}
     */
    static RequestList of(List<? extends Request> requests) {
        return Providers.shared(RequestProvider.class).list(requests);
    }

    /**
     * How many places the list has.
     *
     * @return 0 or more, always the same
     */
    int size();

    /**
     * The request at a place.
     *
     * @param index 0 to {@code size() - 1}
     * @return the request that was put there last
     * @throws IndexOutOfBoundsException if the index is outside the list
     */
    Request get(int index);

    /**
     * Puts another request in. The one that was there stays as it is, and the list watches it no longer.
     *
     * @param index 0 to {@code size() - 1}
     * @param request active, complete or inactive; also the one that is there
     * @return the request that was there
     * @throws IndexOutOfBoundsException if the index is outside the list
     * @throws MpiException {@link ErrorClass#REQUEST} if the request is {@code null}
     */
    Request set(int index, Request request);

    /**
     * Waits for one request ({@code MPI_Waitany}).
     *
     * @return the completion of the request that ended first, also when it failed; no value if none is active
     */
    Mono<Completion> waitAny();

    /**
     * Waits for some requests ({@code MPI_Waitsome}).
     *
     * @return all requests that are complete as soon as one is, in the order of their ends; no value if none is active
     */
    Mono<List<Completion>> waitSome();

    /**
     * Waits for all requests ({@code MPI_Waitall}). Unlike the other waits, it takes a step for each request, and looks at
     * the list as it is at the first demand.
     *
     * @return as {@link Requests#waitAll}
     */
    Mono<List<Status>> waitAll();

    /**
     * All completions as a stream.
     *
     * @return one completion for each demand, failed ones too, in the order of their ends; completes when there is demand
     *     and no request is active. It goes on without end if each request is replaced or started again before the next
     *     is asked for.
     */
    Flux<Completion> completions();

    /**
     * Takes one request that is complete ({@code MPI_Testany}).
     *
     * @return the completion of the request that ended first, else as {@link Requests#testAny}
     */
    Optional<Completion> testAny();

    /**
     * Takes all requests that are complete ({@code MPI_Testsome}).
     *
     * @return their completions in the order of their ends, else as {@link Requests#testSome}
     */
    Optional<List<Completion>> testSome();

    /**
     * Takes all requests if all have ended ({@code MPI_Testall}); otherwise changes none.
     *
     * @return as {@link Requests#testAll}
     * @throws InStatusException as {@link Requests#testAll}
     */
    Optional<List<Status>> testAll();
}
