package org.reactivempi.core.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Completion;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
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
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

class RequestListTest {

    private static final int SIZE = 4;
    private static final MpiException ERROR = new MpiException(ErrorClass.TRUNCATE, "too long");

    private final List<ManualOperation> operations =
            IntStream.range(0, SIZE).mapToObj(i -> new ManualOperation()).toList();
    private final List<PersistentRequest> requests = operations.stream()
            .<PersistentRequest>map(CorePersistentRequest::new)
            .toList();
    private final RequestList list = RequestList.of(requests);
    private final Completion none = new Completion(Mpi.UNDEFINED, Status.empty(), null);

    @Test
    @DisplayName("MUL-1 waitAny takes the request that ended first, and leaves the others active")
    void waitAny() {
        Requests.startAll(requests);
        List<Completion> seen = new ArrayList<>();
        list.waitAny().subscribe(seen::add);

        end(2, 0);

        assertThat(seen).containsExactly(success(2));
        assertThat(requests.get(0).status()).contains(status(0));
        assertThat(requests.get(1).isComplete()).isFalse();
        assertThat(list.waitAny().block()).isEqualTo(success(0));
    }

    @Test
    @DisplayName("MUL-2 MUL-6 waits over nothing, or only idle requests, complete at once without a value")
    void waitsForNothing() {
        for (RequestList idle : List.of(list, RequestList.of(List.of()))) {
            StepVerifier.create(idle.waitAny()).verifyComplete();
            StepVerifier.create(idle.waitSome()).verifyComplete();
            StepVerifier.create(idle.completions()).verifyComplete();
            assertThat(idle.waitAll().block()).hasSize(idle.size());
        }
    }

    @Test
    @DisplayName("MUL-2 a wait completes without a value when somebody else has consumed the last active request")
    void consumedElsewhere() {
        requests.get(1).start();
        StepVerifier.create(list.waitAny()
                        .doOnSubscribe(s -> requests.get(1).completion().subscribe()))
                .then(() -> end(1))
                .verifyComplete();

        requests.get(1).start();
        end(1);
        requests.get(1).test();
        StepVerifier.create(list.waitAny()).verifyComplete();
    }

    @Test
    @DisplayName("MUL-9 the start of a persistent request makes its place count again, also while somebody waits")
    void startedAgain() {
        requests.get(0).start();
        StepVerifier.create(list.completions(), 0)
                .thenRequest(1)
                .then(() -> end(0))
                .expectNext(success(0))
                .then(() -> requests.get(3).start())
                .thenRequest(2)
                .then(() -> requests.get(0).start())
                .then(() -> end(3, 0))
                .expectNext(success(3), success(0))
                .thenRequest(1)
                .verifyComplete();
    }

    @Test
    @DisplayName("MUL-9 a stream goes on while each request is started again when it is given")
    void endless() {
        Requests.startAll(requests);
        List<Integer> seen = new ArrayList<>();
        Disposable stream = list.completions().subscribe(completion -> {
            seen.add(completion.index());
            requests.get(completion.index()).start();
        });

        for (int i = 0; i < 1000; i++) {
            end(i % SIZE);
        }

        assertThat(seen).hasSize(1000).startsWith(0, 1, 2, 3, 0);
        stream.dispose();
        end(1);
        assertThat(list.testAny()).contains(success(1));
    }

    @Test
    @DisplayName("MUL-6 waitSome takes all that are complete, in the order of their ends")
    void waitSome() {
        Requests.startAll(requests);
        end(3, 1);

        assertThat(list.waitSome().block()).containsExactly(success(3), success(1));
        StepVerifier.create(list.waitSome())
                .then(() -> end(0))
                .expectNext(List.of(success(0)))
                .verifyComplete();
    }

    @Test
    @DisplayName("MUL-4 waitAll gives all statuses in list order, and tells of each where one has failed")
    void waitAll() {
        requests.get(1).start();
        requests.get(3).start();
        StepVerifier.create(list.waitAll())
                .then(() -> end(3, 1))
                .expectNext(List.of(Status.empty(), status(1), Status.empty(), status(3)))
                .verifyComplete();
        assertThat(list.testAny()).contains(none);

        requests.get(2).start();
        operations.get(2).fail(ERROR);
        StepVerifier.create(list.waitAll()).verifyErrorMessage("request 2 of 4 failed: too long");
    }

    @Test
    @DisplayName("MUL-3 MUL-5 MUL-7 tests never wait, and tell an idle list from an active one")
    void tests() {
        assertThat(list.testAny()).contains(none);
        assertThat(list.testSome()).isEmpty();
        Requests.startAll(requests);
        assertThat(list.testAny()).isEmpty();
        assertThat(list.testSome()).contains(List.of());
        end(2, 1, 0);

        assertThat(list.testAll()).isEmpty();
        assertThat(list.testAny()).contains(success(2));
        assertThat(list.testSome()).contains(List.of(success(1), success(0)));
        assertThat(list.testAll()).isEmpty();
        end(3);
        assertThat(list.testAll()).contains(List.of(Status.empty(), Status.empty(), Status.empty(), status(3)));
        assertThat(list.testAny()).contains(none);
    }

    @Test
    @DisplayName("MUL-1 a failure is a completion with an error")
    void failure() {
        Requests.startAll(requests);
        operations.get(2).fail(ERROR);

        assertThat(list.waitAny().block()).isEqualTo(new Completion(2, Status.empty(), ERROR));
    }

    @Test
    @DisplayName("MUL-8 requests come in the order of their ends, also those that are complete when the list is made")
    void order() {
        Requests.startAll(requests);
        end(3, 1);
        RequestList late = RequestList.of(requests);
        end(2, 0);

        assertThat(late.completions().map(Completion::index).collectList().block())
                .containsExactly(3, 1, 2, 0);
    }

    @Test
    @DisplayName("MUL-9 a request that is put in is watched, the one that was there is not")
    void replaces() {
        Requests.startAll(requests);
        Sinks.One<Status> other = Sinks.one();
        Request mine = Request.start(other.asMono());
        end(0);

        assertThat(list.set(0, mine)).isSameAs(requests.get(0));
        assertThat(list.set(1, mine)).isSameAs(requests.get(1));
        end(1);

        assertThat(list.get(0)).isSameAs(mine);
        assertThat(list.testAny()).isEmpty();
        other.tryEmitValue(status(9));
        assertThat(list.waitAny().block()).isEqualTo(new Completion(0, status(9), null));
        assertThat(list.testAny()).isEmpty();
        assertThat(requests.get(0).test()).contains(status(0));
        end(2, 3);
        assertThat(list.completions().collectList().block()).containsExactly(success(2), success(3));
    }

    @Test
    @DisplayName(
            "MUL-9 a wait ends when its last active request is replaced by an idle one, and goes on with an active one")
    void replacedWhileWaitedFor() {
        requests.get(0).start();
        StepVerifier.create(list.waitAny())
                .then(() -> list.set(0, Request.start(Mono.never())))
                .then(() -> list.set(0, requests.get(1)))
                .verifyComplete();
        StepVerifier.create(list.waitAny()).verifyComplete();
    }

    @Test
    @DisplayName("MUL-9 a complete request that is put in is given at once to the wait that is there")
    void putInComplete() {
        requests.get(0).start();
        StepVerifier.create(list.waitAny())
                .then(() -> list.set(2, Request.start(Mono.just(status(7)))))
                .expectNext(new Completion(2, status(7), null))
                .verifyComplete();
    }

    @Test
    @DisplayName("MUL-10 of several waits the oldest comes first, streams take turns, and each end is given once")
    void severalWaits() {
        Requests.startAll(requests);
        List<String> seen = new ArrayList<>();
        list.waitAny().subscribe(one -> seen.add("a" + one.index()));
        list.completions().subscribe(one -> seen.add("b" + one.index()));
        list.completions().subscribe(one -> seen.add("c" + one.index()));

        end(3, 2, 1, 0);

        assertThat(seen).containsExactly("a3", "b2", "c1", "b0");
    }

    @Test
    @DisplayName("MUL-10 two lists with the same requests give each end once")
    void twoLists() {
        RequestList other = RequestList.of(requests);
        Requests.startAll(requests);
        end(0, 1, 2);

        assertThat(list.testAny()).contains(success(0));
        assertThat(other.testSome()).contains(List.of(success(1), success(2)));
        assertThat(list.testSome()).contains(List.of());
        end(3);
        assertThat(other.testAny()).contains(success(3));
        assertThat(list.testAny()).contains(none);
    }

    @Test
    @DisplayName("MUL-11 a wait that is cancelled takes nothing, and the next one gets it")
    void cancelled() {
        Requests.startAll(requests);
        list.waitAny().subscribe().dispose();
        Disposable second = list.completions().subscribe();
        List<Completion> third = new ArrayList<>();
        list.waitAny().subscribe(third::add);
        second.dispose();
        list.waitAll().subscribe().dispose();

        end(2);

        assertThat(third).containsExactly(success(2));
        end(1);
        assertThat(requests.get(1).status()).contains(status(1));
    }

    @Test
    @DisplayName("MUL-11 a wait that is cancelled by what it gives takes no more")
    void cancelledByElement() {
        Requests.startAll(requests);
        end(0, 1);

        assertThat(list.completions().take(1).collectList().block()).containsExactly(success(0));
        assertThat(list.testAny()).contains(success(1));
    }

    @Test
    @DisplayName("RX-2 a wait takes nothing before its demand, and no more than it")
    void onDemand() {
        Requests.startAll(requests);
        end(0, 1);
        StepVerifier.create(list.completions(), 0)
                .expectSubscription()
                .then(() -> assertThat(requests.get(0).status()).contains(status(0)))
                .thenRequest(1)
                .expectNext(success(0))
                .then(() -> assertThat(requests.get(1).status()).contains(status(1)))
                .thenCancel()
                .verify();
    }

    @Test
    @DisplayName("RX-2 demand of 0 or less is an error of every wait, and leaves the requests as they are")
    void badDemand() {
        Requests.startAll(requests);
        end(0);
        for (long n : new long[] {0, -1}) {
            assertRefuses(list.waitAny(), n);
            assertRefuses(list.waitSome(), n);
            assertRefuses(list.waitAll(), n);
            assertRefuses(list.completions(), n);
        }
        assertThat(list.testAny()).contains(success(0));
    }

    @Test
    @DisplayName("RX-2 bad demand ends a wait that is in line, also from inside its own signal")
    void badDemandLater() {
        Requests.startAll(requests);
        for (boolean inside : new boolean[] {true, false}) {
            List<Object> signals = new ArrayList<>();
            list.completions().subscribe(new BaseSubscriber<>() {
                @Override
                protected void hookOnSubscribe(Subscription subscription) {
                    subscription.request(5);
                    if (!inside) {
                        subscription.request(0);
                    }
                }

                @Override
                protected void hookOnNext(Completion value) {
                    signals.add(value);
                    upstream().request(0);
                }

                @Override
                protected void hookOnError(Throwable error) {
                    signals.add(error.getClass());
                }
            });
            end(inside ? 0 : 1);
            assertThat(signals)
                    .isEqualTo(
                            inside
                                    ? List.of(success(0), IllegalArgumentException.class)
                                    : List.of(IllegalArgumentException.class));
        }
        assertThat(list.testAny()).contains(success(1));
    }

    @Test
    @DisplayName("RX-8 a subscriber that throws harms no other wait")
    void throwingSubscriber() {
        Requests.startAll(requests);
        IllegalStateException mine = new IllegalStateException("mine");
        List<Throwable> dropped = new ArrayList<>();
        List<Completion> seen = new ArrayList<>();
        list.completions().subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnNext(Completion value) {
                throw mine;
            }

            @Override
            protected void hookOnError(Throwable error) {
                throw mine;
            }
        });
        list.waitAny().subscribe(seen::add);

        Hooks.onErrorDropped(dropped::add);
        try {
            end(0, 1);
        } finally {
            Hooks.resetOnErrorDropped();
        }

        assertThat(dropped).containsExactly(mine);
        assertThat(seen).containsExactly(success(1));
    }

    @Test
    @DisplayName("REQ-3 a request that is freed while the list waits for it is given once, as failed")
    void freed() {
        requests.get(1).start();
        StepVerifier.create(list.waitAny())
                .then(() -> requests.get(1).free())
                .assertNext(completion -> {
                    assertThat(completion.index()).isEqualTo(1);
                    assertThat(completion.error()).hasMessage("the request was freed");
                })
                .verifyComplete();
        assertThat(list.testAny()).contains(none);
        requests.get(2).free();
        assertThat(list.testAny()).contains(none);
    }

    @Test
    @DisplayName("REQ-3 bad arguments are errors that name the place")
    void badArguments() {
        assertThatThrownBy(() -> RequestList.of(Arrays.asList(null, requests.get(0))))
                .isInstanceOf(MpiException.class)
                .hasMessage("request 0 of 2 is null");
        assertThatThrownBy(() -> list.set(3, null))
                .isInstanceOf(MpiException.class)
                .hasMessage("request 3 of 4 is null");
        assertThatThrownBy(() -> list.set(SIZE, requests.get(0))).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> list.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(list.testAny()).contains(none);
    }

    @Test
    @DisplayName("RX-9 a million waits of one list, each made in the signal of the one before, need constant stack")
    void recursion() {
        PersistentRequest instant = new CorePersistentRequest(new InstantOperation());
        RequestList one = RequestList.of(List.of(instant));
        int[] left = {1_000_000};
        class Next {
            void waitForOne() {
                instant.start();
                one.waitAny().subscribe(completion -> {
                    if (--left[0] > 0) {
                        waitForOne();
                    }
                });
            }
        }

        new Next().waitForOne();

        assertThat(left[0]).isZero();
    }

    @Test
    @DisplayName("RX-9 MUL-9 a million completions by repeat over 100 000 requests, and as a stream")
    void longList() {
        int size = 100_000;
        List<PersistentRequest> many = IntStream.range(0, size)
                .<PersistentRequest>mapToObj(i -> new CorePersistentRequest(new InstantOperation()))
                .toList();
        RequestList longList = RequestList.of(many);
        Requests.startAll(many);

        assertThat(longList.waitAny()
                        .doOnNext(completion -> many.get(completion.index()).start())
                        .repeat()
                        .take(1_000_000)
                        .count()
                        .block())
                .isEqualTo(1_000_000);
        assertThat(longList.completions()
                        .doOnNext(completion -> many.get(completion.index()).start())
                        .take(1_000_000)
                        .count()
                        .block())
                .isEqualTo(1_000_000);
    }

    @Test
    @DisplayName("RES-3 a persistent request does not keep lists that nobody holds, but those that somebody waits for")
    void forgotten() {
        List<Completion> seen = new ArrayList<>();
        requests.get(0).start();
        WeakReference<RequestList> dropped = new WeakReference<>(RequestList.of(requests));
        RequestList.of(requests).waitAny().subscribe(seen::add);

        while (dropped.get() != null) {
            System.gc();
        }
        end(0);

        assertThat(seen).containsExactly(success(0));
    }

    @Test
    @DisplayName("RES-3 waits that are cancelled don't heap up behind one that lasts")
    void cancelledBehindOthers() {
        requests.get(0).start();
        list.completions().subscribe();
        List<WeakReference<Disposable>> waits = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Disposable wait = list.waitAny().subscribe();
            wait.dispose();
            waits.add(new WeakReference<>(wait));
        }

        while (waits.stream().filter(wait -> wait.get() != null).count() > 50) {
            System.gc();
        }
        end(0);
    }

    private void end(int... indices) {
        for (int index : indices) {
            operations.get(index).complete(status(index));
        }
    }

    private static Status status(int index) {
        return Status.of(index, 7, 1);
    }

    private static Completion success(int index) {
        return new Completion(index, status(index), null);
    }

    private static <T> void assertRefuses(Publisher<T> wait, long demand) {
        List<Throwable> errors = new ArrayList<>();
        wait.subscribe(new BadDemand<T>(demand, errors));
        assertThat(errors).singleElement().isInstanceOf(IllegalArgumentException.class);
    }
}
