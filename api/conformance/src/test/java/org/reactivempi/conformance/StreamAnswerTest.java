package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Codec;
import org.reactivempi.Codecs;
import org.reactivempi.spi.AnsweringSubscription;
import org.reactivempi.spi.CancelListener;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** RX-11: a receiver of a stream that asks whether it can still cancel. */
class StreamAnswerTest {

    private static final Codec<Integer> INT = Codecs.intValue();

    /** Asks by cancelling, and hears the answer. */
    private static final class Asking implements CoreSubscriber<Integer>, CancelListener {

        final List<Object> signals = new CopyOnWriteArrayList<>();
        private final CountDownLatch ended = new CountDownLatch(1);
        private @Nullable Subscription subscription;

        @Override
        public void onSubscribe(Subscription made) {
            assertThat(made).isInstanceOf(AnsweringSubscription.class);
            subscription = made;
            made.request(10);
        }

        void cancel() {
            Objects.requireNonNull(subscription).cancel();
        }

        @Override
        public void onNext(Integer value) {
            signals.add(value);
        }

        @Override
        public void onError(Throwable error) {
            end(error);
        }

        @Override
        public void onComplete() {
            end("completed");
        }

        @Override
        public void onCancelled() {
            end("cancelled");
        }

        private void end(Object how) {
            signals.add(how);
            ended.countDown();
        }

        List<Object> await() throws InterruptedException {
            assertThat(ended.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            return signals;
        }
    }

    private static Asking receive(Ranks ranks) {
        Asking receiver = new Asking();
        ranks.world(1).receiveStream(INT, 0, TAG).subscribe(receiver);
        return receiver;
    }

    @OnEveryChannel
    @DisplayName("RX-11 a receiver that asks before there is a stream is told that it has cancelled, and takes none")
    void inTime(Ranks ranks) throws Exception {
        Asking receiver = receive(ranks);
        receiver.cancel();
        assertThat(receiver.await()).containsExactly("cancelled");

        Flux<Integer> next = ranks.world(1).receiveStream(INT, 0, TAG);
        assertThat(next.collectList()
                        .zipWith(ranks.world(0)
                                .sendStream(Flux.range(0, 3), INT, 1, TAG)
                                .thenReturn(true))
                        .block(TIMEOUT)
                        .getT1())
                .containsExactly(0, 1, 2);
    }

    @OnEveryChannel
    @DisplayName(
            "RX-11 a receiver that asks when its stream is there, without a value so far, gets all of it; or insists")
    void tooLate(Ranks ranks) throws Exception {
        for (boolean insists : new boolean[] {false, true}) {
            Asking receiver = receive(ranks);
            CountDownLatch matched = new CountDownLatch(1);
            CountDownLatch sent = new CountDownLatch(1);
            Sinks.Many<Integer> values = Sinks.many().unicast().onBackpressureBuffer();
            ranks.world(0)
                    .sendStream(values.asFlux().doOnSubscribe(begin -> matched.countDown()), INT, 1, TAG)
                    .subscribe(nothing -> {}, error -> {}, sent::countDown);
            assertThat(matched.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();

            receiver.cancel();
            if (insists) {
                receiver.cancel();
            } else {
                List.of(1, 2, 3).forEach(values::tryEmitNext);
                values.tryEmitComplete();
                assertThat(receiver.await()).containsExactly(1, 2, 3, "completed");
            }
            assertThat(sent.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(receiver.signals).hasSize(insists ? 0 : 4);
        }
    }
}
