package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.FailedSourceTest.awaited;
import static org.reactivempi.conformance.FailedSourceTest.started;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.await;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/** One rank ends the job of ranks that share a JVM; processes are ended in {@code MortalsTest}. */
class AbortTest {

    private static final int TURNS = 1000;

    /** In pieces, each of which a rank in the same JVM copies from its sender's memory. */
    private static final int LONG = 1_000_000;

    @OnEveryChannel(ranks = 3)
    @DisplayName("LIF-3 one rank aborts: the operations of all end, and say who and with which code")
    void all(Ranks ranks) {
        List<Recorder<Object>> waiting = List.of(
                started(ranks.world(0).receive(1, TAG)),
                started(ranks.world(1).receive(Mpi.ANY_SOURCE, TAG)),
                started(ranks.world(2).barrier()));
        ranks.pending(2).block(TIMEOUT);
        ranks.world(1).abort(3).block(TIMEOUT);

        waiting.forEach(each -> assertThat(awaited(each))
                .singleElement()
                .isInstanceOfSatisfying(
                        MpiException.class,
                        error -> assertThat(error.errorClass()).isIn(ErrorClass.SESSION, ErrorClass.PROC_FAILED)));
        assertThat(awaited(waiting.get(1)).get(0)).isInstanceOfSatisfying(MpiException.class, error -> {
            assertThat(error.errorClass()).isEqualTo(ErrorClass.SESSION);
            assertThat(error).hasMessageContaining("rank 1 has aborted the job with code 3");
        });
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("LIF-3 a rank hears that the job has been aborted before it hears that another rank ended by that")
    void busy(Ranks ranks) throws InterruptedException {
        ranks.without(Check.BLOCKED_PROGRESS);
        List<Recorder<Object>> waiting = List.of(
                started(ranks.world(0).receive(1, TAG)), started(ranks.world(1).receive(2, TAG)));
        Recorder<Object> last = started(ranks.world(2).receive(Mpi.ANY_SOURCE, TAG + 1));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch othersEnded = new CountDownLatch(1);
        Recorder<Object> busy = started(ranks.world(2).receive(0, TAG).doOnNext(message -> {
            begun.countDown();
            await(othersEnded);
        }));
        ranks.world(0).isend(Payloads.ints(1), 2, TAG).block(TIMEOUT);
        // Rank 2 stands in a step, and has the abort before it, while the others end.
        await(begun);
        Mono<Void> ends = Mono.when(ended(ranks, 0), ended(ranks, 1)).cache();
        ends.subscribe();
        ranks.world(1).abort(3).block(TIMEOUT);
        waiting.forEach(FailedSourceTest::awaited);
        // Whatever they tell rank 2 comes before it goes on.
        ends.block(TIMEOUT);
        othersEnded.countDown();

        awaited(busy);
        assertThat(awaited(last))
                .singleElement()
                .isInstanceOfSatisfying(
                        MpiException.class,
                        error -> assertThat(error).hasMessageContaining("rank 1 has aborted the job with code 3"));
    }

    private static Mono<Void> ended(Ranks ranks, int rank) {
        return ranks.session(rank).members().then().onErrorComplete();
    }

    /** The progress thread of a rank takes many turns. */
    private static void turns(Communicator rank) {
        for (int turn = 0; turn < TURNS; turn++) {
            CountDownLatch done = new CountDownLatch(1);
            rank.scheduler().schedule(done::countDown);
            await(done);
        }
    }

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Channels#all")
    @DisplayName(
            "LIF-3 a rank that is told late that the job has been aborted has not heard before that another rank has ended")
    void late(String channel) throws InterruptedException {
        try (LooseJob job = new LooseJob(2, channel, 0)) {
            // Else a receive from any rank would wait for the next process of the one that has ended.
            job.launched = true;
            Communicator zero = job.start(0).world();
            Communicator one = job.start(1).world();
            zero.issend(Payloads.ints(1), 1, TAG).and(one.receive(0, TAG)).block(TIMEOUT);
            Recorder<Object> first = started(zero.receive(1, TAG));
            Recorder<Object> last = started(one.receive(Mpi.ANY_SOURCE, TAG));
            String why = "rank 0 has aborted the job with code 3";
            Sinks.Empty<Void> allTold = Sinks.empty();
            job.listeners.get(0).onAborted(why, allTold.asMono());
            awaited(first);
            // What rank 0 does after that would reach rank 1.
            turns(zero);
            turns(one);
            job.listeners.get(1).onAborted(why, allTold.asMono());
            allTold.tryEmitEmpty();

            assertThat(awaited(last))
                    .singleElement()
                    .isInstanceOfSatisfying(
                            MpiException.class, error -> assertThat(error).hasMessageContaining(why));
        }
    }

    @OnEveryChannel
    @DisplayName(
            "LIF-3 a rank aborts while a subscriber of another one in its JVM waits for it, with a long message just taken")
    void awaitedInSignal(Ranks ranks) throws InterruptedException {
        ranks.without(Check.BLOCKED_PROGRESS);
        CountDownLatch aborted = new CountDownLatch(1);
        CountDownLatch inSignal = new CountDownLatch(1);
        Recorder<Object> received =
                started(ranks.world(1).irecv(Buffers.of(new int[LONG]), 0, TAG).doOnNext(status -> {
                    inSignal.countDown();
                    await(aborted);
                }));
        Recorder<Object> sent = started(ranks.world(0).isend(Buffers.ints(new int[LONG]), 1, TAG));
        await(inSignal);
        ranks.abort(0, "the test").doFinally(signal -> aborted.countDown()).block(TIMEOUT);

        awaited(received);
        awaited(sent);
    }

    @OnEveryChannel
    @DisplayName(
            "LIF-3 a rank aborts while an operation of another one in its JVM waits for it, on what it has just got")
    void awaitedInReduction(Ranks ranks) throws InterruptedException {
        ranks.without(Check.BLOCKED_PROGRESS);
        CountDownLatch aborted = new CountDownLatch(1);
        CountDownLatch inOperation = new CountDownLatch(1);
        Op sum = Op.of((left, right, type, count) -> {
            inOperation.countDown();
            await(aborted);
        });
        Recorder<Object> reduced =
                started(ranks.world(0).reduce(Buffers.ints(new int[LONG]), Buffers.of(new int[LONG]), sum, 0));
        Recorder<Object> sent = started(ranks.world(1).reduce(Buffers.ints(new int[LONG]), Buffer.empty(), sum, 0));
        await(inOperation);
        ranks.abort(1, "the test").doFinally(signal -> aborted.countDown()).block(TIMEOUT);

        awaited(reduced);
        awaited(sent);
    }

    @MpiTest(ranks = 1)
    @DisplayName("LIF-3 an exit code that no process can have aborts nothing")
    void codes(Ranks ranks) {
        for (int code : new int[] {-1, 0, 256}) {
            StepVerifier.create(ranks.session(0).abort(code))
                    .expectErrorSatisfies(error -> assertThat(error)
                            .hasMessage("exit code " + code + " is outside 1..255")
                            .isInstanceOfSatisfying(
                                    MpiException.class,
                                    wrong -> assertThat(wrong.errorClass()).isEqualTo(ErrorClass.ARG)))
                    .verify(TIMEOUT);
        }
        ranks.world(0).isend(Payloads.ints(1), 0, TAG).block(TIMEOUT);
        ranks.world(0).receive(0, TAG).block(TIMEOUT);
    }
}
