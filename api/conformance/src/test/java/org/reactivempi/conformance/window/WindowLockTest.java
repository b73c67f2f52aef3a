package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.LockType.EXCLUSIVE;
import static org.reactivempi.LockType.SHARED;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.assertComplete;
import static org.reactivempi.conformance.window.Ends.awaited;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.longAt;
import static org.reactivempi.conformance.window.Ends.memory;
import static org.reactivempi.conformance.window.Ends.run;
import static org.reactivempi.conformance.window.Ends.settle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Assertion;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.Op;
import org.reactivempi.Window;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Epochs of an origin by itself: who shuts out whom, and who is next. */
class WindowLockTest {

    private static final int ROUNDS = 15;

    @OnEveryChannel(ranks = 4)
    @DisplayName("WIN-29 of what several ranks read and write under an exclusive lock, nothing gets lost")
    void exclusive(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        onAll(ends, end -> Ends.inTurn(ROUNDS, i -> raise(end, 1)));
        assertThat(longAt(ends.get(1), 0)).isEqualTo(4L * ROUNDS);
        free(ends);
    }

    /** By a get and a put, which others must not come between. */
    private static Mono<Void> raise(Window end, int target) {
        long[] room = new long[1];
        return end.lock(EXCLUSIVE, target)
                .then(end.get(Buffers.of(room), target, 0))
                .then(Mono.defer(() -> end.put(Buffers.longs(room[0] + 1), target, 0)))
                .then(end.unlock(target));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-29, WIN-22 a rank that has locked its own memory loads and stores there, and the others see it")
    void ownMemory(Ranks ranks) {
        long[][] memory = new long[3][1];
        List<Window> ends = Ends.over(ranks, memory);
        onAll(
                ends,
                end -> Ends.inTurn(
                        ROUNDS,
                        i -> end.rank() == 1
                                ? end.lock(EXCLUSIVE, 1)
                                        .then(Mono.fromRunnable(() -> memory[1][0]++))
                                        .then(end.unlock(1))
                                : raise(end, 1)));
        assertThat(memory[1]).containsExactly(3L * ROUNDS);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-29, WIN-30 an exclusive lock waits for shared ones, shared ones for an exclusive one, in the order in which they came")
    void order(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        Window two = ends.get(2);
        run(zero.lock(SHARED, 0));
        Recorder<Void> exclusive = started(one.lock(EXCLUSIVE, 0));
        settle(ranks, 0, 1);
        // It could be held at a time with the first, and does not pass the one before it.
        Recorder<Void> shared = started(two.lock(SHARED, 0));
        settle(ranks, 0, 2);
        assertThat(exclusive.signals()).isEmpty();
        assertThat(shared.signals()).isEmpty();

        run(zero.unlock(0));
        assertComplete(exclusive);
        settle(ranks);
        assertThat(shared.signals()).isEmpty();
        Recorder<Void> again = started(zero.lock(SHARED, 0));
        run(one.put(Buffers.longs(5), 0, 0).then(one.unlock(0)));
        assertComplete(shared);
        assertComplete(again);
        run(zero.unlock(0));
        run(two.unlock(0));
        free(ends);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("WIN-30 shared locks that follow each other are held at a time")
    void sharedTogether(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        run(ends.get(0).lock(EXCLUSIVE, 3));
        List<Recorder<Void>> shared = new ArrayList<>();
        for (int rank = 1; rank < 4; rank++) {
            shared.add(started(ends.get(rank).lock(SHARED, 3)));
        }
        settle(ranks);
        shared.forEach(each -> assertThat(each.signals()).isEmpty());
        run(ends.get(0).unlock(3));
        shared.forEach(Ends::assertComplete);
        for (int rank = 1; rank < 4; rank++) {
            run(ends.get(rank).unlock(3));
        }
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-30 a rank that wants it exclusively gets its turn among others who take it again and again")
    void noneStarves(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        boolean[] over = new boolean[1];
        List<Mono<Void>> busy = new ArrayList<>();
        for (int rank : new int[] {0, 1}) {
            Window end = ends.get(rank);
            Mono<Void> again = Flux.range(0, Integer.MAX_VALUE)
                    .takeWhile(i -> !over[0])
                    .concatMap(i -> end.lock(SHARED, 0)
                            .then(end.accumulate(Buffers.longs(1), 0, 0, Op.SUM))
                            .then(end.unlock(0)))
                    .then()
                    .cache();
            again.subscribe();
            busy.add(again);
        }
        try {
            run(Ends.inTurn(
                    ROUNDS, i -> ends.get(2).lock(EXCLUSIVE, 0).then(ends.get(2).unlock(0))));
        } finally {
            over[0] = true;
        }
        run(Mono.when(busy));
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-31 a rank holds locks at several targets and at itself, and releases them in any order")
    void severalTargets(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window one = ends.get(1);
        run(one.lock(EXCLUSIVE, 2).then(one.lock(SHARED, 0)).then(one.lock(EXCLUSIVE, 1)));
        run(Mono.when(
                one.put(Buffers.longs(10), 0, 0), one.put(Buffers.longs(11), 1, 0), one.put(Buffers.longs(12), 2, 0)));
        run(one.unlock(0));
        assertThat(longAt(ends.get(0), 0)).isEqualTo(10);
        assertFails(one.put(Buffers.longs(1), 0, 0), ErrorClass.RMA_SYNC);
        run(one.unlock(2));
        assertThat(longAt(ends.get(2), 0)).isEqualTo(12);
        run(one.lock(SHARED, 0).then(one.unlock(1)).then(one.unlock(0)));
        assertThat(longAt(one, 0)).isEqualTo(11);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-32 lockAll shuts out exclusive locks of others where it has been used, and at the own memory at once")
    void lockAll(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Window two = ends.get(2);
        run(zero.lockAll().then(zero.put(Buffers.longs(1), 1, 0)).then(zero.flush(1)));
        run(ends.get(1).lockAll().then(ends.get(1).accumulate(Buffers.longs(1), 1, 0, Op.SUM)));
        Recorder<Void> used = started(two.lock(EXCLUSIVE, 1));
        Recorder<Void> own = started(two.lock(EXCLUSIVE, 0));
        settle(ranks);
        assertThat(used.signals()).isEmpty();
        assertThat(own.signals()).isEmpty();
        // It has not been used.
        run(ends.get(1).unlockAll());
        settle(ranks);
        assertThat(used.signals()).isEmpty();
        run(zero.unlockAll());
        assertComplete(used);
        assertComplete(own);
        run(two.unlock(0).then(two.unlock(1)));
        assertThat(longAt(ends.get(1), 0)).isEqualTo(2);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-32, WIN-29 an operation under lockAll waits for an exclusive lock of another rank, and is not seen before")
    void lockAllWaits(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Window two = ends.get(2);
        run(zero.lock(EXCLUSIVE, 1));
        run(two.lockAll());
        Recorder<Long> fetched = started(two.longs().fetchAndOp(1L, 1, 0, Op.SUM));
        two.put(Buffers.longs(3), 0, 0).subscribe();
        run(two.flush(0));
        settle(ranks);
        assertThat(fetched.signals()).isEmpty();
        assertThat(longAt(ends.get(1), 0)).isZero();
        run(zero.put(Buffers.longs(40), 1, 0).then(zero.unlock(1)));
        assertThat(awaited(fetched)).startsWith(40L);
        run(two.unlockAll());
        assertThat(longAt(ends.get(1), 0)).isEqualTo(41);
        assertThat(longAt(zero, 0)).isEqualTo(3);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-33 unlock waits for operations that nobody awaits, short and long: a third rank sees them")
    void unawaited(Ranks ranks) {
        int count = 100_000;
        List<Window> ends = allocated(ranks, count, Datatype.LONG);
        Window zero = ends.get(0);
        for (boolean all : new boolean[] {false, true}) {
            run(all ? zero.lockAll() : zero.lock(EXCLUSIVE, 1));
            long[] data = new long[count];
            Arrays.fill(data, all ? 7 : 4);
            zero.put(Buffers.of(data), 1, 0).subscribe();
            run(zero.flush(1));
            for (int i = 0; i < 200; i++) {
                zero.put(Buffers.longs(1000 + i), 1, 3 * i).subscribe();
                zero.accumulate(Buffers.longs(i), 1, 3 * i + 1, Op.SUM).subscribe();
            }
            run(all ? zero.unlockAll() : zero.unlock(1));
            long[] seen = Ends.read(ends.get(2), 1, count);
            for (int i = 0; i < count; i++) {
                long wanted = all ? 7 : 4;
                if (i < 600 && i % 3 == 0) {
                    wanted = 1000 + i / 3;
                } else if (i < 600 && i % 3 == 1) {
                    wanted += i / 3;
                }
                assertThat(seen[i]).as("%d", i).isEqualTo(wanted);
            }
        }
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-33 locks without an operation, one after the other, end")
    void withoutOperations(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        onAll(
                ends,
                end -> Ends.inTurn(
                        ROUNDS,
                        i -> end.lock(i % 2 == 0 ? EXCLUSIVE : SHARED, i % 3 == 0 ? 0 : 1)
                                .then(end.unlock(i % 3 == 0 ? 0 : 1))
                                .then(end.lockAll())
                                .then(end.unlockAll())));
        free(ends);
    }

    @OnEveryChannel(settings = "window-check=off")
    @DisplayName("WIN-37 NO_CHECK where nobody else has a lock changes no result, and takes none")
    void noCheck(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        run(zero.lock(EXCLUSIVE, 1, Assertion.NO_CHECK)
                .then(zero.put(Buffers.longs(3), 1, 0))
                .then(zero.unlock(1)));
        assertThat(longAt(ends.get(1), 0)).isEqualTo(3);
        run(zero.lockAll(Assertion.NO_CHECK)
                .then(zero.accumulate(Buffers.longs(3), 1, 0, Op.SUM))
                .then(zero.flush(1)));
        assertThat(longAt(ends.get(1), 0)).isEqualTo(6);
        run(ends.get(1).lock(EXCLUSIVE, 1).then(ends.get(1).unlock(1)));
        run(zero.unlockAll());
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-33 locked and lockedAll release when their body has completed, failed, or been cancelled")
    void chains(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        assertThat(zero.locked(EXCLUSIVE, 1, w -> w.put(Buffers.longs(1), 1, 0).thenReturn("one"))
                        .block(TIMEOUT))
                .isEqualTo("one");
        assertFree(one);
        assertThat(zero.locked(
                                EXCLUSIVE,
                                1,
                                w -> w.put(Buffers.longs(2), 1, 0)
                                        .then(Mono.<String>error(new IllegalStateException("of the test"))))
                        .onErrorResume(IllegalStateException.class, e -> Mono.just(e.getMessage()))
                        .block(TIMEOUT))
                .isEqualTo("of the test");
        assertFree(one);
        assertThat(longAt(one, 0)).isEqualTo(2);
        assertThat(zero.locked(EXCLUSIVE, 1, w -> {
                            throw new IllegalStateException("thrown");
                        })
                        .thenReturn("")
                        .onErrorResume(IllegalStateException.class, e -> Mono.just(e.getMessage()))
                        .block(TIMEOUT))
                .isEqualTo("thrown");
        assertFree(one);
        Recorder<Object> cancelled = started(zero.locked(EXCLUSIVE, 1, w -> Mono.never()));
        settle(ranks);
        cancelled.cancel();
        assertFree(one);
        Recorder<Object> all = started(zero.lockedAll(w -> w.flush(1).then(Mono.never())));
        settle(ranks);
        all.cancel();
        assertFree(one);
        onAll(ends, end -> end.fence(Assertion.NO_PRECEDE, Assertion.NO_SUCCEED));
        free(ends);
    }

    /** Its own memory is locked by nobody. */
    private static void assertFree(Window end) {
        run(end.lock(EXCLUSIVE, end.rank()).then(end.unlock(end.rank())));
    }

    @OnEveryChannel
    @DisplayName("WIN-21, WIN-34, WIN-36 a target that only loads sees what was flushed; sync is for epochs of locks")
    void loads(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        run(zero.lock(EXCLUSIVE, 1));
        for (long i = 1; i <= ROUNDS; i++) {
            run(zero.put(Buffers.longs(i), 1, 0).then(zero.flush(1)));
            settle(ranks);
            assertThat(memory(one).getLong(0)).isEqualTo(i);
        }
        run(zero.unlock(1));
        run(one.lock(SHARED, 1).then(one.sync()).then(one.unlock(1)));
        run(one.lockAll().then(one.sync()).then(one.unlockAll()));
        assertFails(one.sync(), ErrorClass.RMA_SYNC);
        free(ends);
    }
}
