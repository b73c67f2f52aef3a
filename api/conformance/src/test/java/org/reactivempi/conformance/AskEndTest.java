package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.await;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.AnswerException;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.MpiException;
import org.reactivempi.Status;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** ASK: handlers that work when their rank ends. */
class AskEndTest {

    /** A handler that takes a question, and never answers it. */
    private static final class Thinker {

        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch cancelled = new CountDownLatch(1);

        Flux<Status> on(Communicator communicator) {
            return communicator.answer(
                    Codecs.intValue(),
                    Codecs.intValue(),
                    TAG,
                    number -> Mono.<Integer>never()
                            .doOnSubscribe(subscription -> begun.countDown())
                            .doOnCancel(cancelled::countDown));
        }
    }

    @OnEveryChannel
    @DisplayName("ASK-3, LIF-4 a rank that is cut off while it closes cancels the work of its handlers, and ends them")
    void abortedWhileItCloses(Ranks ranks) throws Exception {
        Thinker thinker = new Thinker();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        thinker.on(ranks.world(1)).subscribe(status -> {}, ended::completeExceptionally, () -> ended.complete(null));
        // Of itself: that of another rank ends with the link.
        square(ranks.world(1)).onErrorComplete().subscribe();
        await(thinker.begun);
        ranks.session(1).close().onErrorComplete().subscribe();
        // After the close, on the same thread.
        ranks.pending(1).block(TIMEOUT);

        ranks.abort(1, "killed by the test").block(TIMEOUT);

        await(thinker.cancelled);
        assertThatThrownBy(() -> ended.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS))
                .hasCauseInstanceOf(MpiException.class);
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-3 a handler that is cancelled while its rank closes cancels its work, and the rank goes on closing")
    void cancelledWhileItCloses(Ranks ranks) throws Exception {
        Thinker thinker = new Thinker();
        Disposable handler = thinker.on(ranks.world(1)).subscribe();
        CompletableFuture<Integer> answer = square(ranks.world(0)).toFuture();
        await(thinker.begun);
        Mono<Void> closed = ranks.session(1).close();
        closed.subscribe();
        ranks.pending(1).block(TIMEOUT);

        handler.dispose();

        await(thinker.cancelled);
        assertThatThrownBy(() -> answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS))
                .hasCauseInstanceOf(AnswerException.class);
        closed.block(TIMEOUT);
    }

    private static Mono<Integer> square(Communicator asker) {
        return asker.ask(7, Codecs.intValue(), Codecs.intValue(), 1, TAG);
    }
}
