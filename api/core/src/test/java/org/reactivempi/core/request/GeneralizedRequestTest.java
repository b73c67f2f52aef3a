package org.reactivempi.core.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Completion;
import org.reactivempi.ErrorClass;
import org.reactivempi.GeneralizedRequest;
import org.reactivempi.InStatusException;
import org.reactivempi.MpiException;
import org.reactivempi.Request;
import org.reactivempi.RequestList;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class GeneralizedRequestTest {

    private static final Status STATUS = Status.of(1, 2, 3);
    private static final MpiException ERROR = new MpiException(ErrorClass.TRUNCATE, "too long");

    private final Calls calls = new Calls();
    private final GeneralizedRequest request = GeneralizedRequest.start(calls);

    @Test
    @DisplayName("REQ-5 active until complete; then test queries and frees, and the request is inactive")
    void tests() {
        assertThat(request.test()).isEmpty();
        assertThat(request.isComplete()).isFalse();
        request.complete();
        assertThat(request.isComplete()).isTrue();
        assertThat(calls.log).isEmpty();

        assertThat(request.test()).contains(STATUS);
        assertThat(calls.log).containsExactly("query", "free");
        assertThat(request.test()).contains(Status.empty());
        assertThat(request.status()).contains(Status.empty());
        assertThat(calls.log).hasSize(2);
    }

    @Test
    @DisplayName("REQ-5 looking queries each time, and does not free")
    void looks() {
        assertThat(request.status()).isEmpty();
        request.complete();

        assertThat(request.status()).contains(STATUS);
        assertThat(request.status()).contains(STATUS);
        assertThat(calls.log).containsExactly("query", "query");
        assertThat(request.test()).contains(STATUS);
        assertThat(calls.log).containsExactly("query", "query", "query", "free");
    }

    @Test
    @DisplayName("REQ-5 a generalized request completes through every wait, among others")
    void waits() {
        StepVerifier.create(request.completion())
                .then(request::complete)
                .expectNext(STATUS)
                .verifyComplete();
        Request other = Request.start(Mono.never());
        for (Mono<?> wait : List.of(
                Requests.waitAny(List.of(other, completed())),
                Requests.waitSome(List.of(other, completed())).next().map(some -> some.get(0)),
                RequestList.of(List.of(other, completed())).waitAny())) {
            assertThat(wait.block()).isEqualTo(new Completion(1, STATUS, null));
        }
        assertThat(Requests.waitAll(List.of(completed(), completed())).block()).containsExactly(STATUS, STATUS);
        assertThat(Requests.testAll(List.of(completed(), completed()))).contains(List.of(STATUS, STATUS));
        assertThat(Requests.statusAny(List.of(completed()))).contains(new Completion(0, STATUS, null));
        assertThat(calls.count("query")).isEqualTo(9);
        assertThat(calls.count("free")).isEqualTo(8);
    }

    @Test
    @DisplayName("REQ-5 an error of query is that of the request, one of free has the last word")
    void fails() {
        calls.queryError = ERROR;
        request.complete();
        assertThatThrownBy(request::status).isSameAs(ERROR);
        assertThatThrownBy(request::test).isSameAs(ERROR);
        assertThat(calls.log).containsExactly("query", "query", "free");

        calls.freeError = new IllegalStateException("in use");
        assertThatThrownBy(completed()::test).isSameAs(calls.freeError).hasSuppressedException(ERROR);
        assertThat(Requests.waitAny(List.of(completed())).block())
                .isEqualTo(new Completion(0, Status.empty(), calls.freeError));
        StepVerifier.create(Requests.waitAll(List.of(completed(), completed())))
                .verifyErrorSatisfies(error -> assertThat(error)
                        .isInstanceOfSatisfying(
                                InStatusException.class,
                                all -> assertThat(all.completions())
                                        .extracting(Completion::error)
                                        .containsExactly(calls.freeError, calls.freeError)));
    }

    @Test
    @DisplayName("REQ-5 a query that gives nothing fails the request")
    void nothing() {
        calls.status = null;

        assertThatThrownBy(completed()::test).hasMessage("query gave no status");
    }

    @Test
    @DisplayName("REQ-5 freed before it is complete, free is called when it completes; without query")
    void freedFirst() {
        request.free();
        assertThat(calls.log).isEmpty();

        request.complete();

        assertThat(calls.log).containsExactly("free");
        assertThatThrownBy(request::test).hasMessage("the request was freed");
    }

    @Test
    @DisplayName("REQ-5 freed when it is complete, free is called at once; freed when it was consumed, not again")
    void freedLater() {
        request.complete();
        request.free();
        assertThat(calls.log).containsExactly("free");

        GeneralizedRequest consumed = completed();
        consumed.test();
        consumed.free();
        assertThat(calls.count("free")).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "REQ-5 a request that is consumed while cancel is called is freed afterwards, and cancel not called again")
    void freesBehindCancel() {
        calls.meanwhile = () -> {
            request.test();
            calls.log.add("end of cancel");
        };
        request.complete();

        request.cancel();
        request.cancel();

        assertThat(calls.log).containsExactly("cancel(true)", "query", "end of cancel", "free");
    }

    @Test
    @DisplayName("REQ-5 cancel says whether the operation is complete, and leaves it to the user to complete")
    void cancels() {
        request.cancel();
        assertThat(calls.log).containsExactly("cancel(false)");
        assertThat(request.isComplete()).isFalse();

        calls.status = Status.empty().asCancelled();
        request.complete();
        request.cancel();
        assertThat(calls.log).containsExactly("cancel(false)", "cancel(true)");
        assertThat(request.test().orElseThrow().isCancelled()).isTrue();

        request.cancel();
        assertThat(calls.count("cancel(true)")).isEqualTo(1);
    }

    @Test
    @DisplayName("REQ-5 completing twice is an error of class REQUEST")
    void completesOnce() {
        request.complete();

        assertThatThrownBy(request::complete)
                .isInstanceOfSatisfying(
                        MpiException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.REQUEST));
        assertThat(request.test()).contains(STATUS);
    }

    @Test
    @DisplayName("REQ-5 tests, looks, waits and a free at the same time: free is called once, and after every query")
    void races() throws Exception {
        try (Race race = new Race()) {
            for (int round = 0; round < 2000; round++) {
                OnceFreed once = new OnceFreed();
                GeneralizedRequest raced = GeneralizedRequest.start(once);
                Queue<Status> taken = new ConcurrentLinkedQueue<>();
                boolean isFreed = round % 2 == 0;

                race.run(
                        raced::complete,
                        () -> raced.completion().onErrorComplete().subscribe(taken::add),
                        () -> once.quietly(() -> raced.test().ifPresent(taken::add)),
                        () -> once.quietly(raced::status),
                        () -> once.quietly(raced::status),
                        () -> once.quietly(isFreed ? raced::free : raced::status));

                assertThat(once.frees).hasValue(1);
                assertThat(once.lateQueries).hasValue(0);
                taken.removeIf(Status.empty()::equals);
                assertThat(taken).hasSizeLessThanOrEqualTo(1);
                if (!isFreed) {
                    assertThat(taken).hasSize(1);
                }
            }
        }
    }

    private GeneralizedRequest completed() {
        GeneralizedRequest one = GeneralizedRequest.start(calls);
        one.complete();
        return one;
    }

    private static final class Calls implements GeneralizedRequest.Callbacks {

        private final List<String> log = new ArrayList<>();
        private @Nullable Status status = STATUS;
        private @Nullable RuntimeException queryError;
        private @Nullable RuntimeException freeError;
        private Runnable meanwhile = () -> {};

        @Override
        public Status query() {
            log.add("query");
            if (queryError != null) {
                throw queryError;
            }
            return status;
        }

        @Override
        public void free() {
            log.add("free");
            if (freeError != null) {
                throw freeError;
            }
        }

        @Override
        public void cancel(boolean isComplete) {
            log.add("cancel(" + isComplete + ")");
            meanwhile.run();
        }

        long count(String call) {
            return log.stream().filter(call::equals).count();
        }
    }

    private static final class OnceFreed implements GeneralizedRequest.Callbacks {

        private final AtomicInteger frees = new AtomicInteger();
        private final AtomicInteger lateQueries = new AtomicInteger();

        @Override
        public Status query() {
            countIfFreed();
            Thread.onSpinWait();
            countIfFreed();
            return STATUS;
        }

        private void countIfFreed() {
            if (frees.get() != 0) {
                lateQueries.incrementAndGet();
            }
        }

        @Override
        public void free() {
            frees.incrementAndGet();
        }

        /** The request may be freed at any time. */
        void quietly(Runnable call) {
            try {
                call.run();
            } catch (MpiException freed) {
                assertThat(freed).hasMessage("the request was freed");
            }
        }
    }
}
