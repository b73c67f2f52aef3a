package org.reactivempi;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
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
 * waited for here and elsewhere goes to whoever is told first; waits for a persistent request itself are told before the
 * lists in which it stands.
 *
 * <p>A request that is freed in the list, or before, is given once, as failed with the class {@link ErrorClass#REQUEST}; one
 * that was idle when it was freed is not.
 *
 * <p>Signals arrive where the operations end, on the requesting thread for those that have ended before, or on the thread
 * that serves another wait of this list at that moment, one at a time: so they must not block. Thread-safe; no method
 * blocks.
 *
 * @see Requests
 * @see <a href="https://www.mpi-forum.org/docs/">MPI-4.1, 3.7.5</a>
 * @since 0.1
 */
public final class RequestList {

    private final ReadyRequests ready = new ReadyRequests();
    private final AtomicReferenceArray<ListEntry> entries;
    private final AtomicInteger replaced = new AtomicInteger();
    // Where a test of all has found an active one: the next looks there first.
    private volatile int lastActive;

    private RequestList(Request[] requests) {
        entries = new AtomicReferenceArray<>(ready.entries(requests, Request::attach));
    }

    /**
     * A list of requests.
     *
     * @param requests any number, complete and inactive ones too; copied
     * @return a list of that size
     * @throws MpiException {@link ErrorClass#REQUEST}, with the index, if an entry is {@code null}
     */
    public static RequestList of(List<? extends Request> requests) {
        return new RequestList(Requests.checked(requests));
    }

    /**
     * How many places the list has.
     *
     * @return 0 or more, always the same
     */
    public int size() {
        return entries.length();
    }

    /**
     * The request at a place.
     *
     * @param index 0 to {@code size() - 1}
     * @return the request that was put there last
     * @throws IndexOutOfBoundsException if the index is outside the list
     */
    public Request get(int index) {
        return entries.get(index).request;
    }

    /**
     * Puts another request in. The one that was there stays as it is, and the list watches it no longer.
     *
     * @param index 0 to {@code size() - 1}
     * @param request active, complete or inactive; also the one that is there
     * @return the request that was there
     * @throws IndexOutOfBoundsException if the index is outside the list
     * @throws MpiException {@link ErrorClass#REQUEST} if the request is {@code null}
     */
    public Request set(int index, Request request) {
        Objects.checkIndex(index, size());
        checkNotNull(index, request);
        ListEntry entry = ready.entry(index, request);
        ListEntry before = entries.getAndSet(index, entry);
        before.retire(ready);
        request.attach(entry);
        dropReplaced();
        return before.request;
    }

    /**
     * Waits for one request ({@code MPI_Waitany}).
     *
     * @return the completion of the request that ended first, also when it failed; no value if none is active
     */
    public Mono<Completion> waitAny() {
        return Mono.fromDirect(new ListFlux<>(ready, ReadyRequests::take, true));
    }

    /**
     * Waits for some requests ({@code MPI_Waitsome}).
     *
     * @return all requests that are complete as soon as one is, in the order of their ends; no value if none is active
     */
    public Mono<List<Completion>> waitSome() {
        return Mono.fromDirect(new ListFlux<>(ready, ReadyRequests::takeAll, true));
    }

    /**
     * Waits for all requests ({@code MPI_Waitall}). Unlike the other waits, it takes a step for each request, and looks at
     * the list as it is at the first demand.
     *
     * @return as {@link Requests#waitAll}
     */
    public Mono<List<Status>> waitAll() {
        return Mono.defer(() -> new RequestsAll(requests()));
    }

    /**
     * All completions as a stream.
     *
     * @return one completion for each demand, failed ones too, in the order of their ends; completes when there is demand
     *     and no request is active. It goes on without end if each request is replaced or started again before the next
     *     is asked for.
     */
    public Flux<Completion> completions() {
        return new ListFlux<>(ready, ReadyRequests::take, false);
    }

    /**
     * Takes one request that is complete ({@code MPI_Testany}).
     *
     * @return the completion of the request that ended first, else as {@link Requests#testAny}
     */
    public Optional<Completion> testAny() {
        Completion completion = ready.take();
        if (completion != null) {
            return Optional.of(completion);
        }
        return ready.isExhausted() ? Optional.of(Completion.none()) : Optional.empty();
    }

    /**
     * Takes all requests that are complete ({@code MPI_Testsome}).
     *
     * @return their completions in the order of their ends, else as {@link Requests#testSome}
     */
    public Optional<List<Completion>> testSome() {
        List<Completion> completions = ready.takeAll();
        if (completions != null) {
            return Optional.of(completions);
        }
        return ready.isExhausted() ? Optional.empty() : Optional.of(List.of());
    }

    /**
     * Takes all requests if all have ended ({@code MPI_Testall}); otherwise changes none.
     *
     * @return as {@link Requests#testAll}
     * @throws InStatusException as {@link Requests#testAll}
     */
    public Optional<List<Status>> testAll() {
        return hasActive() ? Optional.empty() : LocalTest.TEST.all(requests());
    }

    /** From where the last active one was found, so that waiting by tests does not look at the same ends each time. */
    private boolean hasActive() {
        int size = size();
        int from = lastActive;
        for (int i = 0; i < size; i++) {
            int index = from + i < size ? from + i : from + i - size;
            if (get(index).outcome() == null) {
                lastActive = index;
                return true;
            }
        }
        return false;
    }

    private Request[] requests() {
        Request[] requests = new Request[size()];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = get(i);
        }
        return requests;
    }

    // Entries that were replaced when they had ended wait to be polled. Where nobody polls, they would heap up.
    private void dropReplaced() {
        if (replaced.incrementAndGet() > 2 * size()) {
            replaced.set(0);
            ready.dropRetired();
        }
    }

    private void checkNotNull(int index, @Nullable Request request) {
        if (request == null) {
            throw new MpiException(ErrorClass.REQUEST, "request " + index + " of " + size() + " is null");
        }
    }
}
