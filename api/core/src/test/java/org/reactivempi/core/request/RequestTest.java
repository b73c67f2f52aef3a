package org.reactivempi.core.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Request;
import org.reactivempi.Status;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

class RequestTest {

    private static final Status STATUS = Status.of(1, 2, 3);
    private static final MpiException ERROR = new MpiException(ErrorClass.TRUNCATE, "too long");

    private final Sinks.One<Status> operation = Sinks.one();
    private final CoreRequest request = (CoreRequest) Request.start(operation.asMono());

    @Test
    @DisplayName("REQ starting subscribes once, at once, with unbounded demand")
    void startsAtOnce() {
        List<Long> demands = new ArrayList<>();

        Request.start(Mono.just(STATUS).doOnRequest(demands::add));

        assertThat(demands).containsExactly(Long.MAX_VALUE);
    }

    @Test
    @DisplayName("REQ-1 waiting gives the status, and then the request is inactive: the empty status, again and again")
    void waitsOnce() {
        StepVerifier.create(request.completion())
                .then(() -> operation.tryEmitValue(STATUS))
                .expectNext(STATUS)
                .verifyComplete();

        StepVerifier.create(request.completion().repeat(2))
                .expectNext(Status.empty(), Status.empty(), Status.empty())
                .verifyComplete();
        assertThat(request.test()).contains(Status.empty());
        assertThat(request.status()).contains(Status.empty());
        assertThat(request.isComplete()).isTrue();
    }

    @Test
    @DisplayName("REQ-1 an error is given once too, and makes the request inactive")
    void failsOnce() {
        operation.tryEmitError(ERROR);

        StepVerifier.create(request.completion()).verifyErrorMatches(ERROR::equals);
        StepVerifier.create(request.completion()).expectNext(Status.empty()).verifyComplete();
    }

    @Test
    @DisplayName("REQ-2 test gives nothing while active, then the status once, then the empty status")
    void tests() {
        assertThat(request.test()).isEmpty();
        assertThat(request.isComplete()).isFalse();

        operation.tryEmitValue(STATUS);

        assertThat(request.isComplete()).isTrue();
        assertThat(request.test()).contains(STATUS);
        assertThat(request.test()).contains(Status.empty());
    }

    @Test
    @DisplayName("REQ-2 test throws the operation's error once; a checked one comes as the cause")
    void testThrows() {
        operation.tryEmitError(ERROR);
        Exception checked = new Exception("checked");
        Request other = Request.start(Mono.error(checked));
        Request fatal = Request.start(Mono.error(new AssertionError("wrong")));

        assertThatThrownBy(request::test).isSameAs(ERROR);
        assertThat(request.test()).contains(Status.empty());
        assertThatThrownBy(other::test).isInstanceOf(MpiException.class).hasCause(checked);
        assertThatThrownBy(fatal::test).isInstanceOf(AssertionError.class);
    }

    @Test
    @DisplayName("REQ-4 status looks without consuming, at errors too")
    void looks() {
        assertThat(request.status()).isEmpty();
        operation.tryEmitValue(STATUS);
        Request failed = Request.start(Mono.error(ERROR));

        assertThat(request.status()).contains(STATUS);
        assertThat(request.status()).contains(STATUS);
        assertThat(request.test()).contains(STATUS);
        assertThatThrownBy(failed::status).isSameAs(ERROR);
        assertThatThrownBy(failed::status).isSameAs(ERROR);
    }

    @Test
    @DisplayName("an operation that ends without a value gives the empty status")
    void emptyOperation() {
        StepVerifier.create(Request.start(Mono.empty()).completion())
                .expectNext(Status.empty())
                .verifyComplete();
    }

    @Test
    @DisplayName("MUL-11 cancelling a wait leaves the request and its operation active")
    void cancelledWait() {
        request.completion().subscribe().dispose();

        assertThat(operation.currentSubscriberCount()).isEqualTo(1);
        operation.tryEmitValue(STATUS);
        assertThat(request.test()).contains(STATUS);
    }

    @Test
    @DisplayName("MUL-10 of several waits the first consumes, and the others find the request inactive")
    void severalWaits() {
        List<Status> first = new ArrayList<>();
        List<Status> second = new ArrayList<>();
        request.completion().subscribe(first::add);
        request.completion().subscribe(second::add);

        operation.tryEmitValue(STATUS);

        assertThat(first).containsExactly(STATUS);
        assertThat(second).containsExactly(Status.empty());
    }

    @Test
    @DisplayName("RX-2 a wait consumes nothing before it is requested")
    void waitsForDemand() {
        operation.tryEmitValue(STATUS);

        StepVerifier.create(request.completion(), 0)
                .expectSubscription()
                .then(() -> assertThat(request.status()).contains(STATUS))
                .thenRequest(1)
                .expectNext(STATUS)
                .verifyComplete();
    }

    @Test
    @DisplayName("RX-2 demand of 0 or less is an error, and leaves the request active")
    void badDemand() {
        for (long n : new long[] {0, -1}) {
            List<Throwable> errors = new ArrayList<>();
            request.completion().subscribe(new BadDemand<>(n, errors));
            assertThat(errors).singleElement().isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(request.isComplete()).isFalse();
    }

    @Test
    @DisplayName("PRB-4 cancelling cancels the operation, and the request completes as cancelled")
    void cancels() {
        AtomicBoolean cancelled = new AtomicBoolean();
        Request active = Request.start(Mono.<Status>never().doOnCancel(() -> cancelled.set(true)));

        active.cancel();

        assertThat(cancelled).isTrue();
        StepVerifier.create(active.completion())
                .assertNext(status -> assertThat(status.isCancelled()).isTrue())
                .verifyComplete();
        assertThat(active.test()).contains(Status.empty());
    }

    @Test
    @DisplayName("PRB-4 cancelling a complete request changes nothing")
    void cancelsTooLate() {
        operation.tryEmitValue(STATUS);

        request.cancel();

        assertThat(request.test()).contains(STATUS);
    }

    @Test
    @DisplayName("PRB-4 PRB-5 an operation that answers its cancellation decides how the request completes")
    void answers() {
        AnsweringOperation withdrawn = new AnsweringOperation();
        AnsweringOperation matched = new AnsweringOperation();
        AnsweringOperation failed = new AnsweringOperation();
        for (AnsweringOperation one : List.of(withdrawn, matched, failed)) {
            one.request.cancel();
            assertThat(one.isCancelled).isTrue();
            assertThat(one.request.isComplete()).isFalse();
        }

        withdrawn.request.onCancelled();
        matched.request.onNext(STATUS);
        matched.request.onComplete();
        failed.request.onError(ERROR);

        assertThat(withdrawn.request.test()).contains(Status.empty().asCancelled());
        assertThat(matched.request.test()).contains(STATUS);
        assertThatThrownBy(failed.request::test).isSameAs(ERROR);
    }

    @Test
    @DisplayName("REQ-3 freeing leaves an active operation alone, and its end harms nothing")
    void frees() {
        request.free();

        assertThat(operation.currentSubscriberCount()).isEqualTo(1);
        operation.tryEmitValue(STATUS);
        assertFreed(request::test);
    }

    @Test
    @DisplayName(
            "REQ-3 a freed request, active or complete or inactive before, is of no use: every call and wait says so")
    void freed() {
        Request complete = Request.start(Mono.just(STATUS));
        Request inactive = Request.start(Mono.just(STATUS));
        inactive.test();
        for (Request one : List.of(request, complete, inactive)) {
            one.free();

            assertFreed(one::test);
            assertFreed(one::status);
            assertFreed(one::isComplete);
            assertFreed(one::cancel);
            assertFreed(one::free);
            assertFreed(() -> one.completion().block());
        }
    }

    @Test
    @DisplayName("REQ-3 waits that stand at a request fail when it is freed")
    void freedWhileWaitedFor() {
        StepVerifier.create(request.completion())
                .then(request::free)
                .verifyErrorSatisfies(error -> assertFreed(() -> {
                    throw error;
                }));
    }

    @Test
    @DisplayName("cancelling before the operation has called onSubscribe cancels it then")
    void cancelsEarly() {
        OperationRequest early = new OperationRequest(Mono.never());
        AtomicBoolean cancelled = new AtomicBoolean();

        early.cancel();
        early.onSubscribe(new Subscription() {
            @Override
            public void request(long n) {
                throw new AssertionError("a cancelled operation must not start");
            }

            @Override
            public void cancel() {
                cancelled.set(true);
            }
        });

        assertThat(cancelled).isTrue();
        assertThat(early.test()).contains(Status.empty().asCancelled());
    }

    @Test
    @DisplayName(
            "RX-8 a waiting subscriber that throws keeps the end from nobody else; the error goes to Reactor's hook")
    void throwingSubscriber() {
        IllegalStateException mine = new IllegalStateException("mine");
        List<Throwable> dropped = new ArrayList<>();
        List<Status> seen = new ArrayList<>();
        request.completion().subscribe(new BaseSubscriber<>() {
            @Override
            protected void hookOnNext(Status value) {
                throw mine;
            }

            @Override
            protected void hookOnError(Throwable error) {
                throw mine;
            }
        });
        request.completion().subscribe(seen::add);

        Hooks.onErrorDropped(dropped::add);
        try {
            operation.tryEmitValue(STATUS);
        } finally {
            Hooks.resetOnErrorDropped();
        }

        assertThat(seen).containsExactly(Status.empty());
        assertThat(dropped).containsExactly(mine);
    }

    @Test
    @DisplayName("RX-9 a million waits one after the other need constant stack")
    void constantStack() {
        AtomicInteger count = new AtomicInteger();
        Mono<Status> next = Mono.defer(() -> Request.start(Mono.just(STATUS)).completion());

        StepVerifier.create(next.repeat(999_999)
                        .doOnNext(s -> count.incrementAndGet())
                        .then())
                .verifyComplete();

        assertThat(count).hasValue(1_000_000);
    }

    @Test
    @DisplayName("RES-3 waits that are over don't heap up on a request that stays active")
    void dropsDeadWatches() {
        for (int i = 0; i < 1000; i++) {
            request.completion().subscribe().dispose();
        }
        RecordingWatch newest = new RecordingWatch();

        request.watch(newest);

        assertThat(newest.older).isNull();
        operation.tryEmitValue(STATUS);
        assertThat(newest.ends).isEqualTo(1);
    }

    private static void assertFreed(ThrowingCallable call) {
        assertThatThrownBy(call)
                .hasMessage("the request was freed")
                .isInstanceOfSatisfying(
                        MpiException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.REQUEST));
    }

    /** An operation that was started, and answers when a test says so. */
    private static final class AnsweringOperation implements AnsweringSubscription {

        private final OperationRequest request = new OperationRequest(Mono.never());
        private boolean isCancelled;

        AnsweringOperation() {
            request.onSubscribe(this);
        }

        @Override
        public void request(long n) {
            assertThat(n).isEqualTo(Long.MAX_VALUE);
        }

        @Override
        public void cancel() {
            isCancelled = true;
        }
    }

    private static final class RecordingWatch extends CoreRequest.Watch {

        private int ends;

        @Override
        boolean isOver() {
            return false;
        }

        @Override
        void onEnd(CoreRequest ended) {
            ends++;
        }
    }
}
