package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.LockType.EXCLUSIVE;
import static org.reactivempi.LockType.SHARED;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.longAt;
import static org.reactivempi.conformance.window.Ends.memory;
import static org.reactivempi.conformance.window.Ends.read;
import static org.reactivempi.conformance.window.Ends.run;
import static org.reactivempi.conformance.window.Ends.value;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.DynamicWindow;
import org.reactivempi.ErrorClass;
import org.reactivempi.Op;
import org.reactivempi.Window;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;

/** What is done, and where, when a flush has come. */
class WindowFlushTest {

    private static final int LENGTH = 400_000;

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-34 after a flush a third rank gets what was put before; the epoch goes on")
    void thirdRank(Ranks ranks) {
        List<Window> ends = allocated(ranks, 3, Datatype.LONG);
        Window zero = ends.get(0);
        run(zero.lock(SHARED, 1));
        for (long round = 1; round <= 10; round++) {
            zero.put(Buffers.longs(round, -round), 1, 0).subscribe();
            zero.accumulate(Buffers.longs(2), 1, 2, Op.SUM).subscribe();
            run(zero.flush(1));
            assertThat(read(ends.get(2), 1, 3)).containsExactly(round, -round, 2 * round);
        }
        run(zero.unlock(1));
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-34 flushAll waits for all targets, also for long operations at some of them")
    void flushAll(Ranks ranks) {
        List<Window> ends = allocated(ranks, LENGTH, Datatype.BYTE);
        Window one = ends.get(1);
        byte[] data = pattern(5, LENGTH);
        run(one.lockAll());
        for (int target = 0; target < 3; target++) {
            one.put(Buffers.of(data, 0, LENGTH - target), target, target).subscribe();
        }
        run(one.flushAll());
        for (int target = 0; target < 3; target++) {
            byte[] found = new byte[LENGTH];
            memory(ends.get(target)).duplicate().get(found);
            assertThat(Arrays.mismatch(found, target, LENGTH, data, 0, LENGTH - target))
                    .as("rank %d", target)
                    .isEqualTo(-1);
        }
        run(one.unlockAll());
        free(ends);
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-35 after a local flush the data of puts is free, and results of gets and fetching operations are there")
    void flushLocal(Ranks ranks) {
        List<Window> ends = allocated(ranks, 2 * LENGTH + 8, Datatype.BYTE);
        Window zero = ends.get(0);
        byte[] there = pattern(6, LENGTH);
        memory(ends.get(1)).duplicate().put(there);
        byte[] data = pattern(7, LENGTH);
        byte[] sent = data.clone();
        byte[] room = new byte[LENGTH];
        long[] before = {-1};
        for (boolean all : new boolean[] {false, true}) {
            Arrays.fill(room, (byte) 0);
            before[0] = -1;
            run(all ? zero.lockAll() : zero.lock(EXCLUSIVE, 1));
            zero.get(Buffers.of(room), 1, 0).subscribe();
            zero.put(Buffers.of(data), 1, LENGTH).subscribe();
            zero.fetchAndOp(Buffers.longs(5), Buffers.of(before), 1, 2L * LENGTH, Op.SUM)
                    .subscribe();
            run(all ? zero.flushLocalAll() : zero.flushLocal(1));
            assertThat(room).isEqualTo(there);
            assertThat(before).containsExactly(all ? 5 : 0);
            Arrays.fill(data, (byte) 0);
            run(all ? zero.unlockAll() : zero.unlock(1));
            byte[] found = new byte[LENGTH];
            memory(ends.get(1)).get(LENGTH, found);
            assertThat(Arrays.mismatch(found, sent)).isEqualTo(-1);
            System.arraycopy(sent, 0, data, 0, LENGTH);
        }
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-34, WIN-35 a flush without operations completes, again and again, and after gets alone")
    void nothingToWaitFor(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        onAll(ends, end -> {
            long[] room = new long[1];
            return end.lockAll()
                    .then(end.flushAll())
                    .then(end.flush(1 - end.rank()))
                    .then(end.get(Buffers.of(room), 1 - end.rank(), 0))
                    .then(end.flush(1 - end.rank()))
                    .then(end.flush(end.rank()))
                    .then(end.flushLocal(end.rank()))
                    .then(end.flushLocalAll())
                    .then(end.unlockAll());
        });
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-40 an error that arises at the target after a put has completed reaches the next flush, once")
    void errorsAtTheTarget(Ranks ranks) {
        List<DynamicWindow> ends = onAll(worlds(ranks), world -> world.windows().createDynamic());
        DynamicWindow zero = ends.get(0);
        long[] memory = new long[1];
        long address = value(ends.get(1).attach(Buffers.of(memory)));
        run(zero.lock(SHARED, 1));
        // A short put has completed when it has been copied; its target has not seen it then.
        run(zero.put(Buffers.longs(1), 1, address + 4096));
        zero.put(Buffers.longs(2), 1, address).subscribe();
        assertFails(zero.flush(1), ErrorClass.RMA_RANGE);
        run(zero.flush(1));
        assertThat(memory).containsExactly(2);
        run(zero.unlock(1));
        onAll(ends, Window::free);
    }

    @OnEveryChannel
    @DisplayName("WIN-40, WIN-33 the end of an epoch has such an error as well, and ends the epoch all the same")
    void errorsAtTheEnd(Ranks ranks) {
        List<DynamicWindow> ends = onAll(worlds(ranks), world -> world.windows().createDynamic());
        DynamicWindow zero = ends.get(0);
        long[] memory = new long[1];
        long address = value(ends.get(1).attach(Buffers.of(memory)));
        run(zero.lock(EXCLUSIVE, 1).then(zero.put(Buffers.longs(1), 1, address + 4096)));
        assertFails(zero.unlock(1), ErrorClass.RMA_RANGE);
        // It has been released.
        run(ends.get(1).lock(EXCLUSIVE, 1).then(ends.get(1).unlock(1)));
        run(zero.locked(EXCLUSIVE, 1, w -> w.put(Buffers.longs(2), 1, address)));
        assertThat(memory).containsExactly(2);
        onAll(ends, Window::free);
    }

    @OnEveryChannel(without = Check.BLOCKED_PROGRESS, settings = "stall-after=60s")
    @DisplayName(
            "WIN-33, WIN-34, WIN-35 while the target has stopped, puts and a local flush complete, a flush and unlock don't")
    void stoppedTarget(Ranks ranks) {
        List<Window> ends = Ends.apart(ranks, 2, Datatype.LONG);
        Window zero = ends.get(0);
        for (boolean flushes : new boolean[] {true, false}) {
            run(zero.lock(SHARED, 1));
            CountDownLatch goOn = new CountDownLatch(1);
            Ends.stop(ranks, 1, goOn);
            Recorder<Void> done;
            try {
                run(zero.put(Buffers.longs(flushes ? 4 : 5), 1, 0));
                run(zero.accumulate(Buffers.longs(1), 1, 1, Op.SUM).then(zero.flushLocal(1)));
                done = started(flushes ? zero.flush(1) : zero.unlock(1));
                ranks.pending(0).block(TIMEOUT);
                assertThat(done.signals()).isEmpty();
                assertThat(longAt(ends.get(1), 0)).isEqualTo(flushes ? 0 : 4);
            } finally {
                goOn.countDown();
            }
            Ends.assertComplete(done);
            assertThat(longAt(ends.get(1), 0)).isEqualTo(flushes ? 4 : 5);
            if (flushes) {
                run(zero.unlock(1));
            }
        }
        assertThat(longAt(ends.get(1), 1)).isEqualTo(2);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-34 a flush of one target leaves the operations at others on their way")
    void oneTarget(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        run(zero.lock(SHARED, 0).then(zero.lock(SHARED, 1)));
        zero.put(Buffers.longs(8), 0, 0).subscribe();
        zero.put(Buffers.longs(9), 1, 0).subscribe();
        run(zero.flush(0));
        assertThat(longAt(zero, 0)).isEqualTo(8);
        run(zero.flush(1));
        assertThat(longAt(ends.get(1), 0)).isEqualTo(9);
        run(zero.unlock(0).then(zero.unlock(1)));
        free(ends);
    }
}
