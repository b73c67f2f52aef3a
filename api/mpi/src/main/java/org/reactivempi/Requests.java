package org.reactivempi;

import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Waits and tests for one, some or all of several requests.
 *
 * <p>Every wait is cold: a subscription watches all requests of the list at once, from its first request on, and looks
 * at the list as it was when the wait was made. What a completion costs does not depend on the list's length; starting
 * the wait takes a step for each request. Where requests are waited for again and again, a {@link RequestList} takes
 * these steps only once. Requests are served in the order in which they ended, also the ones that are complete when the
 * wait starts, so none is passed over, wherever it stands in the list. Where operations of several ranks of one JVM had ended before the
 * wait, each rank's come in their order. A request is consumed, which makes it inactive,
 * only when its completion is handed out; all others stay as they are, also when the wait ends or is cancelled. Inactive
 * requests are skipped.
 *
 * <p>Signals arrive where the operations end, or on the requesting thread if they have ended before. Tests never
 * wait, and take a step for each request.
 *
 * <p>A freed request counts as failed, with the class {@link ErrorClass#REQUEST}. So does a list with {@code null} in it:
 * its waits fail with an error that names the place, and its tests throw it.
 *
 * @see Request
 * @see RequestList
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.3.7.5">MPI-4.1, 3.7.5</a>
 * @since 0.1
 */
public final class Requests {

    private Requests() {}

    /**
     * Waits for one request ({@code MPI_Waitany}).
     *
     * <pre>
     *  request 0   ~~~~~~~~~~~~~~~~~~~~~
     *  request 1   ~~~~~~~~~ end
     *  subscriber  --------- (1, status)|
     * </pre>
     *
     * @param requests any number, complete and inactive ones too
     * @return the completion of the request that ended first, also when it failed; no value if all are inactive, which
     *     MPI calls index {@code UNDEFINED}
     */
    public static Mono<Completion> waitAny(List<? extends Request> requests) {
        return Providers.shared(RequestProvider.class).waitAny(requests);
    }

    /**
     * Waits again and again for some requests ({@code MPI_Waitsome}).
     *
     * @param requests any number, complete and inactive ones too
     * @return for each demand, all requests that are complete at that moment, at least one, in the order of their ends;
     *     completes when none is active any more, at once if none was, which MPI calls count {@code UNDEFINED}
     */
    public static Flux<List<Completion>> waitSome(List<? extends Request> requests) {
        return Providers.shared(RequestProvider.class).waitSome(requests);
    }

    /**
     * Waits for all requests ({@code MPI_Waitall}).
     *
     * @param requests any number, complete and inactive ones too
     * @return their statuses in list order, empty ones for inactive requests, when all have ended; fails with
     *     {@link InStatusException} as soon as one has failed, and leaves the pending ones active then. Cancelled
     *     before, it leaves all requests as they are.
     */
    public static Mono<List<Status>> waitAll(List<? extends Request> requests) {
        return Providers.shared(RequestProvider.class).waitAll(requests);
    }

    /**
     * All requests as a stream in the order in which they complete.
     *
     * <pre>
     *  request 0   ~~~~~~~~~~~~~~~~~~~~~ end
     *  request 1   ~~~~~~~~~ end
     *  subscriber  --------- (1, status)-(0, status)|
     * </pre>
     *
     * @param requests any number, complete and inactive ones too
     * @return one completion for each request that this wait consumes, failed ones too; completes when none is active
     */
    public static Flux<Completion> completions(List<? extends Request> requests) {
        return Providers.shared(RequestProvider.class).completions(requests);
    }

    /**
     * Takes one request that is complete ({@code MPI_Testany}).
     *
     * @param requests any number, inactive ones too
     * @return the completion of the request that ended first, also when it failed; one with the index
     *     {@link Mpi#UNDEFINED} and the empty status if none is active; nothing if some are active, and none is complete
     * @throws MpiException {@link ErrorClass#REQUEST}, with the index, if an entry is {@code null}
     */
    public static Optional<Completion> testAny(List<? extends Request> requests) {
        return Providers.shared(RequestProvider.class).testAny(requests, true);
    }

    /**
     * Takes all requests that are complete ({@code MPI_Testsome}).
     *
     * @param requests any number, inactive ones too
     * @return their completions in list order, failed ones too, an empty list if none is complete; nothing if none is
     *     active or complete, which MPI calls count {@code UNDEFINED}
     * @throws MpiException as {@link #testAny}
     */
    public static Optional<List<Completion>> testSome(List<? extends Request> requests) {
        return Providers.shared(RequestProvider.class).testSome(requests, true);
    }

    /**
     * Takes all requests if all have ended ({@code MPI_Testall}); otherwise changes none.
     *
     * <p>A request whose end another wait consumes meanwhile counts as inactive here.
     *
     * @param requests any number, inactive ones too
     * @return their statuses in list order, empty ones for inactive requests; nothing if one is active
     * @throws InStatusException if all have ended, and some have failed; it tells of each
     * @throws MpiException as {@link #testAny}
     */
    public static Optional<List<Status>> testAll(List<? extends Request> requests) {
        return Providers.shared(RequestProvider.class).testAll(requests, true);
    }

    /**
     * Looks for one request that is complete, and leaves it as it is ({@code MPI_Request_get_status_any}).
     *
     * @param requests any number, inactive ones too
     * @return as {@link #testAny}
     * @throws MpiException as {@link #testAny}
     */
    public static Optional<Completion> statusAny(List<? extends Request> requests) {
        return Providers.shared(RequestProvider.class).testAny(requests, false);
    }

    /**
     * Looks for all requests that are complete, and leaves them as they are ({@code MPI_Request_get_status_some}).
     *
     * @param requests any number, inactive ones too
     * @return as {@link #testSome}
     * @throws MpiException as {@link #testAny}
     */
    public static Optional<List<Completion>> statusSome(List<? extends Request> requests) {
        return Providers.shared(RequestProvider.class).testSome(requests, false);
    }

    /**
     * Looks whether all requests have ended, and leaves them as they are ({@code MPI_Request_get_status_all}).
     *
     * @param requests any number, inactive ones too
     * @return as {@link #testAll}
     * @throws InStatusException as {@link #testAll}
     * @throws MpiException as {@link #testAny}
     */
    public static Optional<List<Status>> statusAll(List<? extends Request> requests) {
        return Providers.shared(RequestProvider.class).testAll(requests, false);
    }

    /**
     * Starts persistent requests in list order ({@code MPI_Startall}). If one of them cannot be started, none is.
     *
     * @param requests any number of inactive ones, each only once
     * @throws MpiException {@link ErrorClass#REQUEST}, with the index, if one is active, complete and not yet waited for,
     *     freed, or {@code null}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.3.9">MPI-4.1, 3.9</a>
     */
    public static void startAll(List<PersistentRequest> requests) {
        Providers.shared(RequestProvider.class).startAll(requests);
    }
}
