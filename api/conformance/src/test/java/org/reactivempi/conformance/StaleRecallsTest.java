package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.LooseJob.TIMEOUT;
import static org.reactivempi.conformance.LooseJob.await;
import static org.reactivempi.conformance.LooseJob.awaitPresent;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Codecs;
import org.reactivempi.Member;
import org.reactivempi.core.session.CoreSession;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Recalls that come when their question is answered already, and questions whose process is lost. They are known by a number alone, which
 * another question of the same rank has later on, of the next process as well, and one of another rank at any time: those are answered
 * all the same.
 */
class StaleRecallsTest {

    private static final int TAG = 3;
    private static final int LONG_BYTES = 1 << 20;

    static Stream<String> channels() {
        return Channels.all();
    }

    private static Mono<byte[]> question(CoreSession asker, int lengthBytes, int tag) {
        return asker.world().ask(new byte[lengthBytes], Codecs.bytes(), Codecs.bytes(), 0, tag);
    }

    private static void assertAnswered(CoreSession asker, int lengthBytes, int tag) {
        assertThat(question(asker, lengthBytes, tag).block(TIMEOUT)).hasSize(lengthBytes);
    }

    private static Disposable handleAtOnce(CoreSession handler, int tag) {
        return handler.world()
                .answer(Codecs.bytes(), Codecs.bytes(), tag, Mono::just)
                .subscribe();
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** What the progress thread of a rank has to do is done. */
    private static void awaitTurn(CoreSession rank) {
        CountDownLatch turn = new CountDownLatch(1);
        rank.world().scheduler().schedule(turn::countDown);
        awaitLatch(turn);
    }

    /** The progress thread of a rank stands until it is told to do something, and then goes on. */
    private static final class Stopped {

        private final CountDownLatch goesOn = new CountDownLatch(1);

        Stopped(CoreSession rank, Runnable work) {
            CountDownLatch stands = new CountDownLatch(1);
            rank.world().scheduler().schedule(() -> {
                stands.countDown();
                awaitLatch(goesOn);
                work.run();
            });
            awaitLatch(stands);
        }

        void goOn() {
            goesOn.countDown();
        }
    }

    /**
     * The first question of a rank: rank 0 answers it while the progress thread of the asker stands. That thread finds the answer only
     * after {@code work}, in which a cancellation sends a recall all the same.
     */
    private static void crossed(CoreSession zero, CoreSession asker, int tag, Crossing work) {
        Sinks.One<byte[]> answer = Sinks.one();
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        Disposable handler = zero.world()
                .answer(Codecs.bytes(), Codecs.bytes(), tag, question -> {
                    taken.countDown();
                    return answer.asMono();
                })
                .subscribe(status -> answered.countDown());
        Disposable asked = question(asker, 1, tag).subscribe(value -> {}, error -> {});
        awaitLatch(taken);
        // Rank 0 has told the asker before this that a handler has it.
        assertAnswered(asker, 1, TAG);
        Stopped stopped = new Stopped(asker, () -> work.begin(asked));
        answer.tryEmitValue(new byte[1]);
        awaitLatch(answered);
        awaitTurn(zero);
        stopped.goOn();
        handler.dispose();
    }

    /** What an asker does whose question is answered, though it can't know that. */
    private interface Crossing {

        void begin(Disposable asked);
    }

    @ParameterizedTest
    @MethodSource("channels")
    @DisplayName(
            "MBR-2 a recall that came while a question of a lost process was being received ends none of the next process")
    void whileReceiving(String channel) {
        try (LooseJob job = new LooseJob(2, channel, 0)) {
            CoreSession zero = job.start(0);
            Disposable handler = handleAtOnce(zero, TAG);
            CoreSession first = job.start(1);
            awaitPresent(first, 0);
            crossed(zero, first, TAG + 1, asked -> {
                // It is announced, and nothing more of it comes.
                question(first, LONG_BYTES, TAG).subscribe(value -> {}, error -> {});
                asked.dispose();
                first.abort("killed by the test").subscribe();
            });
            await(zero, 1, Member.State.FAILED, 1);

            CoreSession second = job.start(1);
            awaitPresent(second, 0);
            assertAnswered(second, 1, TAG);
            handler.dispose();
        }
    }

    @ParameterizedTest
    @MethodSource("channels")
    @DisplayName("MBR-2 a question that a handler gave back goes with its process, and is none of the next process")
    void givenBack(String channel) {
        try (LooseJob job = new LooseJob(2, channel, 0)) {
            CoreSession zero = job.start(0);
            Disposable handler = handleAtOnce(zero, TAG);
            CoreSession first = job.start(1);
            awaitPresent(first, 0);
            giveBack(zero, first);
            job.kill(first);
            await(zero, 1, Member.State.FAILED, 1);

            CoreSession second = job.start(1);
            awaitPresent(second, 0);
            assertOnlyAnswered(zero, second);
            handler.dispose();
        }
    }

    @ParameterizedTest
    @MethodSource("channels")
    @DisplayName(
            "ASK-3 a question that a handler gave back can be recalled, also when another rank has been lost meanwhile")
    void givenBackWhileAnotherIsLost(String channel) {
        try (LooseJob job = new LooseJob(3, channel, 0)) {
            CoreSession zero = job.start(0);
            Disposable handler = handleAtOnce(zero, TAG);
            CoreSession one = job.start(1);
            CoreSession two = job.start(2);
            awaitPresent(one, 0);
            awaitPresent(two, 0);
            Disposable asked = giveBack(zero, one);
            job.kill(two);
            await(zero, 2, Member.State.FAILED, 1);
            asked.dispose();
            assertOnlyAnswered(zero, one);
            handler.dispose();
        }
    }

    /** A question of a rank is the only one that waits for a handler, and is answered. */
    private static void assertOnlyAnswered(CoreSession zero, CoreSession asker) {
        Mono<byte[]> asked = question(asker, 1, TAG + 2).cache();
        asked.subscribe(value -> {}, error -> {});
        // The question has come before this one.
        assertAnswered(asker, 1, TAG);
        List<Integer> seen = new CopyOnWriteArrayList<>();
        Disposable next = zero.world()
                .answer(Codecs.bytes(), Codecs.bytes(), TAG + 2, question -> {
                    seen.add(question.length);
                    return Mono.just(question);
                })
                .subscribe();
        assertThat(asked.block(TIMEOUT)).hasSize(1);
        assertThat(seen).containsExactly(1);
        next.dispose();
    }

    /** The first question of a rank waits for another handler, since the one that it had met was cancelled while it came. */
    private static Disposable giveBack(CoreSession zero, CoreSession asker) {
        Disposable asked = question(asker, LONG_BYTES, TAG + 2).subscribe(value -> {}, error -> {});
        // The question has come before this one.
        assertAnswered(asker, 1, TAG);
        Stopped stopped = new Stopped(asker, () -> {});
        Disposable handler = handleAtOnce(zero, TAG + 2);
        awaitTurn(zero);
        handler.dispose();
        awaitTurn(zero);
        stopped.goOn();
        // Until all of it is here.
        while (isHandled(zero, TAG + 2)) {
            Thread.onSpinWait();
        }
        return asked;
    }

    private static boolean isHandled(CoreSession zero, int tag) {
        return zero.pending().blockOptional(TIMEOUT).orElseThrow().stream()
                .anyMatch(operation -> operation.contains("answer(tag " + tag + ","));
    }

    @ParameterizedTest
    @MethodSource("channels")
    @DisplayName(
            "ASK-3 a recall that comes while a question of another rank is being received, with the same number, leaves it alone")
    void ofAnotherRank(String channel) {
        try (LooseJob job = new LooseJob(3, channel, 0)) {
            CoreSession zero = job.start(0);
            CoreSession one = job.start(1);
            CoreSession two = job.start(2);
            awaitPresent(one, 0);
            awaitPresent(two, 0);
            Mono<byte[]> asked = question(one, LONG_BYTES, TAG + 2).cache();
            asked.subscribe(value -> {}, error -> {});
            Disposable handler = handleAtOnce(zero, TAG);
            assertAnswered(one, 1, TAG);
            Stopped stopped = new Stopped(one, () -> {});
            Disposable receiving = handleAtOnce(zero, TAG + 2);
            awaitTurn(zero);
            crossed(zero, two, TAG + 1, Disposable::dispose);
            // The recall has come before this question.
            assertAnswered(two, 1, TAG);
            stopped.goOn();
            assertThat(asked.block(TIMEOUT)).hasSize(LONG_BYTES);
            receiving.dispose();
            handler.dispose();
        }
    }
}
