package org.reactivempi.core.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Completion;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.Status;
import reactor.test.StepVerifier;

class PersistentRequestTest {

    private static final Status STATUS = Status.of(1, 2, 3);
    private static final MpiException ERROR = new MpiException(ErrorClass.TRUNCATE, "too long");

    private final ManualOperation operation = new ManualOperation();
    private final PersistentRequest request = new CorePersistentRequest(operation);

    @Test
    @DisplayName("PER-1 made inactive, active when started, and inactive again when its end was taken")
    void cycle() {
        assertThat(request.test()).contains(Status.empty());
        for (int i = 0; i < 3; i++) {
            request.start();
            assertThat(request.isComplete()).isFalse();
            assertThat(request.test()).isEmpty();

            operation.complete(Status.of(i, i, i));

            assertThat(request.isComplete()).isTrue();
            assertThat(request.status()).contains(Status.of(i, i, i));
            assertThat(request.test()).contains(Status.of(i, i, i));
            assertThat(request.test()).contains(Status.empty());
        }
        assertThat(operation.starts()).isEqualTo(3);
    }

    @Test
    @DisplayName("PER-1 an operation may end before start returns, and fail, and be started again")
    void endsInsideStart() {
        PersistentRequest instant = new CorePersistentRequest(new InstantOperation());

        instant.start();
        assertThat(instant.test()).contains(STATUS);
        instant.start();
        StepVerifier.create(instant.completion()).expectNext(STATUS).verifyComplete();

        request.start();
        operation.fail(ERROR);
        assertThatThrownBy(request::test).isSameAs(ERROR);
        request.start();
        operation.complete(STATUS);
        assertThat(request.test()).contains(STATUS);
    }

    @Test
    @DisplayName(
            "PER-1 a wait that was there before the end gets it, and one over an inactive request the empty status")
    void waits() {
        StepVerifier.create(request.completion()).expectNext(Status.empty()).verifyComplete();
        request.start();
        StepVerifier.create(request.completion())
                .then(() -> operation.complete(STATUS))
                .expectNext(STATUS)
                .verifyComplete();
        request.start();
        assertThat(request.isComplete()).isFalse();
    }

    @Test
    @DisplayName("MUL-10 waitAny goes on to wait for one that an older wait has consumed, and that runs again")
    void runsAgainUnderAWaitForAny() {
        request.start();
        request.completion().subscribe(status -> request.start());
        StepVerifier.create(Requests.waitAny(List.of(request)))
                .then(() -> operation.complete(Status.of(1, 1, 1)))
                .then(() -> operation.complete(STATUS))
                .expectNext(new Completion(0, STATUS, null))
                .verifyComplete();
        assertThat(operation.starts()).isEqualTo(2);
    }

    @Test
    @DisplayName("PER-2 starting an active or complete one is an error of class REQUEST, and harms nothing")
    void startsOnlyInactive() {
        request.start();
        assertRefuses(request::start, "cannot start a request that is active");
        assertThat(operation.starts()).isEqualTo(1);

        operation.complete(STATUS);
        assertRefuses(request::start, "cannot start a request that is complete and not yet waited for");
        assertThat(operation.starts()).isEqualTo(1);
        assertThat(request.test()).contains(STATUS);
    }

    @Test
    @DisplayName("PER-3 startAll starts in list order")
    void startsAll() {
        List<Integer> order = new ArrayList<>();
        List<PersistentRequest> requests = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int index = i;
            requests.add(new CorePersistentRequest(new ManualOperation(() -> order.add(index))));
        }

        Requests.startAll(requests);

        assertThat(order).containsExactly(0, 1, 2, 3, 4);
        assertThat(requests).noneMatch(Request::isComplete);
    }

    @Test
    @DisplayName("PER-3 PER-2 startAll names the request that cannot be started, and starts none")
    void startsAllOrNone() {
        PersistentRequest active = new CorePersistentRequest(new ManualOperation());
        active.start();
        PersistentRequest freed = new CorePersistentRequest(new ManualOperation());
        freed.free();

        assertRefuses(() -> Requests.startAll(List.of(request, active)), "cannot start request 1 of 2: it is active");
        assertRefuses(() -> Requests.startAll(List.of(request, freed)), "cannot start request 1 of 2: it is freed");
        assertRefuses(() -> Requests.startAll(List.of(request, request)), "cannot start request 1 of 2: it is active");
        assertRefuses(() -> Requests.startAll(Arrays.asList(request, null)), "cannot start request 1 of 2: it is null");

        assertThat(operation.starts()).isZero();
        assertThat(request.test()).contains(Status.empty());
        request.start();
    }

    @Test
    @DisplayName("PER-5 freed while active the operation goes on to its end, and is never started again")
    void freedWhileActive() {
        request.start();
        request.free();

        assertThat(operation.cancels()).isZero();
        operation.complete(STATUS);

        assertRefuses(request::start, "cannot start a request that is freed");
        assertRefuses(request::test, "the request was freed");
        assertThat(operation.starts()).isEqualTo(1);
    }

    @Test
    @DisplayName("PRB-4 cancelling passes on, and the request completes as the operation answers")
    void cancels() {
        request.cancel();
        assertThat(operation.cancels()).isZero();

        request.start();
        request.cancel();
        assertThat(operation.cancels()).isEqualTo(1);
        assertThat(request.isComplete()).isFalse();
        operation.cancelled();
        assertThat(request.test()).contains(Status.empty().asCancelled());

        request.start();
        request.cancel();
        operation.complete(STATUS);
        assertThat(request.test()).contains(STATUS);
    }

    @Test
    @DisplayName("PER-7 a cycle of start, end and test makes no object but the Optional that test returns")
    void allocatesNothing() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        PersistentRequest instant = new CorePersistentRequest(new InstantOperation());
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            cycles(instant, 1000);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        // An Optional has 16 bytes, or 24 with large references.
        assertThat(least).isLessThanOrEqualTo(1000 * 24);
    }

    private static void cycles(PersistentRequest request, int count) {
        for (int i = 0; i < count; i++) {
            request.start();
            if (!request.isComplete() || request.test().isEmpty()) {
                throw new AssertionError("not complete");
            }
        }
    }

    private static void assertRefuses(ThrowingCallable call, String message) {
        assertThatThrownBy(call)
                .hasMessage(message)
                .isInstanceOfSatisfying(
                        MpiException.class, e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.REQUEST));
    }
}
