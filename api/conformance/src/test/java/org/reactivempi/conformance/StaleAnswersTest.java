package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.LooseJob.TIMEOUT;
import static org.reactivempi.conformance.LooseJob.await;
import static org.reactivempi.conformance.LooseJob.awaitPresent;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Codecs;
import org.reactivempi.Member;
import org.reactivempi.core.session.CoreSession;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** Questions of a process whose rank another one has come for, which gives its questions the same numbers. */
class StaleAnswersTest {

    private static final int TAG = 3;

    private final BlockingQueue<Handled> handled = new LinkedBlockingQueue<>();

    static Stream<String> channels() {
        return Channels.all();
    }

    /** A question that is answered when the test says so, wanted or not. */
    private static final class Handled implements Publisher<Integer>, Subscription {

        private final int question;
        private final BlockingQueue<Integer> cancelled = new LinkedBlockingQueue<>();
        private final BlockingQueue<Subscriber<? super Integer>> subscriber = new LinkedBlockingQueue<>();

        Handled(int question) {
            this.question = question;
        }

        @Override
        public void subscribe(Subscriber<? super Integer> by) {
            by.onSubscribe(this);
            subscriber.add(by);
        }

        @Override
        public void request(long n) {}

        @Override
        public void cancel() {
            cancelled.add(question);
        }

        void answer(int answer) throws InterruptedException {
            taken(subscriber).onNext(answer);
        }

        void awaitCancelled() throws InterruptedException {
            assertThat(taken(cancelled)).isEqualTo(question);
        }
    }

    private static <T> T taken(BlockingQueue<T> from) throws InterruptedException {
        T next = from.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    private Handled next(int question) throws InterruptedException {
        Handled next = taken(handled);
        assertThat(next.question).isEqualTo(question);
        return next;
    }

    private static Mono<Integer> ask(CoreSession asker, int question) {
        Mono<Integer> answer = asker.world()
                .ask(question, Codecs.intValue(), Codecs.intValue(), 0, TAG)
                .cache();
        answer.subscribe(value -> {}, error -> {});
        return answer;
    }

    @ParameterizedTest
    @MethodSource("channels")
    @DisplayName("MBR-2 the answer to a question of a process never reaches the one that has come in its place")
    void answers(String channel) throws InterruptedException {
        try (LooseJob job = new LooseJob(2, channel, 0)) {
            CoreSession zero = job.start(0);
            Disposable handler = zero.world()
                    .answer(Codecs.intValue(), Codecs.intValue(), TAG, 4, (question, status) -> {
                        Handled next = new Handled(question);
                        handled.add(next);
                        return next;
                    })
                    .subscribe();
            CoreSession first = job.start(1);
            awaitPresent(first, 0);
            ask(first, 10);
            Handled stale = next(10);
            job.kill(first);
            await(zero, 1, Member.State.FAILED, 1);
            stale.awaitCancelled();

            CoreSession second = job.start(1);
            awaitPresent(second, 0);
            Mono<Integer> answer = ask(second, 20);
            Handled wanted = next(20);
            stale.answer(11);
            wanted.answer(21);
            assertThat(LooseJob.ends(answer)).isEqualTo(21);

            Disposable givenUp = second.world()
                    .ask(30, Codecs.intValue(), Codecs.intValue(), 0, TAG)
                    .subscribe();
            Handled recalled = next(30);
            givenUp.dispose();
            recalled.awaitCancelled();
            handler.dispose();
        }
    }
}
