package org.reactivempi;

import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * How an implementation of this contract makes requests, and waits for them; it registers one with {@code ServiceLoader}. What
 * is offered to users stands at {@link Request}, {@link RequestList} and {@code Requests}. Users never call it.
 */
public interface RequestProvider {

    /**
     * As {@link Request#start}.
     *
     * @param operation what to start
     * @return its request
     */
    Request start(Mono<?> operation);

    /**
     * As {@link PersistentRequest#of}.
     *
     * @param operation what each start starts
     * @return an inactive request
     */
    PersistentRequest persistent(Mono<?> operation);

    /**
     * As {@link GeneralizedRequest#start}.
     *
     * @param callbacks what the request asks of its user
     * @return an active request
     */
    GeneralizedRequest generalized(GeneralizedRequest.Callbacks callbacks);

    /**
     * As {@link RequestList#of}.
     *
     * @param requests what to put in
     * @return a list of that size
     */
    RequestList list(List<? extends Request> requests);

    /**
     * As {@code Requests.waitAny}.
     *
     * @param requests those to wait for
     * @return one completion, or none
     */
    Mono<Completion> waitAny(List<? extends Request> requests);

    /**
     * As {@code Requests.waitSome}.
     *
     * @param requests those to wait for
     * @return completions for each demand
     */
    Flux<List<Completion>> waitSome(List<? extends Request> requests);

    /**
     * As {@code Requests.waitAll}.
     *
     * @param requests those to wait for
     * @return all statuses
     */
    Mono<List<Status>> waitAll(List<? extends Request> requests);

    /**
     * As {@code Requests.completions}.
     *
     * @param requests those to wait for
     * @return one completion for each
     */
    Flux<Completion> completions(List<? extends Request> requests);

    /**
     * As {@code Requests.testAny}, or as {@code Requests.statusAny}.
     *
     * @param requests those to look at
     * @param takes whether a request that is found becomes inactive
     * @return one completion, or nothing
     */
    Optional<Completion> testAny(List<? extends Request> requests, boolean takes);

    /**
     * As {@code Requests.testSome}, or as {@code Requests.statusSome}.
     *
     * @param requests those to look at
     * @param takes whether requests that are found become inactive
     * @return completions, or nothing
     */
    Optional<List<Completion>> testSome(List<? extends Request> requests, boolean takes);

    /**
     * As {@code Requests.testAll}, or as {@code Requests.statusAll}.
     *
     * @param requests those to look at
     * @param takes whether the requests become inactive
     * @return all statuses, or nothing
     */
    Optional<List<Status>> testAll(List<? extends Request> requests, boolean takes);

    /**
     * As {@code Requests.startAll}.
     *
     * @param requests those to start
     */
    void startAll(List<PersistentRequest> requests);
}
