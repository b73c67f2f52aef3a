package org.reactivempi.core.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Completion;
import org.reactivempi.ErrorClass;
import org.reactivempi.GeneralizedRequest;
import org.reactivempi.InStatusException;
import org.reactivempi.MpiException;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.RequestList;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

class RequestsTest {

    private static final int SIZE = 4;
    private static final MpiException ERROR = new MpiException(ErrorClass.TRUNCATE, "too long");

    private final List<Sinks.One<Status>> operations =
            IntStream.range(0, SIZE).mapToObj(i -> Sinks.<Status>one()).toList();
    private final List<Request> requests =
            operations.stream().map(sink -> Request.start(sink.asMono())).toList();
    private final List<Request> inactive = List.of(inactiveRequest(), inactiveRequest());

    @Test
    @DisplayName("MUL-1 waitAny takes the first that ends; the others stay active and are not cancelled")
    void waitAny() {
        StepVerifier.create(Requests.waitAny(requests))
                .then(() -> end(2, 0))
                .expectNext(success(2))
                .verifyComplete();

        assertThat(requests.get(2).test()).contains(Status.empty());
        assertThat(requests.get(0).status()).contains(status(0));
        assertThat(operations.get(1).currentSubscriberCount()).isEqualTo(1);
        assertThat(requests.get(1).isComplete()).isFalse();
    }

    @Test
    @DisplayName("MUL-1 MUL-8 waitAny over complete requests takes the one that ended first, and only it")
    void waitAnyOfComplete() {
        end(3, 1, 2);

        StepVerifier.create(Requests.waitAny(requests).repeat(2))
                .expectNext(success(3), success(1), success(2))
                .verifyComplete();
    }

    @Test
    @DisplayName("MUL-1 the same of requests for which a wait for all stood when they ended, until it was cancelled")
    void waitAnyBehindWaitAll() {
        Disposable all = Requests.waitAll(requests).subscribe();
        end(3, 1);
        all.dispose();
        end(2, 0);

        StepVerifier.create(Requests.waitAny(requests).repeat(3))
                .expectNext(success(3), success(1), success(2), success(0))
                .verifyComplete();
    }

    @Test
    @DisplayName("MUL-8 a request that ends anew each time is behind those that have ended before, wherever it stands")
    void waitAnyOfRestarted() {
        List<PersistentRequest> instant = instantRequests(3);
        Requests.startAll(instant);

        assertThat(Flux.range(0, 9)
                        .concatMap(round -> Requests.waitAny(instant))
                        .map(Completion::index)
                        .doOnNext(index -> instant.get(index).start())
                        .collectList()
                        .block())
                .containsExactly(0, 1, 2, 0, 1, 2, 0, 1, 2);
    }

    @Test
    @DisplayName("MUL-9 a completion in a list of 65 536 requests costs as much as in one of 64")
    void costOfACompletion() {
        assertSameCost(Requests::completions);
        assertSameCost(list -> RequestList.of(list).completions());
        assertSameCost(list -> {
            RequestList standing = RequestList.of(list);
            return standing.waitAny().repeat(list.size() - 1);
        });
        assertSameCost(list -> {
            RequestList standing = RequestList.of(list);
            return Flux.range(0, list.size()).map(i -> standing.testAny().orElseThrow());
        });
    }

    /** In time of this thread alone. If a completion looked at its list, the long one would cost a thousand times as much. */
    private static void assertSameCost(Function<List<PersistentRequest>, Flux<Completion>> wait) {
        int longest = 65_536;
        long inShortLists = nanosOfCompletions(longest, 64, wait);
        long inOneList = nanosOfCompletions(longest, longest, wait);

        assertThat(inOneList).isLessThan(30 * inShortLists);
    }

    private static long nanosOfCompletions(
            int count, int length, Function<List<PersistentRequest>, Flux<Completion>> wait) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        for (int served = 0; served < count; served += length) {
            List<PersistentRequest> list = instantRequests(length);
            Requests.startAll(list);
            assertThat(wait.apply(list).count().block()).isEqualTo(length);
        }
        return threads.getCurrentThreadCpuTime() - before;
    }

    private static List<PersistentRequest> instantRequests(int size) {
        return IntStream.range(0, size)
                .<PersistentRequest>mapToObj(i -> new CorePersistentRequest(new InstantOperation()))
                .toList();
    }

    @Test
    @DisplayName("MUL-1 waitAny gives a failure with its index")
    void waitAnyFailure() {
        operations.get(1).tryEmitError(ERROR);

        StepVerifier.create(Requests.waitAny(requests))
                .assertNext(completion -> {
                    assertThat(completion).isEqualTo(new Completion(1, Status.empty(), ERROR));
                    assertThat(completion.isSuccess()).isFalse();
                })
                .verifyComplete();
        assertThat(requests.get(1).test()).contains(Status.empty());
    }

    @Test
    @DisplayName("MUL-2 waitAny over nothing, or only inactive requests, completes at once without a value")
    void waitAnyOfNothing() {
        StepVerifier.create(Requests.waitAny(List.of())).verifyComplete();
        StepVerifier.create(Requests.waitAny(inactive)).verifyComplete();
    }

    @Test
    @DisplayName("MUL-1 waitAny passes over inactive requests and counts them in the index")
    void waitAnySkipsInactive() {
        List<Request> mixed = List.of(inactive.get(0), requests.get(0), inactive.get(1), requests.get(1));
        end(1);

        StepVerifier.create(Requests.waitAny(mixed))
                .expectNext(new Completion(3, status(1), null))
                .verifyComplete();
    }

    @Test
    @DisplayName("MUL-4 waitAll gives all statuses in list order, empty ones for inactive entries")
    void waitAll() {
        List<Request> mixed = new ArrayList<>(requests);
        mixed.add(1, inactive.get(0));

        StepVerifier.create(Requests.waitAll(mixed))
                .then(() -> end(3, 1, 0, 2))
                .expectNext(List.of(status(0), Status.empty(), status(1), status(2), status(3)))
                .verifyComplete();

        assertThat(requests).allSatisfy(request -> assertThat(request.test()).contains(Status.empty()));
    }

    @Test
    @DisplayName("MUL-4 waitAll over nothing completes at once with no statuses, over complete requests with theirs")
    void waitAllAtOnce() {
        end(0, 1, 2, 3);

        StepVerifier.create(Requests.waitAll(List.of())).expectNext(List.of()).verifyComplete();
        StepVerifier.create(Requests.waitAll(requests))
                .expectNext(List.of(status(0), status(1), status(2), status(3)))
                .verifyComplete();
    }

    @Test
    @DisplayName("MUL-4 waitAll reports a failure per entry: success, error, or pending, which stays active")
    void waitAllFailure() {
        StepVerifier.create(Requests.waitAll(requests))
                .then(() -> end(3))
                .then(() -> operations.get(1).tryEmitError(ERROR))
                .verifyErrorSatisfies(error -> {
                    InStatusException failure = (InStatusException) error;
                    assertThat(failure.errorClass()).isEqualTo(ErrorClass.IN_STATUS);
                    assertThat(failure)
                            .hasMessage("request 1 of 4 failed: too long")
                            .hasCause(ERROR);
                    assertThat(failure.completions()).hasSize(SIZE);
                    assertThat(failure.completions().get(1).error()).isSameAs(ERROR);
                    assertThat(failure.completions().get(3)).isEqualTo(success(3));
                    assertPending(failure.completions().get(0));
                    assertPending(failure.completions().get(2));
                });

        end(0, 2);
        StepVerifier.create(Requests.waitAll(requests))
                .expectNext(List.of(status(0), Status.empty(), status(2), Status.empty()))
                .verifyComplete();
    }

    @Test
    @DisplayName("MUL-4 waitAll fails at once when a request has failed before")
    void waitAllFailedBefore() {
        operations.get(3).tryEmitError(new Exception());

        StepVerifier.create(Requests.waitAll(requests))
                .verifyErrorSatisfies(
                        error -> assertThat(error).hasMessage("request 3 of 4 failed: java.lang.Exception"));
    }

    @Test
    @DisplayName("MUL-4 MUL-10 waitAll leaves alone what a failed request does after its failure was taken")
    void waitAllRestarted() {
        ManualOperation operation = new ManualOperation();
        PersistentRequest failing = new CorePersistentRequest(operation);
        // The query runs in the middle of waitAll.
        GeneralizedRequest meanwhile = GeneralizedRequest.start(() -> {
            takeIfFailed(failing);
            failing.start();
            operation.complete(status(1));
            return status(0);
        });
        failing.start();
        meanwhile.complete();

        StepVerifier.create(Requests.waitAll(List.of(meanwhile, failing)))
                .then(() -> operation.fail(ERROR))
                .verifyErrorMessage("request 1 of 2 failed: too long");

        assertThat(failing.test()).contains(status(1));
    }

    @Test
    @DisplayName("MUL-6 waitSome gives all that are complete at the moment of demand, at least one")
    void waitSome() {
        StepVerifier.create(Requests.waitSome(requests), 0)
                .expectSubscription()
                .thenRequest(1)
                .then(() -> end(1))
                .expectNext(List.of(success(1)))
                .then(() -> end(3, 0))
                .thenRequest(1)
                .expectNext(List.of(success(3), success(0)))
                .thenRequest(1)
                .then(() -> end(2))
                .expectNext(List.of(success(2)))
                .verifyComplete();
    }

    @Test
    @DisplayName("MUL-6 waitSome over requests that are complete gives them together, in the order of their ends")
    void waitSomeOfComplete() {
        end(3, 1);

        StepVerifier.create(Requests.waitSome(requests))
                .expectNext(List.of(success(3), success(1)))
                .thenCancel()
                .verify();
    }

    @Test
    @DisplayName("MUL-6 waitSome over nothing, or only inactive requests, completes at once")
    void waitSomeOfNothing() {
        StepVerifier.create(Requests.waitSome(List.of())).verifyComplete();
        StepVerifier.create(Requests.waitSome(inactive)).verifyComplete();
    }

    @Test
    @DisplayName("MUL all requests as a stream come in completion order, failed ones too")
    void completions() {
        StepVerifier.create(Requests.completions(requests))
                .then(() -> end(2, 0))
                .then(() -> operations.get(3).tryEmitError(ERROR))
                .then(() -> end(1))
                .expectNext(success(2), success(0), new Completion(3, Status.empty(), ERROR), success(1))
                .verifyComplete();
    }

    @Test
    @DisplayName("RX-2 a stream of completions consumes no more than is demanded")
    void completionsOnDemand() {
        end(0, 1, 2);

        StepVerifier.create(Requests.completions(requests), 0)
                .expectSubscription()
                .then(() -> assertThat(requests.get(0).status()).contains(status(0)))
                .thenRequest(1)
                .expectNext(success(0))
                .then(() -> assertThat(requests.get(1).test()).contains(status(1)))
                .thenRequest(1)
                .expectNext(success(2))
                .thenCancel()
                .verify();
    }

    @Test
    @DisplayName("MUL-11 cancelling a wait leaves every request as it was")
    void cancelledWaits() {
        Requests.waitAny(requests).subscribe().dispose();
        Requests.waitSome(requests).subscribe().dispose();
        Requests.completions(requests).subscribe().dispose();
        Flux<?> all = Requests.waitAll(requests).flux();
        StepVerifier.create(all).then(() -> end(0)).thenCancel().verify();
        end(1, 2, 3);

        for (int i = 0; i < SIZE; i++) {
            assertThat(requests.get(i).test()).contains(status(i));
        }
    }

    @Test
    @DisplayName("MUL-10 a request in several waits is consumed by the one that came first")
    void severalWaits() {
        List<Completion> first = new ArrayList<>();
        List<Completion> second = new ArrayList<>();
        List<List<Status>> all = new ArrayList<>();
        Requests.completions(requests.subList(0, 2)).subscribe(first::add);
        Requests.completions(requests.subList(1, 3)).subscribe(second::add);
        Requests.waitAll(requests.subList(1, 3)).subscribe(all::add);

        end(1, 0, 2);

        assertThat(first).containsExactly(success(1), success(0));
        assertThat(second).containsExactly(new Completion(1, status(2), null));
        assertThat(all).containsExactly(List.of(Status.empty(), Status.empty()));
    }

    @Test
    @DisplayName("MUL-10 a request twice in one list is consumed once")
    void sameRequestTwice() {
        List<Request> twice = List.of(requests.get(0), requests.get(0));
        end(0);

        StepVerifier.create(Requests.waitAll(twice))
                .expectNext(List.of(status(0), Status.empty()))
                .verifyComplete();
    }

    @Test
    @DisplayName("the list is read when the wait is made")
    void copiesList() {
        List<Request> changing = new ArrayList<>(requests);
        Mono<Completion> any = Requests.waitAny(changing);
        changing.clear();
        end(0);

        StepVerifier.create(any).expectNext(success(0)).verifyComplete();
    }

    @Test
    @DisplayName("RX-2 demand of 0 or less is an error of every wait, and leaves the requests as they are")
    void badDemand() {
        end(0, 1, 2, 3);
        for (long n : new long[] {0, -1}) {
            assertRefuses(Requests.waitSome(requests), n);
            assertRefuses(Requests.completions(requests), n);
            assertRefuses(Requests.waitAll(requests), n);
        }
        assertThat(requests.get(0).test()).contains(status(0));
    }

    @Test
    @DisplayName("RX-2 bad demand after good demand ends the stream with an error")
    void badDemandLater() {
        List<Throwable> errors = new ArrayList<>();
        Requests.completions(requests).subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription subscription) {
                subscription.request(1);
                subscription.request(-1);
                subscription.request(1);
            }

            @Override
            protected void hookOnError(Throwable throwable) {
                errors.add(throwable);
            }
        });
        end(0);

        assertThat(errors).singleElement().isInstanceOf(IllegalArgumentException.class);
        assertThat(requests.get(0).status()).contains(status(0));
    }

    @Test
    @DisplayName("MUL-9 RX-9 100 000 requests in one list are served one at a time with constant stack")
    void longList() {
        int size = 100_000;
        List<Sinks.One<Status>> many =
                IntStream.range(0, size).mapToObj(i -> Sinks.<Status>one()).toList();
        List<Request> list =
                many.stream().map(sink -> Request.start(sink.asMono())).toList();
        List<Integer> seen = new ArrayList<>();
        Requests.completions(list).limitRate(1).subscribe(completion -> {
            seen.add(completion.index());
            if (completion.index() > 0) {
                many.get(completion.index() - 1).tryEmitValue(status(0));
            }
        });

        many.get(size - 1).tryEmitValue(status(0));

        assertThat(seen).hasSize(size).startsWith(size - 1, size - 2).endsWith(1, 0);
    }

    private void end(int... indices) {
        for (int index : indices) {
            operations.get(index).tryEmitValue(status(index));
        }
    }

    private static Status status(int index) {
        return Status.of(index, 7, 1);
    }

    private static Completion success(int index) {
        return new Completion(index, status(index), null);
    }

    private static Request inactiveRequest() {
        Request request = Request.start(Mono.just(status(9)));
        request.test();
        return request;
    }

    private static void takeIfFailed(Request request) {
        try {
            request.test();
        } catch (MpiException failure) {
            assertThat(failure).isSameAs(ERROR);
        }
    }

    private static void assertPending(Completion completion) {
        assertThat(completion.error())
                .isInstanceOfSatisfying(
                        MpiException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.PENDING));
    }

    private static <T> void assertRefuses(Publisher<T> wait, long demand) {
        List<Throwable> errors = new ArrayList<>();
        wait.subscribe(new BadDemand<T>(demand, errors));
        assertThat(errors).singleElement().isInstanceOf(IllegalArgumentException.class);
    }
}
