package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.reactivempi.Assertion.NO_CHECK;
import static org.reactivempi.Assertion.NO_PRECEDE;
import static org.reactivempi.Assertion.NO_PUT;
import static org.reactivempi.Assertion.NO_STORE;
import static org.reactivempi.Assertion.NO_SUCCEED;
import static org.reactivempi.LockType.EXCLUSIVE;
import static org.reactivempi.LockType.SHARED;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.fence;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.group;
import static org.reactivempi.conformance.window.Ends.longAt;
import static org.reactivempi.conformance.window.Ends.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Assertion;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.ErrorHandler;
import org.reactivempi.Group;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Place;
import org.reactivempi.RecordType;
import org.reactivempi.Window;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Calls in a wrong order, and with wrong arguments: which error each has, and that nothing else comes of it. */
class WindowErrorsTest {

    private record Point(int x, double y) {}

    /**
     * A call that has to fail.
     *
     * @param call of rank 0, at the memory of rank 1, which has 4 longs
     * @param words of the message
     */
    private record Wrong(Function<Window, Mono<?>> call, List<ErrorClass> classes, String... words) {

        static Wrong of(Function<Window, Mono<?>> call, ErrorClass errorClass, String... words) {
            return new Wrong(call, List.of(errorClass), words);
        }

        static Wrong eitherOf(Function<Window, Mono<?>> call, ErrorClass one, ErrorClass other, String... words) {
            return new Wrong(call, List.of(one, other), words);
        }

        void check(Window window, int number) {
            Throwable none = new AssertionError("number " + number + " has completed");
            StepVerifier.create(call.apply(window).then(Mono.error(none)))
                    .expectErrorSatisfies(error -> {
                        assertThat(error)
                                .as("number %d", number)
                                .isInstanceOfSatisfying(
                                        MpiException.class,
                                        failure -> assertThat(failure.errorClass())
                                                .as("number %d: %s", number, failure)
                                                .isIn(classes));
                        List.of(words).forEach(word -> assertThat(error).hasMessageContaining(word));
                    })
                    .verify(TIMEOUT);
        }
    }

    private static List<Wrong> wrongArguments() {
        Op own = Op.ofLongs(Long::sum);
        Buffer readOnly = Buffers.of(ByteBuffer.allocate(8).asReadOnlyBuffer());
        Buffer records = RecordType.of(Point.class).buffer(new ArrayList<>(List.of(new Point(1, 2))));
        Buffer mixed = Buffers.of(ByteBuffer.allocate(16))
                .as(
                        Datatype.struct()
                                .add(0, Datatype.LONG)
                                .add(8, Datatype.SHORT)
                                .build(),
                        1);
        Buffer shared = Buffers.of(new long[8], 0, 2);
        long[] both = new long[8];
        return List.of(
                // Ranks.
                Wrong.of(w -> w.put(Buffers.longs(1), 2, 0), ErrorClass.RANK, "2"),
                Wrong.of(w -> w.get(Buffers.of(new long[1]), -7, 0), ErrorClass.RANK, "-7"),
                Wrong.of(w -> w.accumulate(Buffers.longs(1), Mpi.ANY_SOURCE, 0, Op.SUM), ErrorClass.RANK),
                Wrong.of(w -> w.longs().fetchAndOp(1L, 5, 0, Op.SUM), ErrorClass.RANK, "5"),
                Wrong.of(w -> w.ints().compareAndSwap(1, 1, 9, 0), ErrorClass.RANK, "9"),
                // Displacements.
                Wrong.of(w -> w.put(Buffers.longs(1), 1, -1), ErrorClass.DISP, "-1"),
                Wrong.of(w -> w.get(Buffers.of(new long[1]), 1, -3), ErrorClass.DISP, "-3"),
                Wrong.of(w -> w.longs().fetchAndOp(1L, 1, -2, Op.SUM), ErrorClass.DISP, "-2"),
                // Lengths and counts.
                Wrong.of(
                        w -> w.put(Buffers.longs(1, 2), 1, Place.at(0).as(Datatype.LONG, 3)),
                        ErrorClass.TRUNCATE,
                        "16",
                        "24"),
                Wrong.of(
                        w -> w.get(Buffers.of(new long[3]), 1, Place.at(0).as(Datatype.LONG, 2)),
                        ErrorClass.TRUNCATE,
                        "16",
                        "24"),
                Wrong.of(
                        w -> w.accumulate(Buffers.longs(1), 1, Place.at(0).as(Datatype.LONG, 2), Op.SUM),
                        ErrorClass.TRUNCATE),
                Wrong.of(w -> w.put(Buffers.longs(1), 1, Place.at(0).as(Datatype.LONG, -1)), ErrorClass.COUNT, "-1"),
                Wrong.of(w -> w.put(Buffers.of(new long[2], 0, -1), 1, 0), ErrorClass.COUNT),
                Wrong.of(
                        w -> w.fetchAndOp(Buffers.longs(1, 2), Buffers.of(new long[2]), 1, 0, Op.SUM),
                        ErrorClass.COUNT),
                Wrong.of(
                        w -> w.compareAndSwap(Buffers.longs(1), Buffers.longs(1, 2), Buffers.of(new long[1]), 1, 0),
                        ErrorClass.COUNT),
                // Buffers.
                Wrong.of(w -> w.get(readOnly, 1, 0), ErrorClass.BUFFER),
                Wrong.of(w -> w.put(Buffers.of(new long[2], 1, 2), 1, 0), ErrorClass.BUFFER),
                Wrong.of(w -> w.put(Buffer.inPlace(), 1, 0), ErrorClass.BUFFER),
                Wrong.eitherOf(w -> w.put(records, 1, 0), ErrorClass.TYPE, ErrorClass.BUFFER),
                Wrong.of(w -> w.getAccumulate(shared, shared, 1, 0, Op.SUM), ErrorClass.BUFFER),
                Wrong.of(
                        w -> w.getAccumulate(Buffers.of(both, 0, 2), Buffers.of(both, 1, 2), 1, 0, Op.SUM),
                        ErrorClass.BUFFER),
                // Types.
                Wrong.of(w -> w.accumulate(mixed, 1, 0, Op.REPLACE), ErrorClass.TYPE),
                Wrong.of(
                        w -> w.accumulate(Buffers.longs(1), 1, Place.at(0).as(Datatype.INT, 2), Op.SUM),
                        ErrorClass.TYPE,
                        "INT"),
                Wrong.of(w -> w.getAccumulate(Buffers.longs(1), Buffers.of(new int[2]), 1, 0, Op.SUM), ErrorClass.TYPE),
                Wrong.of(w -> w.fetchAndOp(Buffers.longs(1), Buffers.of(new double[1]), 1, 0, Op.SUM), ErrorClass.TYPE),
                Wrong.of(
                        w -> w.compareAndSwap(Buffers.doubles(1), Buffers.doubles(1), Buffers.of(new double[1]), 1, 0),
                        ErrorClass.TYPE,
                        "DOUBLE"),
                Wrong.of(
                        w -> w.compareAndSwap(Buffers.floats(1), Buffers.floats(1), Buffers.of(new float[1]), 1, 0),
                        ErrorClass.TYPE,
                        "FLOAT"),
                Wrong.of(
                        w -> w.compareAndSwap(Buffers.longs(1), Buffers.ints(1), Buffers.of(new long[1]), 1, 0),
                        ErrorClass.TYPE),
                // Operations.
                Wrong.of(w -> w.accumulate(Buffers.longs(1), 1, 0, own), ErrorClass.OP),
                Wrong.of(w -> w.accumulate(Buffers.longs(1), 1, 0, Op.NO_OP), ErrorClass.OP, "NO_OP"),
                Wrong.of(w -> w.accumulate(Buffers.doubles(1), 1, 0, Op.BAND), ErrorClass.OP, "BAND"),
                Wrong.of(w -> w.accumulate(Buffers.chars('a'), 1, 0, Op.SUM), ErrorClass.OP, "SUM"),
                Wrong.of(w -> w.accumulate(Buffers.longs(1), 1, 0, Op.MINLOC), ErrorClass.OP, "MINLOC"),
                Wrong.of(w -> w.getAccumulate(Buffers.longs(1), Buffers.of(new long[1]), 1, 0, own), ErrorClass.OP),
                Wrong.of(w -> w.fetchAndOp(Buffers.longs(1), Buffers.of(new long[1]), 1, 0, Op.MAXLOC), ErrorClass.OP),
                // Outside of the memory.
                Wrong.of(w -> w.put(Buffers.longs(1), 1, 4), ErrorClass.RMA_RANGE, "32"),
                Wrong.of(w -> w.put(Buffers.longs(1, 2), 1, 3), ErrorClass.RMA_RANGE),
                Wrong.of(w -> w.get(Buffers.of(new long[5]), 1, 0), ErrorClass.RMA_RANGE),
                Wrong.of(
                        w -> w.put(Buffers.longs(1, 2), 1, Place.at(0).as(Datatype.LONG.vector(2, 1, 4), 1)),
                        ErrorClass.RMA_RANGE),
                Wrong.of(
                        w -> w.put(Buffers.longs(1), 1, Place.at(0).as(Datatype.LONG.hindexedBlock(1, -8), 1)),
                        ErrorClass.RMA_RANGE),
                Wrong.of(w -> w.put(Buffers.longs(1), 1, Long.MAX_VALUE / 8), ErrorClass.RMA_RANGE),
                Wrong.of(w -> w.put(Buffers.longs(1), 1, Long.MAX_VALUE), ErrorClass.RMA_RANGE),
                Wrong.of(w -> w.accumulate(Buffers.longs(1), 1, 4, Op.SUM), ErrorClass.RMA_RANGE),
                Wrong.of(w -> w.longs().fetchAndOp(1L, 1, 4, Op.SUM), ErrorClass.RMA_RANGE),
                Wrong.of(w -> w.longs().compareAndSwap(0L, 1L, 1, 100), ErrorClass.RMA_RANGE));
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-41, WIN-40 each wrong argument has its error class and says what was wrong, and touches no memory")
    void wrongArguments(Ranks ranks) {
        List<Window> ends = allocated(ranks, 4, Datatype.LONG);
        Window zero = ends.get(0);
        run(zero.lockAll());
        List<Wrong> all = wrongArguments();
        for (int i = 0; i < all.size(); i++) {
            all.get(i).check(zero, i);
        }
        for (int i = 0; i < 4; i++) {
            assertThat(longAt(ends.get(1), i)).isZero();
        }
        run(zero.put(Buffers.longs(1, 2, 3, 4), 1, 0).then(zero.unlockAll()));
        assertThat(longAt(ends.get(1), 3)).isEqualTo(4);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-41 they fail so for the null process, for the rank itself, and in epochs of all kinds")
    void wrongArgumentsElsewhere(Ranks ranks) {
        List<Window> ends = allocated(ranks, 4, Datatype.LONG);
        Window zero = ends.get(0);
        List<Wrong> calls = List.of(
                Wrong.of(w -> w.put(Buffers.longs(1), 3, 0), ErrorClass.RANK),
                Wrong.of(w -> w.accumulate(Buffers.longs(1), 1, 0, Op.NO_OP), ErrorClass.OP),
                Wrong.of(w -> w.put(Buffers.longs(1), 1, 4), ErrorClass.RMA_RANGE));
        onAll(ends, Window::fence);
        calls.forEach(each -> each.check(zero, 0));
        fence(ends);
        run(ends.get(1).post(group(ends.get(1), 0)).then(zero.start(group(zero, 1))));
        calls.forEach(each -> each.check(zero, 1));
        run(zero.complete().then(ends.get(1).waitFor()));
        run(zero.lock(SHARED, 0));
        Wrong.of(w -> w.put(Buffers.longs(1), 0, 4), ErrorClass.RMA_RANGE).check(zero, 2);
        Wrong.of(w -> w.accumulate(Buffers.longs(1), Mpi.PROC_NULL, 0, Op.NO_OP), ErrorClass.OP)
                .check(zero, 3);
        run(zero.unlock(0));
        free(ends);
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-41, WIN-37 synchronizations refuse wrong ranks, groups, locks and assertions, and no epoch begins")
    void wrongSynchronizations(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        List<Wrong> all = new ArrayList<>(List.of(
                Wrong.of(w -> w.lock(EXCLUSIVE, 2), ErrorClass.RANK, "2"),
                Wrong.of(w -> w.lock(EXCLUSIVE, -5), ErrorClass.RANK, "-5"),
                Wrong.of(w -> w.lock(nothing(), 1), ErrorClass.LOCKTYPE),
                Wrong.of(w -> w.lock(EXCLUSIVE, 1, NO_STORE), ErrorClass.ASSERT, "NO_STORE"),
                Wrong.of(w -> w.lock(EXCLUSIVE, 1, NO_CHECK, NO_PUT), ErrorClass.ASSERT, "NO_PUT"),
                Wrong.of(w -> w.lockAll(NO_PRECEDE), ErrorClass.ASSERT, "NO_PRECEDE"),
                Wrong.of(w -> w.fence(NO_CHECK), ErrorClass.ASSERT, "NO_CHECK"),
                Wrong.of(w -> w.post(group(w, 1), NO_PRECEDE), ErrorClass.ASSERT, "NO_PRECEDE"),
                Wrong.of(w -> w.post(group(w, 1), NO_SUCCEED), ErrorClass.ASSERT, "NO_SUCCEED"),
                Wrong.of(w -> w.start(group(w, 1), NO_PUT), ErrorClass.ASSERT, "NO_PUT")));
        all.add(Wrong.of(w -> w.fence((Assertion) nothing()), ErrorClass.ASSERT));
        for (int i = 0; i < all.size(); i++) {
            all.get(i).check(zero, i);
        }
        // No epoch has begun, of no kind.
        assertFails(zero.put(Buffers.longs(1), 1, 0), ErrorClass.RMA_SYNC);
        assertFails(zero.waitFor(), ErrorClass.RMA_SYNC);
        fence(ends);
        free(ends);
    }

    /** What null checks of the compiler would not let through. */
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T nothing() {
        return null;
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-41 a group of post or start with a rank that the window does not have has the group error class")
    void wrongGroups(Ranks ranks) {
        List<Communicator> pairs = onAll(
                List.of(ranks.world(0), ranks.world(1)),
                world -> world.create(world.group().incl(0, 1), 1));
        List<Window> ends = onAll(pairs, pair -> pair.windows().allocate(1, Datatype.LONG));
        Group all = ranks.world(0).group();
        assertFails(ends.get(0).post(all), ErrorClass.GROUP);
        assertFails(ends.get(0).start(all.incl(2)), ErrorClass.GROUP);
        run(ends.get(1).post(all.incl(0)).then(ends.get(0).start(all.incl(1))));
        run(ends.get(0)
                .put(Buffers.longs(2), 1, 0)
                .then(ends.get(0).complete())
                .then(ends.get(1).waitFor()));
        assertThat(longAt(ends.get(1), 0)).isEqualTo(2);
        free(ends);
        onAll(pairs, Communicator::free);
    }

    private static List<Function<Window, Mono<?>>> operations(int target) {
        long[] room = new long[1];
        return List.of(
                w -> w.put(Buffers.longs(1), target, 0),
                w -> w.get(Buffers.of(room), target, 0),
                w -> w.accumulate(Buffers.longs(1), target, 0, Op.SUM),
                w -> w.getAccumulate(Buffers.longs(1), Buffers.of(room), target, 0, Op.SUM),
                w -> w.fetchAndOp(Buffers.longs(1), Buffers.of(room), target, 0, Op.SUM),
                w -> w.compareAndSwap(Buffers.longs(1), Buffers.longs(0), Buffers.of(room), target, 0),
                w -> w.longs().fetchAndOp(1L, target, 0, Op.SUM),
                w -> w.ints().compareAndSwap(0, 1, target, 0));
    }

    @OnEveryChannel
    @DisplayName("WIN-39 outside of an epoch each operation, and each end of an epoch, fails, and sends nothing")
    void outsideOfEpochs(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        List<Function<Window, Mono<?>>> all = new ArrayList<>(operations(1));
        all.addAll(operations(0));
        all.addAll(List.of(
                Window::complete,
                Window::waitFor,
                Window::test,
                w -> w.unlock(1),
                w -> w.unlock(0),
                Window::unlockAll,
                w -> w.flush(1),
                Window::flushAll,
                w -> w.flushLocal(1),
                Window::flushLocalAll,
                Window::sync));
        all.forEach(call -> assertFails(call.apply(zero), ErrorClass.RMA_SYNC));
        assertThat(longAt(ends.get(1), 0)).isZero();
        assertThat(longAt(zero, 0)).isZero();
        run(zero.lock(EXCLUSIVE, 1).then(zero.put(Buffers.longs(6), 1, 0)).then(zero.unlock(1)));
        assertThat(longAt(ends.get(1), 0)).isEqualTo(6);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-39 under locks of some targets, operations for others and calls of other epochs fail; the locks stay")
    void underLocks(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        run(zero.lock(EXCLUSIVE, 1));
        List<Function<Window, Mono<?>>> wrong = new ArrayList<>(operations(2));
        wrong.addAll(List.of(
                w -> w.lock(SHARED, 1),
                w -> w.lock(EXCLUSIVE, 1),
                w -> w.lockAll(),
                w -> w.unlockAll(),
                w -> w.unlock(2),
                w -> w.flush(2),
                w -> w.flushLocal(0),
                w -> w.start(group(w, 2)),
                w -> w.fence(),
                Window::complete,
                Window::free));
        wrong.forEach(call -> assertFails(call.apply(zero), ErrorClass.RMA_SYNC));
        assertFails(zero.fence(), ErrorClass.RMA_SYNC, "1");
        run(zero.put(Buffers.longs(4), 1, 0).then(zero.flush(1)).then(zero.unlock(1)));
        assertThat(longAt(ends.get(1), 0)).isEqualTo(4);
        assertThat(longAt(ends.get(2), 0)).isZero();
        run(ends.get(2).lock(EXCLUSIVE, 1).then(ends.get(2).unlock(1)));
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-39 under lockAll, locks and epochs of other kinds fail; it goes on")
    void underLockAll(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        run(zero.lockAll());
        List<Function<Window, Mono<?>>> wrong = List.of(
                w -> w.lockAll(),
                w -> w.lock(SHARED, 1),
                w -> w.unlock(1),
                w -> w.start(group(w, 1)),
                w -> w.fence(),
                Window::complete,
                Window::free);
        wrong.forEach(call -> assertFails(call.apply(zero), ErrorClass.RMA_SYNC));
        run(zero.put(Buffers.longs(4), 1, 0).then(zero.unlockAll()));
        assertThat(longAt(ends.get(1), 0)).isEqualTo(4);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-39 in an epoch of start, and in one of post, calls of other kinds fail; they go on")
    void afterStart(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        run(one.post(group(one, 0)).then(zero.start(group(zero, 1))));
        List<Function<Window, Mono<?>>> wrong = List.of(
                w -> w.start(group(w, 1)),
                w -> w.lock(SHARED, 1),
                w -> w.lockAll(),
                w -> w.fence(),
                w -> w.flush(1),
                Window::flushAll,
                w -> w.unlock(1),
                Window::sync,
                Window::waitFor,
                Window::free);
        wrong.forEach(call -> assertFails(call.apply(zero), ErrorClass.RMA_SYNC));
        assertFails(one.post(group(one, 0)), ErrorClass.RMA_SYNC);
        assertFails(one.fence(), ErrorClass.RMA_SYNC);
        assertFails(one.complete(), ErrorClass.RMA_SYNC);
        run(zero.put(Buffers.longs(4), 1, 0).then(zero.complete()).then(one.waitFor()));
        assertThat(longAt(one, 0)).isEqualTo(4);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-39 in an epoch of fences that has operations, others fail; it goes on")
    void afterFence(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        fence(ends);
        run(zero.put(Buffers.longs(4), 1, 0));
        List<Function<Window, Mono<?>>> wrong = List.of(
                w -> w.lock(SHARED, 1),
                w -> w.lockAll(),
                w -> w.start(group(w, 1)),
                w -> w.flush(1),
                Window::complete,
                w -> w.unlock(1),
                Window::unlockAll,
                Window::sync,
                Window::free);
        wrong.forEach(call -> assertFails(call.apply(zero), ErrorClass.RMA_SYNC));
        fence(ends);
        assertThat(longAt(ends.get(1), 0)).isEqualTo(4);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-38 epochs of all kinds follow each other in any order")
    void kindsInTurn(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        List<Function<Window, Mono<Void>>> kinds = List.of(
                w -> w.fence().then(add(w)).then(w.fence()),
                w -> w.lock(SHARED, next(w)).then(add(w)).then(w.unlock(next(w))),
                w -> w.post(group(w, (w.rank() + 2) % 3))
                        .then(w.start(group(w, next(w))))
                        .then(add(w))
                        .then(w.complete())
                        .then(w.waitFor()),
                w -> w.lockAll().then(add(w)).then(w.unlockAll()));
        long added = 0;
        for (int first = 0; first < kinds.size(); first++) {
            for (int second = 0; second < kinds.size(); second++) {
                int one = first;
                int other = second;
                onAll(
                        ends,
                        end -> kinds.get(one).apply(end).then(kinds.get(other).apply(end)));
                added += 2;
                // Those that end without the others have been waited for by all, but not by those.
                fence(ends);
                for (Window end : ends) {
                    assertThat(longAt(end, 0)).as("%d, then %d", first, second).isEqualTo(added);
                }
            }
        }
        free(ends);
    }

    private static int next(Window window) {
        return (window.rank() + 1) % window.size();
    }

    private static Mono<Void> add(Window window) {
        return window.accumulate(Buffers.longs(1), next(window), 0, Op.SUM);
    }

    @OnEveryChannel
    @DisplayName("WIN-38 while a rank holds a lock in one window, it does as it likes in another")
    void independentWindows(Ranks ranks) {
        List<Window> first = allocated(ranks, 1, Datatype.LONG);
        List<Window> second = allocated(ranks, 1, Datatype.LONG);
        run(first.get(0).lock(EXCLUSIVE, 1));
        run(second.get(1).lock(EXCLUSIVE, 1).then(second.get(1).unlock(1)));
        onAll(
                second,
                end -> end.fence()
                        .then(end.put(Buffers.longs(3), 1 - end.rank(), 0))
                        .then(end.fence()));
        run(first.get(0).put(Buffers.longs(5), 1, 0).then(first.get(0).unlock(1)));
        assertThat(longAt(first.get(1), 0)).isEqualTo(5);
        assertThat(longAt(second.get(1), 0)).isEqualTo(3);
        free(first);
        free(second);
    }

    @OnEveryChannel
    @DisplayName("WIN-40 a window's own handler hears of its errors, before the subscriber, and no other one does")
    void handler(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        List<Window> others = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        List<String> heard = new CopyOnWriteArrayList<>();
        assertThat(zero.errors()).isSameAs(zero.errors());
        assertThat(zero.errors().handler()).isSameAs(ErrorHandler.RETURN);
        zero.errors().handler((window, error) -> {
            assertThat(window).isSameAs(zero);
            heard.add("handler " + error.errorClass());
        });
        run(zero.put(Buffers.longs(1), 1, 0)
                .doOnError(error -> heard.add("subscriber"))
                .onErrorComplete());
        assertThat(heard).containsExactly("handler RMA_SYNC", "subscriber");
        assertFails(others.get(0).put(Buffers.longs(1), 1, 0), ErrorClass.RMA_SYNC);
        assertFails(ends.get(1).put(Buffers.longs(1), 0, 0), ErrorClass.RMA_SYNC);
        assertFails(ranks.world(0).isend(Buffers.longs(1), 9, 1), ErrorClass.RANK);
        assertThat(heard).hasSize(2);
        free(ends);
        free(others);
    }

    @OnEveryChannel
    @DisplayName("WIN-40 an error that is called for goes to the window's handler")
    void called(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        List<ErrorClass> heard = new CopyOnWriteArrayList<>();
        ends.get(0).errors().handler((window, error) -> heard.add(error.errorClass()));
        run(ends.get(0)
                .errors()
                .call(new MpiException(ErrorClass.OTHER, "of the test"))
                .onErrorComplete());
        assertThat(heard).containsExactly(ErrorClass.OTHER);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-41 what a get would have written on a failure is as it was")
    void roomStays(Ranks ranks) {
        List<Window> ends = allocated(ranks, 2, Datatype.LONG);
        long[] room = new long[3];
        Arrays.fill(room, 9);
        run(ends.get(0).lock(SHARED, 1));
        assertFails(ends.get(0).get(Buffers.of(room), 1, 0), ErrorClass.RMA_RANGE);
        assertFails(ends.get(0).get(Buffers.of(room), 1, 1), ErrorClass.RMA_RANGE);
        assertThat(room).containsOnly(9);
        run(ends.get(0).unlock(1));
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(() -> ends.get(0).segment(2))
                .matches(error -> error.errorClass() == ErrorClass.RANK);
        free(ends);
    }
}
