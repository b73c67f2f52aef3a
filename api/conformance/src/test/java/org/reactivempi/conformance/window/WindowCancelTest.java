package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.LockType.EXCLUSIVE;
import static org.reactivempi.LockType.SHARED;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.assertComplete;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.group;
import static org.reactivempi.conformance.window.Ends.longAt;
import static org.reactivempi.conformance.window.Ends.memory;
import static org.reactivempi.conformance.window.Ends.run;
import static org.reactivempi.conformance.window.Ends.settle;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.Op;
import org.reactivempi.Window;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** What becomes of operations and locks that are cancelled. */
class WindowCancelTest {

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-52 a lock that is cancelled while it waits leaves the queue, and may be asked for again")
    void waitingLock(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        Window two = ends.get(2);
        run(zero.lock(SHARED, 0));
        Recorder<Void> cancelled = started(one.lock(EXCLUSIVE, 0));
        settle(ranks);
        Recorder<Void> behind = started(two.lock(SHARED, 0));
        settle(ranks);
        assertThat(behind.signals()).isEmpty();
        cancelled.cancel();
        // It was the only one in the way.
        assertComplete(behind);
        assertThat(cancelled.signals()).isEmpty();

        Recorder<Void> again = started(one.lock(EXCLUSIVE, 0));
        settle(ranks);
        assertThat(again.signals()).isEmpty();
        run(two.unlock(0));
        run(zero.unlock(0));
        assertComplete(again);
        run(one.put(Buffers.longs(3), 0, 0).then(one.unlock(0)));
        assertThat(longAt(zero, 0)).isEqualTo(3);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-52 a lock that is cancelled at any moment, granted or not, stays with nobody")
    void lockAtAnyMoment(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        for (int i = 0; i < 24; i++) {
            Recorder<Void> cancelled = started(zero.lock(EXCLUSIVE, 1));
            for (int turn = 0; turn < i % 6; turn++) {
                ranks.pending(0).block(TIMEOUT);
            }
            cancelled.cancel();
            // A signal that was on its way has come then.
            ranks.pending(0).block(TIMEOUT);
            if (cancelled.signals().isEmpty()) {
                run(ends.get(1).lock(EXCLUSIVE, 1).then(ends.get(1).unlock(1)));
            } else {
                run(zero.unlock(1));
            }
            run(zero.lock(EXCLUSIVE, 1).then(zero.unlock(1)));
        }
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-52 an operation that waits for its target's post is taken back when it is cancelled")
    void notLeft(Ranks ranks) {
        List<Window> ends = allocated(ranks, 2, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        run(zero.start(group(zero, 1)));
        long[] data = {5};
        long[] room = {-1};
        Recorder<Void> put = started(zero.accumulate(Buffers.of(data), 1, 0, Op.SUM));
        Recorder<Void> fetched = started(zero.fetchAndOp(Buffers.longs(9), Buffers.of(room), 1, 1, Op.SUM));
        settle(ranks);
        assertThat(fetched.signals()).isEmpty();
        boolean hasLeft = !put.signals().isEmpty();
        put.cancel();
        fetched.cancel();
        room[0] = -2;
        // The rank has heard of that, too.
        ranks.pending(0).block(TIMEOUT);
        if (!hasLeft) {
            data[0] = 1000;
        }
        run(one.post(group(one, 0)));
        run(zero.complete());
        run(one.waitFor());
        assertThat(longAt(one, 0)).isEqualTo(hasLeft ? 5 : 0);
        assertThat(longAt(one, 1)).isZero();
        assertThat(room).containsExactly(-2);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-52 the room of a get that is cancelled is the program's at once, and nothing comes into it later")
    void room(Ranks ranks) {
        int length = 2_000_000;
        List<Window> ends = allocated(ranks, length, Datatype.BYTE);
        memory(ends.get(1)).duplicate().put(pattern(9, length));
        Window zero = ends.get(0);
        byte[] room = new byte[length];
        for (int i = 0; i < 8; i++) {
            run(zero.lock(SHARED, 1));
            Recorder<Void> get = started(zero.get(Buffers.of(room), 1, 0));
            for (int turn = 0; turn < i; turn++) {
                ranks.pending(0).block(TIMEOUT);
            }
            get.cancel();
            Arrays.fill(room, (byte) 0x5A);
            run(zero.unlock(1));
            settle(ranks);
            byte[] wanted = new byte[length];
            Arrays.fill(wanted, (byte) 0x5A);
            assertThat(Arrays.mismatch(room, wanted)).as("after %d turns", i).isEqualTo(-1);
        }
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-52 an operation that has left takes effect when it is cancelled, and only its result is dropped")
    void hasLeft(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        int applied = 0;
        for (int i = 0; i < 40; i++) {
            run(zero.lock(EXCLUSIVE, 1));
            long[] room = {-1};
            Recorder<Void> fetched = started(zero.fetchAndOp(Buffers.longs(1), Buffers.of(room), 1, 0, Op.SUM));
            for (int turn = 0; turn < i % 4; turn++) {
                ranks.pending(0).block(TIMEOUT);
            }
            fetched.cancel();
            ranks.pending(0).block(TIMEOUT);
            boolean hasCome = !fetched.signals().isEmpty();
            long before = room[0];
            run(zero.unlock(1));
            assertThat(room[0]).isEqualTo(before);
            long now = longAt(ends.get(1), 0);
            assertThat(now).isBetween((long) applied, applied + 1L);
            if (hasCome) {
                assertThat(now).isEqualTo(applied + 1);
            }
            applied = (int) now;
        }
        // In forty times it was not always fast enough.
        assertThat(applied).isPositive();
        free(ends);
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-52 a long put that is cancelled on its way leaves the window, and what comes after it, as usable as before")
    void longPut(Ranks ranks) {
        int length = 4_000_000;
        List<Window> ends = allocated(ranks, length, Datatype.BYTE);
        Window zero = ends.get(0);
        byte[] data = pattern(3, length);
        for (int i = 0; i < 6; i++) {
            run(zero.lock(EXCLUSIVE, 1));
            Recorder<Void> put = started(zero.put(Buffers.of(data), 1, 0));
            for (int turn = 0; turn < i; turn++) {
                ranks.pending(0).block(TIMEOUT);
            }
            put.cancel();
            run(zero.put(Buffers.bytes((byte) i, (byte) -1), 1, 0).then(zero.unlock(1)));
        }
        run(zero.locked(EXCLUSIVE, 1, w -> w.put(Buffers.of(data), 1, 0)));
        byte[] found = new byte[length];
        memory(ends.get(1)).duplicate().get(found);
        assertThat(Arrays.mismatch(found, data)).isEqualTo(-1);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-52, WIN-35 what a cancelled put reads is the program's when flushLocal completes, whatever has left by then")
    void dataOfAPut(Ranks ranks) {
        int length = 4_000_000;
        ByteBuffer data = ByteBuffer.allocateDirect(length);
        for (List<Window> ends :
                List.of(allocated(ranks, length, Datatype.BYTE), Ends.apart(ranks, length, Datatype.BYTE))) {
            Window zero = ends.get(0);
            ByteBuffer there = memory(ends.get(1));
            for (int i = 0; i < 6; i++) {
                there.put(0, new byte[length]);
                data.put(0, pattern(3, length));
                run(zero.lock(EXCLUSIVE, 1));
                CountDownLatch goOn = new CountDownLatch(1);
                Ends.stop(ranks, 1, goOn);
                Recorder<Void> put = started(zero.put(Buffers.of(data), 1, 0));
                for (int turn = 0; turn < i; turn++) {
                    ranks.pending(0).block(TIMEOUT);
                }
                put.cancel();
                Recorder<Void> left = started(zero.flushLocal(1));
                goOn.countDown();
                assertComplete(left);
                data.put(0, new byte[length]);
                run(zero.unlock(1));
                byte[] found = new byte[length];
                there.get(0, found);
                // All of it has come, or nothing.
                assertThat(Arrays.mismatch(found, found[0] == 0 ? new byte[length] : pattern(3, length)))
                        .as("after %d turns", i)
                        .isEqualTo(-1);
            }
            free(ends);
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-52, WIN-1 a rank that cancels the making of a window does its part, and the others have theirs")
    void making(Ranks ranks) {
        List<Mono<Window>> made = worlds(ranks).stream()
                .map(world -> world.windows().allocate(1, Datatype.LONG))
                .toList();
        Recorder<Window> cancelled = started(made.get(0));
        settle(ranks);
        cancelled.cancel();
        List<Window> others = onAll(List.of(made.get(1), made.get(2)), one -> one);
        assertThat(cancelled.signals()).isEmpty();
        assertThat(others).extracting(Window::size).containsOnly(3);
        // The memory of rank 0 is nobody's, but it is there, and goes with theirs.
        run(others.get(0).locked(EXCLUSIVE, 2, w -> w.put(Buffers.longs(4), 2, 0)));
        assertThat(longAt(others.get(1), 0)).isEqualTo(4);
        long before = Ends.value(others.get(1).lockedAll(w -> w.longs().fetchAndOp(1L, 0, 0, Op.SUM)));
        assertThat(before).isZero();
        onAll(others, Window::free);
        free(allocated(ranks, 1, Datatype.LONG));
    }

    @OnEveryChannel
    @DisplayName("WIN-52 waitFor, fence and free that are cancelled take their part all the same")
    void synchronizations(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        Recorder<Void> fence = started(zero.fence());
        settle(ranks);
        fence.cancel();
        run(one.fence());
        run(one.lock(EXCLUSIVE, 0).then(one.put(Buffers.longs(2), 0, 0)).then(one.unlock(0)));
        assertThat(longAt(zero, 0)).isEqualTo(2);
        Recorder<Void> freed = started(zero.free());
        settle(ranks);
        freed.cancel();
        run(one.free());
    }
}
