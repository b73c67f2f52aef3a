package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.reactivempi.LockType.EXCLUSIVE;
import static org.reactivempi.LockType.SHARED;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.dup;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.assertComplete;
import static org.reactivempi.conformance.window.Ends.awaited;
import static org.reactivempi.conformance.window.Ends.group;
import static org.reactivempi.conformance.window.Ends.longAt;
import static org.reactivempi.conformance.window.Ends.read;
import static org.reactivempi.conformance.window.Ends.run;
import static org.reactivempi.conformance.window.Ends.settle;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.ProcessFailedException;
import org.reactivempi.RevokedException;
import org.reactivempi.Window;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.conformance.Traffic;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** A rank that dies while others use its memory, or wait for it; and communicators that are revoked. */
class WindowFailureTest extends NamedEnds {

    static final String SOON = "reconnect-timeout=500ms";
    static final String NO_STALLS = "stall-after=0s";
    /** A check would wait for a rank that the test is not about. */
    static final String NO_CHECK = "check-collectives=off";

    static void kill(Ranks ranks, int rank) {
        run(ranks.abort(rank, "killed by the test"));
        Traffic.lossesAreNoticed(ranks);
    }

    private static void assertFailed(Recorder<?> recorder, int rank) {
        assertThat(awaited(recorder)).singleElement().isInstanceOfSatisfying(ProcessFailedException.class, failure -> {
            assertThat(failure.errorClass()).isEqualTo(ErrorClass.PROC_FAILED);
            assertThat(failure.rank()).isEqualTo(rank);
        });
    }

    private static void assertFailsByLoss(Mono<?> operation) {
        StepVerifier.create(operation).expectError(ProcessFailedException.class).verify(TIMEOUT);
    }

    /** It is freed all the same, on each of those that are left. */
    private static void freeWithoutTheLost(List<Window> left) {
        List<Recorder<Void>> freed =
                left.stream().map(end -> started(end.free())).toList();
        freed.forEach(each -> assertThat(awaited(each)).singleElement().isInstanceOf(ProcessFailedException.class));
        left.forEach(end -> assertFails(end.lock(SHARED, end.rank()), ErrorClass.WIN));
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, NO_STALLS, NO_CHECK})
    @DisplayName("WIN-50 the lock of a rank that dies is free: those that wait for it get it, in their order")
    void holder(Ranks ranks) {
        allocate(ranks, 1);
        run(ends.get(2).lock(EXCLUSIVE, 0).then(ends.get(2).put(Buffers.longs(1), 0, 0)));
        Recorder<Void> waiting = started(one.lock(EXCLUSIVE, 0));
        settle(ranks);
        Recorder<Void> next = started(zero.lock(SHARED, 0));
        settle(ranks);
        assertThat(waiting.signals()).isEmpty();
        kill(ranks, 2);

        assertComplete(waiting);
        assertThat(next.signals()).isEmpty();
        run(one.put(Buffers.longs(7), 0, 0).then(one.unlock(0)));
        assertComplete(next);
        assertThat(longAt(zero, 0)).isEqualTo(7);
        run(zero.unlock(0));
        assertThat(read(one, 0, 1)).containsExactly(7);
        freeWithoutTheLost(List.of(zero, one));
    }

    @OnEveryChannel(
            ranks = 4,
            virtualTime = true,
            settings = {SOON, NO_STALLS, NO_CHECK})
    @DisplayName("WIN-50 the next holder of a lock knows which rank has died with it, and those after it don't")
    void abandoned(Ranks ranks) {
        allocate(ranks, 1);
        run(ends.get(3)
                .lock(EXCLUSIVE, 0)
                .then(ends.get(3).lock(EXCLUSIVE, 1))
                .then(ends.get(3).lock(SHARED, 2)));
        Recorder<Void> next = started(one.lock(EXCLUSIVE, 0));
        settle(ranks);
        Recorder<Void> last = started(two.lock(EXCLUSIVE, 0));
        settle(ranks);
        kill(ranks, 3);

        assertComplete(next);
        assertThat(one.abandonedBy(0)).hasValue(3);
        assertThat(two.abandonedBy(0)).isEmpty();
        run(one.put(Buffers.longs(7), 0, 0).then(one.unlock(0)));
        assertThat(one.abandonedBy(0)).isEmpty();
        assertComplete(last);
        assertThat(two.abandonedBy(0)).isEmpty();
        run(two.unlock(0));

        // Also its own memory's, a lock that is wanted only then, and one that several share, by lockAll or not.
        run(zero.lock(SHARED, 1).then(two.lockAll()));
        run(two.get(Buffers.of(new long[1]), 1, 0).then(two.flush(1)));
        assertThat(zero.abandonedBy(1)).hasValue(3);
        assertThat(two.abandonedBy(1)).hasValue(3);
        run(two.unlockAll().then(zero.unlock(1)));
        run(one.lock(EXCLUSIVE, 1));
        assertThat(one.abandonedBy(1)).isEmpty();
        run(one.unlock(1));
        // It has shared that one.
        run(zero.lock(EXCLUSIVE, 2));
        assertThat(zero.abandonedBy(2)).isEmpty();
        assertThat(zero.abandonedBy(Mpi.PROC_NULL)).isEmpty();
        assertThat(catchThrowable(() -> zero.abandonedBy(4)))
                .isInstanceOfSatisfying(
                        MpiException.class,
                        wrong -> assertThat(wrong.errorClass()).isEqualTo(ErrorClass.RANK));
        run(zero.unlock(2));
        freeWithoutTheLost(List.of(zero, one, two));
    }

    @OnEveryChannel(
            ranks = 2,
            virtualTime = true,
            settings = {SOON, NO_STALLS, NO_CHECK})
    @DisplayName("WIN-50 a rank that locks its own memory knows which rank has died with that lock")
    void abandonedHere(Ranks ranks) {
        allocate(ranks, 1);
        run(ends.get(1).lock(EXCLUSIVE, 0));
        Recorder<Void> next = started(zero.lock(EXCLUSIVE, 0));
        settle(ranks);
        assertThat(next.signals()).isEmpty();
        kill(ranks, 1);
        assertComplete(next);
        assertThat(zero.abandonedBy(0)).hasValue(1);
        run(zero.unlock(0));
        assertThat(zero.abandonedBy(0)).isEmpty();
        freeWithoutTheLost(List.of(zero));
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, NO_STALLS, NO_CHECK})
    @DisplayName(
            "WIN-50 a rank that dies while it waits for a lock leaves the queue, and one that shares a lock leaves it to the others")
    void waiter(Ranks ranks) {
        allocate(ranks, 1);
        run(two.lock(SHARED, 1));
        run(zero.lock(SHARED, 1).then(zero.lock(EXCLUSIVE, 0)));
        Recorder<Void> lost = started(two.lock(EXCLUSIVE, 0));
        settle(ranks);
        Recorder<Void> behind = started(one.lock(EXCLUSIVE, 0));
        settle(ranks);
        kill(ranks, 2);
        assertThat(awaited(lost)).singleElement().isInstanceOf(Throwable.class);

        Recorder<Void> exclusive = started(one.lock(EXCLUSIVE, 1));
        settle(ranks, 0, 1);
        assertThat(behind.signals()).isEmpty();
        assertThat(exclusive.signals()).isEmpty();
        run(zero.put(Buffers.longs(3), 1, 0).then(zero.unlock(1)));
        assertComplete(exclusive);
        run(zero.unlock(0));
        assertComplete(behind);
        run(one.unlock(0).then(one.unlock(1)));
        assertThat(longAt(one, 0)).isEqualTo(3);
        freeWithoutTheLost(List.of(zero, one));
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, NO_STALLS, NO_CHECK})
    @DisplayName(
            "WIN-50 what waits for a target that dies fails, and later calls with it; epochs with it end, and others go on")
    void target(Ranks ranks) {
        allocate(ranks, 1);
        run(zero.lock(EXCLUSIVE, 2).then(zero.put(Buffers.longs(1), 2, 0)));
        Recorder<Void> waiting = started(one.lock(EXCLUSIVE, 2));
        settle(ranks);
        kill(ranks, 2);

        assertFailed(waiting, 2);
        assertFailsByLoss(zero.longs().fetchAndOp(1L, 2, 0, Op.SUM));
        assertFailsByLoss(zero.flush(2));
        assertFailsByLoss(zero.unlock(2));
        assertFailsByLoss(zero.lock(SHARED, 2));
        run(zero.locked(EXCLUSIVE, 1, w -> w.put(Buffers.longs(9), 1, 0)));
        assertThat(read(one, 1, 1)).containsExactly(9);
        assertThat(one.lockedAll(w -> w.longs().fetchAndOp(1L, 0, 0, Op.SUM)).block(TIMEOUT))
                .isZero();
        freeWithoutTheLost(List.of(zero, one));
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, NO_STALLS, NO_CHECK})
    @DisplayName("WIN-50 operations on the way to a target that dies fail, under lockAll as well, and unlockAll ends")
    void operations(Ranks ranks) {
        allocate(ranks, 1);
        // So what rank 0 wants there waits.
        run(one.lock(EXCLUSIVE, 2));
        run(zero.lockAll());
        Recorder<Long> fetched = started(zero.longs().fetchAndOp(1L, 2, 0, Op.SUM));
        Recorder<Void> got = started(zero.get(Buffers.of(new long[1]), 2, 0));
        Recorder<Void> flushed = started(zero.flush(2));
        run(zero.accumulate(Buffers.longs(4), 1, 0, Op.SUM).then(zero.flush(1)));
        settle(ranks);
        assertThat(fetched.signals()).isEmpty();
        kill(ranks, 2);

        assertFailed(fetched, 2);
        assertFailed(got, 2);
        assertFailed(flushed, 2);
        run(zero.accumulate(Buffers.longs(4), 1, 0, Op.SUM).then(zero.flush(1)));
        // Whether it still has to tell of the loss is its own affair; the epoch is over in any case.
        run(zero.unlockAll().onErrorComplete(ProcessFailedException.class));
        assertFailsByLoss(one.unlock(2));
        run(one.lock(EXCLUSIVE, 1).then(one.unlock(1)));
        assertThat(longAt(one, 0)).isEqualTo(8);
        freeWithoutTheLost(List.of(zero, one));
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, NO_STALLS, NO_CHECK})
    @DisplayName("WIN-50 the death of a rank that has no part in an epoch changes nothing of it")
    void third(Ranks ranks) {
        allocate(ranks, 2);
        run(zero.lock(EXCLUSIVE, 1).then(zero.put(Buffers.longs(5), 1, 0)));
        run(one.post(group(one, 0)));
        kill(ranks, 2);
        run(zero.flush(1).then(zero.put(Buffers.longs(6), 1, 1)).then(zero.unlock(1)));
        assertThat(longAt(one, 0) + longAt(one, 1)).isEqualTo(11);
        run(zero.start(group(zero, 1)).then(zero.put(Buffers.longs(8), 1, 0)).then(zero.complete()));
        run(one.waitFor());
        assertThat(longAt(one, 0)).isEqualTo(8);
        run(zero.lockAll().then(zero.put(Buffers.longs(9), 1, 0)).then(zero.unlockAll()));
        assertThat(longAt(one, 0)).isEqualTo(9);
        freeWithoutTheLost(List.of(zero, one));
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, NO_STALLS, NO_CHECK})
    @DisplayName("WIN-50 a fence without a rank that has died fails on all others; what needs it not works on")
    void fence(Ranks ranks) {
        allocate(ranks, 1);
        Ends.fence(ends);
        Recorder<Void> first = started(zero.fence());
        Recorder<Void> second = started(one.fence());
        settle(ranks);
        kill(ranks, 2);
        assertFailed(first, 2);
        assertFailed(second, 2);
        run(one.locked(EXCLUSIVE, 0, w -> w.put(Buffers.longs(4), 0, 0)));
        assertThat(longAt(zero, 0)).isEqualTo(4);
        freeWithoutTheLost(List.of(zero, one));
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, NO_STALLS, NO_CHECK})
    @DisplayName("WIN-50 what waits until a fence is over at its target goes on when the fence fails, there or here")
    void afterAFence(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        Ends.fence(ends);
        Recorder<Void> fenced = started(zero.fence());
        Recorder<Long> fetched = started(zero.longs().fetchAndOp(5L, 1, 0, Op.SUM));
        Recorder<Long> lost = started(zero.longs().fetchAndOp(5L, 2, 0, Op.SUM));
        settle(ranks);
        assertThat(fetched.signals()).isEmpty();
        kill(ranks, 2);
        assertFailed(fenced, 2);
        assertFailed(lost, 2);
        // Rank 1 has not come to that fence, and need not.
        assertThat(awaited(fetched)).containsExactly(0L, "complete");
        assertFailsByLoss(zero.fence());
        assertFailsByLoss(one.fence());
        run(one.locked(EXCLUSIVE, 0, w -> w.put(Buffers.longs(4), 0, 0)));
        run(zero.locked(EXCLUSIVE, 1, w -> w.accumulate(Buffers.longs(1), 1, 0, Op.SUM)));
        assertThat(longAt(zero, 0)).isEqualTo(4);
        assertThat(longAt(one, 0)).isEqualTo(6);
        freeWithoutTheLost(List.of(zero, one));
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, NO_STALLS, NO_CHECK})
    @DisplayName(
            "WIN-50 a fence to which a rank has come before it dies needs it no more; it opens memory where it fails as well")
    void diesAfterItsPart(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        Ends.fence(ends);
        Recorder<Void> own = started(zero.fence());
        Recorder<Void> last =
                started(ends.get(2).put(Buffers.longs(8), 1, 0).then(ends.get(2).fence()));
        Recorder<Long> fetched = started(zero.longs().fetchAndOp(1L, 1, 0, Op.SUM));
        settle(ranks);
        assertThat(fetched.signals()).isEmpty();
        kill(ranks, 2);
        assertThat(awaited(last)).last().isInstanceOf(Throwable.class);
        // It has nothing for rank 2, which has come; rank 1 has a part for it when it comes to the fence, and fails.
        assertThat(own.signals()).isEmpty();
        assertFailsByLoss(one.fence());
        assertComplete(own);
        assertThat(awaited(fetched)).containsExactly(8L, "complete");
        assertFailsByLoss(zero.fence());
        freeWithoutTheLost(List.of(zero, one));
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, NO_STALLS, NO_CHECK})
    @DisplayName("WIN-50 free ends where a fence that nobody awaits lacks one who lives, and another one has died")
    void freeAfterFences(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        Recorder<Void> fenced = started(zero.fence());
        Recorder<Void> last = started(ends.get(2).fence());
        Recorder<Void> freed = started(zero.free());
        settle(ranks);
        assertThat(freed.signals()).isEmpty();
        kill(ranks, 2);
        // Rank 1 frees it without having come to the fence.
        freeWithoutTheLost(List.of(one));
        assertThat(awaited(freed)).singleElement().isInstanceOf(ProcessFailedException.class);
        assertThat(awaited(fenced)).singleElement().isInstanceOf(Throwable.class);
        assertThat(awaited(last)).singleElement().isInstanceOf(Throwable.class);
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, NO_STALLS, NO_CHECK})
    @DisplayName("WIN-50 who waits for a post, or for a complete, of a rank that dies is told so, and may begin anew")
    void postAndStart(Ranks ranks) {
        allocate(ranks, 1);
        run(zero.start(group(zero, 1, 2)));
        run(one.post(group(one, 0, 2)));
        Recorder<Void> put = started(zero.put(Buffers.longs(1), 1, 0));
        Recorder<Long> unposted = started(zero.longs().fetchAndOp(1L, 2, 0, Op.SUM));
        assertComplete(put);
        Recorder<Void> waited = started(one.waitFor());
        settle(ranks);
        kill(ranks, 2);
        assertFailed(unposted, 2);
        run(zero.complete().onErrorComplete(ProcessFailedException.class));
        assertFailed(waited, 2);

        run(one.post(group(one, 0)));
        run(zero.start(group(zero, 1)).then(zero.put(Buffers.longs(6), 1, 0)).then(zero.complete()));
        run(one.waitFor());
        assertThat(longAt(one, 0)).isEqualTo(6);
        freeWithoutTheLost(List.of(zero, one));
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, NO_STALLS, NO_CHECK})
    @DisplayName("WIN-50 free that waits for a rank that dies ends, and so does the making of a window")
    void freeAndMake(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        List<Recorder<Void>> freed = Stream.of(ends.get(0), ends.get(1))
                .map(end -> started(end.free()))
                .toList();
        List<Recorder<Window>> made = Stream.of(0, 1)
                .map(rank -> started(ranks.world(rank).windows().allocate(8)))
                .toList();
        settle(ranks);
        kill(ranks, 2);
        freed.forEach(each -> assertFailed(each, 2));
        made.forEach(each -> assertFailed(each, 2));
        assertFails(ends.get(0).lockAll(), ErrorClass.WIN);
        assertFails(ends.get(1).lockAll(), ErrorClass.WIN);
    }

    @OnEveryChannel(
            ranks = 3,
            virtualTime = true,
            settings = {SOON, NO_STALLS, NO_CHECK})
    @DisplayName(
            "WIN-50 who completes after the loss of another origin has ended that epoch has no part in the next one")
    void lateComplete(Ranks ranks) {
        allocate(ranks, 1);
        run(one.post(group(one, 0, 2)));
        run(zero.start(group(zero, 1)));
        kill(ranks, 2);
        assertFailsByLoss(one.waitFor());
        run(zero.put(Buffers.longs(3), 1, 0).then(zero.complete()));
        settle(ranks, 0, 1);

        run(one.post(group(one, 0)));
        run(zero.start(group(zero, 1)));
        settle(ranks, 0, 1);
        assertThat(Ends.value(one.test())).isFalse();
        run(zero.put(Buffers.longs(5), 1, 0).then(zero.complete()));
        run(one.waitFor());
        assertThat(longAt(one, 0)).isEqualTo(5);
        freeWithoutTheLost(List.of(zero, one));
    }

    @OnEveryChannel
    @DisplayName("WIN-50 the memory of a long put that a revocation ends is not read any more")
    void longPutRevoked(Ranks ranks) {
        int length = 6_000_000;
        List<Communicator> copies = dup(worlds(ranks));
        List<Window> ends = onAll(copies, copy -> copy.windows().allocate(length, Datatype.BYTE));
        byte[] data = new byte[length];
        Window zero = ends.get(0);
        run(zero.lock(EXCLUSIVE, 1));
        List<Recorder<Void>> puts = Stream.generate(() -> zero.put(Buffers.of(data), 1, 0))
                .limit(5)
                .map(put -> started(put))
                .toList();
        run(copies.get(0).failures().revoke());
        puts.forEach(put -> awaited(put));
        Arrays.fill(data, (byte) 0x55);
        // What is long takes turns with the put, if that still went on.
        byte[] room = new byte[length];
        for (int i = 0; i < 3; i++) {
            run(Mono.when(
                    ranks.world(0).isend(Buffers.of(new byte[length]), 1, 9),
                    ranks.world(1).irecv(Buffers.of(room), 0, 9)));
        }
        byte[] found = new byte[length];
        Ends.memory(ends.get(1)).duplicate().get(found);
        assertThat(Arrays.mismatch(found, new byte[length])).isEqualTo(-1);
        onAll(ends, Window::free);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-50 revoking a communicator ends what waits in its windows, and nothing in others")
    void revoked(Ranks ranks) {
        List<Communicator> copies = dup(worlds(ranks));
        List<Window> ends = onAll(copies, copy -> copy.windows().allocate(1, Datatype.LONG));
        List<Window> posted = onAll(copies, copy -> copy.windows().allocate(1, Datatype.LONG));
        List<Window> fenced = onAll(copies, copy -> copy.windows().allocate(1, Datatype.LONG));
        List<Window> freed = onAll(copies, copy -> copy.windows().allocate(1, Datatype.LONG));
        List<Window> others = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        run(zero.lock(EXCLUSIVE, 1));
        run(posted.get(0).start(group(zero, 1)));
        run(posted.get(1).post(group(one, 2)));
        List<Recorder<Object>> waiting = Stream.<Mono<?>>of(
                        one.lock(EXCLUSIVE, 1),
                        ends.get(2).lock(SHARED, 1),
                        posted.get(0).longs().fetchAndOp(1L, 1, 0, Op.SUM),
                        posted.get(0).complete(),
                        fenced.get(0).fence(),
                        fenced.get(1).fence(),
                        freed.get(1).free(),
                        posted.get(1).waitFor())
                .map(operation -> started(operation.cast(Object.class)))
                .toList();
        settle(ranks);
        waiting.forEach(each -> assertThat(each.signals()).isEmpty());
        run(copies.get(2).failures().revoke());

        waiting.forEach(each -> assertThat(awaited(each)).last().isInstanceOf(RevokedException.class));
        for (Mono<?> later : List.<Mono<?>>of(
                zero.lock(SHARED, 2),
                zero.put(Buffers.longs(1), 1, 0),
                zero.flush(1),
                ends.get(2).fence(),
                ends.get(2).lockAll())) {
            StepVerifier.create(later).expectError(RevokedException.class).verify(TIMEOUT);
        }
        run(others.get(0).locked(EXCLUSIVE, 1, w -> w.put(Buffers.longs(5), 1, 0)));
        assertThat(longAt(others.get(1), 0)).isEqualTo(5);
        Ends.free(others);
        // Each by itself, and whether with an error or without: it ends.
        for (Window end : List.of(ends.get(2), zero, one, fenced.get(1))) {
            run(end.free().onErrorComplete(RevokedException.class));
            assertFails(end.lock(SHARED, 0), ErrorClass.WIN);
        }
    }
}
