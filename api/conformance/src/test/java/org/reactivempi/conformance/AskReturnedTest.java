package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Traffic.await;
import static org.reactivempi.conformance.Traffic.meet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.RevokedException;
import org.reactivempi.Snapshot;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** ASK: questions that a handler was about to take, and gave back to the queue as it was cancelled. */
class AskReturnedTest {

    /** Does something while the progress thread of a rank neither reads nor writes. */
    private static void whileStopped(Communicator rank, Runnable work) {
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        rank.scheduler().schedule(() -> {
            stopped.countDown();
            await(goOn);
        });
        await(stopped);
        try {
            work.run();
        } finally {
            goOn.countDown();
        }
    }

    private static Recorder<byte[]> ask(Communicator asker, int length, int tag) {
        Recorder<byte[]> answer = new Recorder<>();
        asker.ask(new byte[length], Codecs.bytes(), Codecs.bytes(), 1, tag).subscribe(answer);
        answer.request(1);
        return answer;
    }

    private static Disposable handle(Communicator handler, int tag, List<Integer> seen) {
        return handler.answer(Codecs.bytes(), Codecs.bytes(), tag, question -> {
                    seen.add(question.length);
                    return Mono.just(question);
                })
                .subscribe();
    }

    /** A long question that has come to rank 1, has met a handler there, and is in the queue again when all of it is there. */
    private static Recorder<byte[]> returned(Ranks ranks, Communicator zero, Communicator one, int tag) {
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        Recorder<byte[]> asked = ask(zero, ranks.eagerLimitBytes() + 1, tag);
        meet(ranks);
        whileStopped(zero, () -> {
            Disposable handler = handle(one, tag, seen);
            // After the subscription, on the same thread: it has met the question.
            assertThat(pending(ranks)).isNotEmpty();
            handler.dispose();
            // It ends when all of the question is here, which cannot come now.
            assertThat(pending(ranks)).isNotEmpty();
        });
        while (!pending(ranks).isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(snapshot(ranks, 1).unexpected()).isNotEmpty();
        assertThat(seen).isEmpty();
        return asked;
    }

    private static List<String> pending(Ranks ranks) {
        return ranks.pending(1).blockOptional(TIMEOUT).orElseThrow();
    }

    private static Snapshot snapshot(Ranks ranks, int rank) {
        return ranks.session(rank).snapshot().blockOptional(TIMEOUT).orElseThrow();
    }

    private static void assertNothingLeft(Ranks ranks) {
        meet(ranks);
        assertThat(snapshot(ranks, 0).isEmpty()).isTrue();
        assertThat(snapshot(ranks, 1).isEmpty()).isTrue();
    }

    @OnEveryChannel
    @DisplayName("ASK-3 a question that its handler gave back is withdrawn when its asker cancels it, and not before")
    void withdrawn(Ranks ranks) {
        ranks.without(Check.BLOCKED_PROGRESS);
        Recorder<byte[]> asked = returned(ranks, ranks.world(0), ranks.world(1), TAG);
        asked.cancel();
        assertNothingLeft(ranks);

        Recorder<byte[]> other = returned(ranks, ranks.world(0), ranks.world(1), TAG);
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        Disposable handler = handle(ranks.world(1), TAG, seen);
        try {
            assertThat(signals(other)).hasSize(2).last().isEqualTo("complete");
            assertThat(seen).hasSize(1);
        } finally {
            handler.dispose();
        }
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-3 a question that its handler gave back waits in the asker's report as well, until another handler takes it")
    void inTheAskersReport(Ranks ranks) {
        ranks.without(Check.BLOCKED_PROGRESS);
        Recorder<byte[]> asked = returned(ranks, ranks.world(0), ranks.world(1), TAG);
        meet(ranks);
        assertThat(askState(ranks)).isEqualTo("UNMATCHED");

        CountDownLatch taken = new CountDownLatch(1);
        Disposable handler = ranks.world(1)
                .answer(
                        Codecs.bytes(),
                        Codecs.bytes(),
                        TAG,
                        question -> Mono.<byte[]>never().doOnSubscribe(now -> taken.countDown()))
                .subscribe();
        try {
            await(taken);
            meet(ranks);
            assertThat(askState(ranks)).isEqualTo("TAKEN");
        } finally {
            asked.cancel();
            handler.dispose();
        }
        assertNothingLeft(ranks);
    }

    /** Of the only question of rank 0. */
    private static String askState(Ranks ranks) {
        List<String> states = snapshot(ranks, 0).sends().stream()
                .filter(entry -> entry.call().contains("ask"))
                .map(Snapshot.Entry::state)
                .toList();
        assertThat(states).hasSize(1);
        return states.get(0);
    }

    private static List<Object> signals(Recorder<?> recorder) {
        try {
            return recorder.await();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @OnEveryChannel
    @DisplayName(
            "ASK-3 two questions of one asker that are recalled at once are both withdrawn, and the third is answered")
    void twoAtOnce(Ranks ranks) {
        ranks.without(Check.BLOCKED_PROGRESS);
        Recorder<byte[]> first = returned(ranks, ranks.world(0), ranks.world(1), TAG);
        Recorder<byte[]> second = returned(ranks, ranks.world(0), ranks.world(1), TAG + 1);
        Recorder<byte[]> third = ask(ranks.world(0), 3, TAG);
        meet(ranks);
        whileStopped(ranks.world(1), () -> {
            first.cancel();
            second.cancel();
        });
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        meet(ranks);
        Disposable handlers =
                Disposables.composite(handle(ranks.world(1), TAG, seen), handle(ranks.world(1), TAG + 1, seen));
        try {
            assertThat(signals(third)).hasSize(2).last().isEqualTo("complete");
            assertThat(seen).containsExactly(3);
        } finally {
            handlers.dispose();
        }
        assertNothingLeft(ranks);
    }

    private static List<Communicator> dups(Ranks ranks) {
        return Flux.mergeSequential(ranks.world(0).dup(), ranks.world(1).dup())
                .collectList()
                .blockOptional(TIMEOUT)
                .orElseThrow();
    }

    @OnEveryChannel
    @DisplayName("ASK-5 a question that its handler gave back fails with the comm class when the communicator is freed")
    void freed(Ranks ranks) {
        List<Communicator> dups = dups(ranks);
        Recorder<byte[]> asked = returned(ranks, dups.get(0), dups.get(1), TAG);
        Mono.when(dups.get(0).free(), dups.get(1).free()).block(TIMEOUT);
        assertThat(signals(asked))
                .singleElement()
                .isInstanceOfSatisfying(
                        MpiException.class,
                        error -> assertThat(error.errorClass()).isEqualTo(ErrorClass.COMM));
    }

    @OnEveryChannel
    @DisplayName("ASK-5 a question that its handler gave back fails when the communicator is revoked")
    void revoked(Ranks ranks) {
        List<Communicator> dups = dups(ranks);
        Recorder<byte[]> asked = returned(ranks, dups.get(0), dups.get(1), TAG);
        dups.get(0).failures().revoke().block(TIMEOUT);
        assertThat(signals(asked)).singleElement().isInstanceOf(RevokedException.class);
    }
}
