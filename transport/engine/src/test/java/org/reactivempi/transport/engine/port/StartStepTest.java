package org.reactivempi.transport.engine.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

class StartStepTest {

    private static final Error FATAL = new NoClassDefFoundError("a/b/Missing");

    private static <T> T fails() {
        throw FATAL;
    }

    private static void assertFatal(Mono<?> start) {
        StepVerifier.create(start)
                .expectErrorSatisfies(error -> assertThat(error)
                        .hasMessage("this rank cannot start: java.lang.NoClassDefFoundError: a/b/Missing")
                        .hasCause(FATAL))
                .verify();
    }

    @Test
    @DisplayName("what is fatal to the JVM fails a step: thrown by it, by its subscription, or given to it as an error")
    void fatal() {
        assertFatal(StartStep.of(StartStepTest::fails));
        assertFatal(StartStep.of(() -> Mono.create(sink -> fails())));
        assertFatal(StartStep.of(() -> Mono.fromSupplier(StartStepTest::fails)));
        assertFatal(StartStep.of(() -> Mono.error(FATAL)));
        assertFatal(StartStep.of(() -> Mono.just(1)).flatMap(one -> StartStep.of(StartStepTest::fails)));
    }

    @Test
    @DisplayName("what a step's subscriber throws while the step is subscribed to is the failure of the step around")
    void ofSubscriber() {
        assertFatal(StartStep.of(() -> StartStep.of(() -> Mono.just(1)).map(one -> fails())));
        assertThatThrownBy(() ->
                        StartStep.of(() -> Mono.just(1)).map(one -> fails()).subscribe())
                .isSameAs(FATAL);
    }

    @Test
    @DisplayName("other errors, values and the end of a step are its own")
    void others() {
        IllegalStateException own = new IllegalStateException("own");
        StepVerifier.create(StartStep.of(() -> Mono.error(own)))
                .verifyErrorSatisfies(error -> assertThat(error).isSameAs(own));
        StepVerifier.create(StartStep.of(() -> Mono.just(1))).expectNext(1).verifyComplete();
        StepVerifier.create(StartStep.of(Mono::empty)).verifyComplete();
    }

    @Test
    @DisplayName("a step is cancelled with its subscription, and by what that has thrown")
    void cancelled() {
        TestPublisher<Integer> source = TestPublisher.create();
        StepVerifier.create(StartStep.of(source::mono)).thenCancel().verify();
        source.assertCancelled();

        AtomicBoolean cancelled = new AtomicBoolean();
        assertFatal(StartStep.of(
                () -> Mono.never().doOnCancel(() -> cancelled.set(true)).doOnRequest(demand -> fails())));
        assertThat(cancelled).isTrue();
    }
}
