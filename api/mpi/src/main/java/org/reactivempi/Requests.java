package org.reactivempi;

import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Waits for one, some or all of several requests.
 *
 * <p>Every wait is cold: a subscription watches all requests of the list at once, from its first request on, and looks
 * at the list as it was when the wait was made. What a completion costs does not depend on the list's length; starting
 * the wait takes a step for each request, so many completions of one list are better taken from one {@link #completions}
 * or {@link #waitSome} than from one {@link #waitAny} each. Requests that complete are served in the order in which they complete, so none is passed over; those complete at the start
 * come first, in list order. A request is consumed, which makes it inactive, only when its completion is handed out;
 * all others stay as they are, also when the wait ends or is cancelled. Inactive requests are skipped.
 *
 * <p>Signals arrive where the operations end, or on the requesting thread for those that have ended before.
 *
 * @see Request
 * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.7.5</a>
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
    public static Mono<Completion> waitAny(List<Request> requests) {
        return completions(requests).next();
    }

    /**
     * Waits again and again for some requests ({@code MPI_Waitsome}).
     *
     * @param requests any number, complete and inactive ones too
     * @return for each demand, all requests that are complete at that moment, at least one; completes when none is
     *     active any more
     */
    public static Flux<List<Completion>> waitSome(List<Request> requests) {
        return new RequestsFlux<>(requests, ReadyRequests::takeAll);
    }

    /**
     * Waits for all requests ({@code MPI_Waitall}).
     *
     * @param requests any number, complete and inactive ones too
     * @return their statuses in list order, empty ones for those that were inactive, when all have ended; fails with
     *     {@link InStatusException} as soon as one has failed, and leaves those that are pending then active. Cancelled
     *     before, it leaves all requests as they are.
     */
    public static Mono<List<Status>> waitAll(List<Request> requests) {
        return new RequestsAll(requests);
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
    public static Flux<Completion> completions(List<Request> requests) {
        return new RequestsFlux<>(requests, ReadyRequests::take);
    }

    /**
     * Starts persistent requests in list order ({@code MPI_Startall}). If one of them cannot be started, none is.
     *
     * @param requests any number of inactive ones, each only once
     * @throws MpiException {@link ErrorClass#REQUEST}, with the index, if one is active, complete and not yet waited for,
     *     freed, or {@code null}
     * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.9</a>
     */
    public static void startAll(List<PersistentRequest> requests) {
        PersistentRequest[] all = requests.toArray(PersistentRequest[]::new);
        for (int i = 0; i < all.length; i++) {
            String reason = all[i] == null ? "null" : all[i].reserve();
            if (reason != null) {
                unreserve(all, i);
                throw new MpiException(
                        ErrorClass.REQUEST, "cannot start request " + i + " of " + all.length + ": it is " + reason);
            }
        }
        for (PersistentRequest request : all) {
            request.startReserved();
        }
    }

    private static void unreserve(PersistentRequest[] all, int count) {
        for (int i = 0; i < count; i++) {
            all[i].unreserve();
        }
    }
}
