package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.CollectiveRecorders.assertError;
import static org.reactivempi.conformance.Family.dup;
import static org.reactivempi.conformance.Family.free;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.await;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Delivery;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.RevokedException;
import org.reactivempi.Status;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** What ends while it begins: questions that are still being received, collective streams without their parts, late subscriptions. */
class CrossingEndsTest {

    private static final int PLACES = 1;

    /** A handler that has a place for one question. */
    private static final class Handler {

        final Recorder<Status> answered = new Recorder<>();
        final CountDownLatch cancelled = new CountDownLatch(1);
        final Sinks.One<byte[]> work = Sinks.one();
        final List<Integer> seen = new ArrayList<>();

        /** Answers short questions at once, and long ones when its work ends. */
        Handler(Communicator rank) {
            rank.answer(Codecs.bytes(), Codecs.bytes(), TAG, PLACES, (question, status) -> {
                        seen.add(question.length);
                        return question.length < 10
                                ? Mono.just(question)
                                : work.asMono().doOnCancel(cancelled::countDown);
                    })
                    .subscribe(answered);
            answered.request(Long.MAX_VALUE);
        }
    }

    private static Recorder<byte[]> ask(Communicator asker, int length) {
        Recorder<byte[]> answer = new Recorder<>();
        asker.ask(new byte[length], Codecs.bytes(), Codecs.bytes(), 1, TAG).subscribe(answer);
        answer.request(1);
        return answer;
    }

    /** A long question of rank 0 has met a handler of rank 1; the asker's progress thread stands, so that nothing of it comes meanwhile. */
    private static Handler whileReceiving(
            Ranks ranks, Communicator zero, Communicator one, BiConsumer<Recorder<byte[]>, Handler> work) {
        ranks.without(Check.BLOCKED_PROGRESS);
        Recorder<byte[]> asked = ask(zero, ranks.eagerLimitBytes() + 1);
        meet(ranks);
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        zero.scheduler().schedule(() -> {
            stopped.countDown();
            await(goOn);
        });
        await(stopped);
        try {
            Handler handler = new Handler(one);
            // After its start, on the same thread.
            assertThat(ranks.pending(1).block(TIMEOUT)).isNotEmpty();
            work.accept(asked, handler);
            return handler;
        } finally {
            goOn.countDown();
        }
    }

    private static void assertGoesOn(Handler handler, Communicator asker) throws InterruptedException {
        assertThat(ask(asker, 3).await()).hasSize(2).last().isEqualTo("complete");
        assertThat(handler.answered.signals()).allMatch(Status.class::isInstance);
    }

    private static void assertNothingLeft(Ranks ranks) {
        meet(ranks);
        for (int rank = 0; rank < ranks.size(); rank++) {
            assertThat(ranks.pending(rank).block(TIMEOUT)).isEmpty();
        }
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-3 a question that is given up while it is being received is recalled, and its place is free again")
    void recalledWhileReceiving(Ranks ranks) throws Exception {
        Handler handler = whileReceiving(ranks, ranks.world(0), ranks.world(1), (asked, receiving) -> asked.cancel());
        assertGoesOn(handler, ranks.world(0));
        if (!handler.seen.equals(List.of(3))) {
            await(handler.cancelled);
        }
        handler.answered.cancel();
        assertNothingLeft(ranks);
    }

    @OnEveryChannel
    @DisplayName("ASK-3 a question whose handler is cancelled while it is being received goes to the next one")
    void cancelledWhileReceiving(Ranks ranks) throws Exception {
        CompletableFuture<Recorder<byte[]>> asked = new CompletableFuture<>();
        Handler first = whileReceiving(ranks, ranks.world(0), ranks.world(1), (question, handler) -> {
            asked.complete(question);
            handler.answered.cancel();
            assertThat(ranks.pending(1).block(TIMEOUT)).isNotEmpty();
        });
        Disposable next = ranks.world(1)
                .answer(Codecs.bytes(), Codecs.bytes(), TAG, Mono::just)
                .subscribe();
        assertThat(asked.get().await()).hasSize(2).last().isEqualTo("complete");
        assertThat(first.seen).isEmpty();
        next.dispose();
        assertNothingLeft(ranks);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "ASK-5 a rank that is lost while a question of it is being received ends no handler, and takes no place")
    void lostWhileReceiving(Ranks ranks) throws Exception {
        Handler handler = whileReceiving(
                ranks,
                ranks.world(0),
                ranks.world(1),
                (asked, receiving) -> ranks.abort(0, "the test").subscribe());
        assertGoesOn(handler, ranks.world(2));
        handler.answered.cancel();
    }

    @OnEveryChannel
    @DisplayName("ASK-5 a communicator that is revoked while a question is being received ends asker and handler")
    void revokedWhileReceiving(Ranks ranks) throws Exception {
        List<Communicator> copies = dup(worlds(ranks));
        CompletableFuture<Recorder<byte[]>> asked = new CompletableFuture<>();
        Handler handler = whileReceiving(ranks, copies.get(0), copies.get(1), (question, receiving) -> {
            asked.complete(question);
            copies.get(1).failures().revoke().block(TIMEOUT);
        });
        assertThat(asked.get().await()).singleElement().isInstanceOf(RevokedException.class);
        // It has one place, and hears of the end of its communicator when that is free.
        handler.work.tryEmitEmpty();
        assertThat(handler.answered.await()).singleElement().isInstanceOf(RevokedException.class);
        assertNothingLeft(ranks);
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-5 a communicator that is freed while a question is being received answers it, or fails it with the comm class")
    void freedWhileReceiving(Ranks ranks) throws Exception {
        List<Communicator> copies = dup(worlds(ranks));
        Recorder<Status> answered = new Recorder<>();
        copies.get(1).answer(Codecs.bytes(), Codecs.bytes(), TAG, Mono::just).subscribe(answered);
        answered.request(Long.MAX_VALUE);
        // So long that what frees the communicator passes its pieces.
        Recorder<byte[]> asked = ask(copies.get(0), 32 << 20);

        free(copies);

        Object last = asked.await().get(asked.signals().size() - 1);
        if (last instanceof Throwable) {
            assertError(last, ErrorClass.COMM, "freed");
        } else {
            assertThat(last).isEqualTo("complete");
        }
        assertThat(answered.await()).last().isEqualTo("complete");
        assertNothingLeft(ranks);
    }

    /** Gives its subscription when it is told to. */
    private static final class LatePublisher implements Publisher<Integer>, Subscription {

        final CompletableFuture<Subscriber<? super Integer>> subscriber = new CompletableFuture<>();
        final CountDownLatch cancelled = new CountDownLatch(1);

        @Override
        public void subscribe(Subscriber<? super Integer> subscriber) {
            this.subscriber.complete(subscriber);
        }

        @Override
        public void request(long n) {
            throw new AssertionError("nobody waits for an answer");
        }

        @Override
        public void cancel() {
            cancelled.countDown();
        }
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-3 a handler's publisher that gives its subscription when the question was recalled is cancelled then")
    void subscribedAfterTheRecall(Ranks ranks) throws Exception {
        LatePublisher late = new LatePublisher();
        Disposable handler = ranks.world(1)
                .answer(
                        Codecs.intValue(),
                        Codecs.intValue(),
                        TAG,
                        1,
                        (number, status) -> number == 0 ? late : Mono.just(number))
                .subscribe();
        Disposable asked = ranks.world(0)
                .ask(0, Codecs.intValue(), Codecs.intValue(), 1, TAG)
                .subscribe();
        Subscriber<? super Integer> subscriber = late.subscriber.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        asked.dispose();
        // The only place is free: it has been recalled.
        assertThat(ranks.world(0)
                        .ask(7, Codecs.intValue(), Codecs.intValue(), 1, TAG)
                        .block(TIMEOUT))
                .isEqualTo(7);

        subscriber.onSubscribe(late);

        await(late.cancelled);
        handler.dispose();
        assertNothingLeft(ranks);
    }

    private static final List<BiFunction<Communicator, Flux<Integer>, Flux<?>>> STREAMS = List.of(
            (world, values) -> world.bcastStream(values, Codecs.intValue(), 1),
            (world, values) -> world.gatherStream(values, Codecs.intValue(), 1),
            (world, values) -> world.scatterStream(values, Codecs.intValue(), 1, Delivery.AT_MOST_ONCE),
            (world, values) -> world.reduceStream(values, Codecs.intValue(), Op.SUM, 1),
            (world, values) -> world.allreduceStream(values, Codecs.intValue(), Op.SUM),
            (world, values) -> world.scanStream(values, Codecs.intValue(), Op.SUM));

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "COL-30 a collective stream that has ended on one rank before the others opened their parts ends there as well")
    void endedBeforeItsParts(Ranks ranks) throws Exception {
        for (BiFunction<Communicator, Flux<Integer>, Flux<?>> stream : STREAMS) {
            for (Flux<Integer> bad :
                    List.of(Flux.<Integer>error(new IllegalStateException("at once")), Flux.<Integer>empty())) {
                Recorder<Object> early = new Recorder<>();
                stream.apply(ranks.world(1), bad).cast(Object.class).subscribe(early);
                early.request(1);
                ranks.pending(1).block(TIMEOUT);
                early.cancel();
                // It has begun, and ended as far as it can.
                ranks.pending(1).block(TIMEOUT);
                List<Recorder<Object>> others = new ArrayList<>();
                for (int rank : new int[] {0, 2}) {
                    Recorder<Object> late = new Recorder<>();
                    stream.apply(ranks.world(rank), Flux.empty())
                            .cast(Object.class)
                            .subscribe(late);
                    late.request(Long.MAX_VALUE);
                    others.add(late);
                }
                for (Recorder<Object> late : others) {
                    assertThat(late.await()).isNotEmpty();
                }
                assertNothingLeft(ranks);
            }
        }
    }

    private static Recorder<Object> begin(
            BiFunction<Communicator, Flux<Integer>, Flux<?>> stream, Communicator world, Flux<Integer> values) {
        Recorder<Object> recorder = new Recorder<>();
        stream.apply(world, values).cast(Object.class).subscribe(recorder);
        recorder.request(Long.MAX_VALUE);
        return recorder;
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "COL-30 a collective stream that has failed on one rank before the others opened their parts fails there, whatever they have")
    void failedBeforeItsParts(Ranks ranks) throws Exception {
        for (BiFunction<Communicator, Flux<Integer>, Flux<?>> stream : STREAMS) {
            Recorder<Object> early = begin(stream, ranks.world(1), Flux.error(new IllegalStateException("at once")));
            ranks.pending(1).block(TIMEOUT);
            Recorder<Object> first = begin(stream, ranks.world(0), Flux.never());
            Recorder<Object> last = begin(stream, ranks.world(2), Flux.never());
            assertThat(early.await()).singleElement().isInstanceOf(IllegalStateException.class);
            for (Recorder<Object> each : List.of(first, last)) {
                assertThat(each.await()).singleElement().isInstanceOf(MpiException.class);
            }
            assertNothingLeft(ranks);
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "COL-25 a collective stream that a rank has cancelled before its part began ends on the others, and leaves nothing")
    void cancelledBeforeItsPart(Ranks ranks) throws Exception {
        ranks.without(Check.BLOCKED_PROGRESS);
        for (BiFunction<Communicator, Flux<Integer>, Flux<?>> stream : STREAMS) {
            for (int early = 0; early < ranks.size(); early++) {
                CountDownLatch stopped = new CountDownLatch(1);
                CountDownLatch goOn = new CountDownLatch(1);
                ranks.world(early).scheduler().schedule(() -> {
                    stopped.countDown();
                    await(goOn);
                });
                await(stopped);
                begin(stream, ranks.world(early), Flux.range(0, 3)).cancel();
                goOn.countDown();
                List<Recorder<Object>> others = new ArrayList<>();
                for (int other = 0; other < ranks.size(); other++) {
                    if (other != early) {
                        others.add(begin(stream, ranks.world(other), Flux.range(0, 3)));
                    }
                }
                for (Recorder<Object> other : others) {
                    assertThat(other.await()).last().isEqualTo("complete");
                }
                assertNothingLeft(ranks);
            }
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "LIF-4 a collective stream that is revoked on a rank before the others opened their parts leaves nothing")
    void revokedBeforeItsParts(Ranks ranks) throws Exception {
        for (BiFunction<Communicator, Flux<Integer>, Flux<?>> stream : STREAMS) {
            List<Communicator> copies = dup(worlds(ranks));
            Recorder<Object> early = new Recorder<>();
            stream.apply(copies.get(1), Flux.range(0, 9)).cast(Object.class).subscribe(early);
            early.request(1);
            ranks.pending(1).block(TIMEOUT);
            copies.get(1).failures().revoke().block(TIMEOUT);
            assertThat(early.await()).last().isInstanceOf(RevokedException.class);
            for (int rank : new int[] {0, 2}) {
                Recorder<Object> late = new Recorder<>();
                // It ends by the revocation alone, however late that is heard of.
                stream.apply(copies.get(rank), Flux.never()).cast(Object.class).subscribe(late);
                late.request(1);
                assertThat(late.await())
                        .singleElement()
                        .isInstanceOfSatisfying(
                                MpiException.class,
                                error -> assertThat(error.errorClass()).isIn(ErrorClass.REVOKED, ErrorClass.COMM));
            }
            assertNothingLeft(ranks);
        }
    }
}
