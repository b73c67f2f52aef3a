package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.assertComplete;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.group;
import static org.reactivempi.conformance.window.Ends.run;
import static org.reactivempi.conformance.window.Ends.settle;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.AttributeKey;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.DynamicWindow;
import org.reactivempi.ErrorClass;
import org.reactivempi.LockType;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Window;
import org.reactivempi.WindowHints;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;

/** The end of a window. */
class WindowFreeTest {

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-9 free comes when all ranks have called it; until then the others use the memory")
    void waitsForAll(Ranks ranks) {
        long[][] memory = new long[3][1];
        List<Window> ends = Ends.over(ranks, memory);
        Recorder<Void> freed = started(ends.get(0).free());
        settle(ranks);
        assertThat(freed.signals()).isEmpty();

        run(ends.get(2).locked(LockType.EXCLUSIVE, 0, w -> w.put(Buffers.longs(6), 0, 0)));
        Recorder<Void> second = started(ends.get(1).free());
        settle(ranks);
        assertThat(freed.signals()).isEmpty();
        run(ends.get(2).locked(LockType.SHARED, 0, w -> w.accumulate(Buffers.longs(1), 0, 0, Op.SUM)));
        run(ends.get(2).free());
        assertComplete(freed);
        assertComplete(second);
        assertThat(memory[0]).containsExactly(7);
    }

    @OnEveryChannel
    @DisplayName("WIN-9, WIN-11 where no locks are promised, free waits for nobody")
    void withoutLocks(Ranks ranks) {
        List<Window> ends = onAll(
                worlds(ranks),
                world ->
                        world.windows().with(WindowHints.create().noLocks(true)).allocate(8));
        run(ends.get(0).free());
        run(ends.get(1).free());
    }

    @OnEveryChannel
    @DisplayName("WIN-9, WIN-40 attributes of a window are deleted when it is freed")
    void attributes(Ranks ranks) {
        List<String> deleted = new CopyOnWriteArrayList<>();
        AttributeKey<String> key = AttributeKey.<String>of("test").delete(deleted::add);
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        ends.get(0).attributes().set(key, "zero");
        ends.get(1).attributes().set(key, "one");
        assertThat(ends.get(0).attributes().get(key)).contains("zero");
        assertThat(ends.get(0).attributes()).isSameAs(ends.get(0).attributes());
        assertThat(deleted).isEmpty();
        free(ends);
        assertThat(deleted).containsExactlyInAnyOrder("zero", "one");
    }

    @OnEveryChannel
    @DisplayName("WIN-9, WIN-41 each call of a freed window fails with the window error class")
    void laterCalls(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        free(ends);
        Window zero = ends.get(0);
        long[] room = new long[1];
        List.of(
                        zero.put(Buffers.longs(1), 1, 0),
                        zero.get(Buffers.of(room), 1, 0),
                        zero.accumulate(Buffers.longs(1), 1, 0, Op.SUM),
                        zero.getAccumulate(Buffers.longs(1), Buffers.of(room), 1, 0, Op.SUM),
                        zero.fetchAndOp(Buffers.longs(1), Buffers.of(room), 1, 0, Op.SUM),
                        zero.compareAndSwap(Buffers.longs(1), Buffers.longs(1), Buffers.of(room), 1, 0),
                        zero.longs().fetchAndOp(1L, 1, 0, Op.SUM),
                        zero.fence(),
                        zero.post(group(zero, 1)),
                        zero.start(group(zero, 1)),
                        zero.complete(),
                        zero.waitFor(),
                        zero.test(),
                        zero.lock(LockType.SHARED, 1),
                        zero.unlock(1),
                        zero.lockAll(),
                        zero.unlockAll(),
                        zero.flush(1),
                        zero.flushAll(),
                        zero.flushLocal(1),
                        zero.flushLocalAll(),
                        zero.sync(),
                        zero.lockedAll(w -> w.longs().fetchAndOp(1L, 1, 0, Op.SUM)),
                        zero.free())
                .forEach(call -> assertFails(call, ErrorClass.WIN));
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(() -> zero.segment(0))
                .matches(error -> error.errorClass() == ErrorClass.WIN);
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(() -> zero.setName("late"))
                .matches(error -> error.errorClass() == ErrorClass.WIN);
    }

    @OnEveryChannel
    @DisplayName("WIN-9, WIN-39 free inside of an epoch of any kind fails, and frees nothing")
    void insideAnEpoch(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        run(zero.lock(LockType.SHARED, 1));
        assertFails(zero.free(), ErrorClass.RMA_SYNC);
        run(zero.unlock(1));
        run(zero.lockAll());
        assertFails(zero.free(), ErrorClass.RMA_SYNC);
        run(zero.unlockAll());
        run(zero.start(group(zero, 1)));
        assertFails(zero.free(), ErrorClass.RMA_SYNC);
        run(one.post(group(one, 0)));
        assertFails(one.free(), ErrorClass.RMA_SYNC);
        run(zero.put(Buffers.longs(3), 1, 0).then(zero.complete()));
        run(one.waitFor());
        assertThat(Ends.longAt(one, 0)).isEqualTo(3);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-9 what is attached is the program's again when a dynamic window is freed")
    void attached(Ranks ranks) {
        long[] memory = new long[2];
        List<DynamicWindow> ends = onAll(worlds(ranks), world -> world.windows().createDynamic());
        long address = Ends.value(ends.get(0).attach(Buffers.of(memory)));
        run(ends.get(1).locked(LockType.SHARED, 0, w -> w.put(Buffers.longs(1, 2), 0, address)));
        onAll(ends, Window::free);
        assertThat(memory).containsExactly(1, 2);
        assertFails(ends.get(0).attach(Buffers.of(memory)), ErrorClass.WIN);
        assertFails(ends.get(0).detach(address), ErrorClass.WIN);

        List<DynamicWindow> next = onAll(worlds(ranks), world -> world.windows().createDynamic());
        run(next.get(0).attach(Buffers.of(memory)));
        onAll(next, Window::free);
    }

    @OnEveryChannel
    @DisplayName("WIN-9 windows that are made and freed again and again leave the others, and each other, alone")
    void againAndAgain(Ranks ranks) {
        List<Window> old = allocated(ranks, 1, Datatype.LONG);
        for (int i = 1; i <= 8; i++) {
            List<Window> ends = allocated(ranks, 1, Datatype.LONG);
            int value = i;
            run(ends.get(0).locked(LockType.EXCLUSIVE, 1, w -> w.put(Buffers.longs(value), 1, 0)));
            run(old.get(0).locked(LockType.EXCLUSIVE, 1, w -> w.accumulate(Buffers.longs(1), 1, 0, Op.SUM)));
            assertThat(Ends.longAt(ends.get(1), 0)).isEqualTo(value);
            free(ends);
            assertThat(Ends.longAt(old.get(1), 0)).isEqualTo(value);
        }
        free(old);
    }
}
