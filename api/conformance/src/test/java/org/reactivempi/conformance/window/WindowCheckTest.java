package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.LockType.SHARED;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.window.Ends.apart;
import static org.reactivempi.conformance.window.Ends.awaited;
import static org.reactivempi.conformance.window.Ends.fence;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.group;
import static org.reactivempi.conformance.window.Ends.longAt;
import static org.reactivempi.conformance.window.Ends.run;
import static org.reactivempi.conformance.window.Ends.settle;
import static org.reactivempi.conformance.window.Ends.value;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Assertion;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Place;
import org.reactivempi.Window;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Operations of two ranks that meet at one place: {@code window-check} is on in the test kit. */
class WindowCheckTest {

    /** A window of longs in an epoch of fences; all operations travel. */
    private static List<Window> fenced(Ranks ranks, int count) {
        List<Window> ends = apart(ranks, count, Datatype.LONG);
        fence(ends);
        return ends;
    }

    /** Ranks 1 and 2 do something to rank 0's memory in an epoch of fences, the one after the other has come; what each hears at its fence. */
    private static List<List<Object>> inOneEpoch(
            Ranks ranks, List<Window> ends, Function<Window, Mono<?>> first, Function<Window, Mono<?>> second) {
        run(first.apply(ends.get(1)));
        settle(ranks);
        run(second.apply(ends.get(2)));
        settle(ranks);
        List<Recorder<Void>> fences =
                ends.stream().map(end -> started(end.fence())).toList();
        return fences.stream().map(Ends::awaited).toList();
    }

    private static void assertConflict(Object signal, String... words) {
        assertThat(signal).isInstanceOfSatisfying(MpiException.class, met -> {
            assertThat(met.errorClass()).isEqualTo(ErrorClass.RMA_CONFLICT);
            assertThat(met.getMessage()).contains(words);
        });
    }

    private static void assertNothing(List<List<Object>> told) {
        assertThat(told).allSatisfy(signals -> assertThat(signals).containsExactly("complete"));
    }

    private static Mono<Void> put(Window end, long displacement, long... values) {
        return end.put(Buffers.longs(values), 0, displacement);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-41 two puts that overlap in one epoch of fences: the second one's fence tells both ranks and both places")
    void puts(Ranks ranks) {
        List<Window> ends = fenced(ranks, 8);
        List<List<Object>> told = inOneEpoch(ranks, ends, end -> put(end, 1, 1, 1, 1), end -> put(end, 3, 2, 2));
        assertThat(told.get(0)).containsExactly("complete");
        assertThat(told.get(1)).containsExactly("complete");
        assertThat(told.get(2)).hasSize(1);
        assertConflict(
                told.get(2).get(0),
                "put of rank 2 to byte 24..39 meets put of rank 1 to byte 8..31 in one epoch at rank 0");
        // What is refused changes nothing, and in the next epoch nothing is left of it.
        assertThat(longAt(ends.get(0), 3)).isEqualTo(1);
        assertThat(longAt(ends.get(0), 4)).isZero();
        assertNothing(inOneEpoch(ranks, ends, end -> put(end, 4, 2, 2), end -> put(end, 3, 3)));
        assertThat(longAt(ends.get(0), 3)).isEqualTo(3);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-41 a get that meets a put fails itself, and a put that meets a get at the next fence")
    void putAndGet(Ranks ranks) {
        List<Window> ends = fenced(ranks, 8);
        long[] room = new long[2];
        run(put(ends.get(1), 0, 5, 5));
        settle(ranks);
        Recorder<Void> get = started(ends.get(2).get(Buffers.of(room), 0, 1));
        assertThat(awaited(get)).hasSize(1);
        assertConflict(
                awaited(get).get(0), "get(target 0", "get of rank 2 from byte 8..23", "put of rank 1 to byte 0..15");
        assertThat(room).containsOnly(0);
        fence(ends);

        List<List<Object>> told =
                inOneEpoch(ranks, ends, end -> end.get(Buffers.of(room), 0, 0), end -> put(end, 0, 6));
        assertConflict(told.get(2).get(0), "put of rank 2 to byte 0..7 meets get of rank 1 from byte 0..15");
        assertThat(room).containsExactly(5, 5);
        assertThat(longAt(ends.get(0), 0)).isEqualTo(5);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-41, WIN-42 accumulates of one type may meet, also with gets; with puts, or of two types, they must not")
    void accumulates(Ranks ranks) {
        List<Window> ends = fenced(ranks, 8);
        assertNothing(inOneEpoch(
                ranks,
                ends,
                end -> end.accumulate(Buffers.longs(1, 1), 0, 0, Op.SUM)
                        .then(end.longs().compareAndSwap(9L, 9L, 0, 1)),
                end -> end.accumulate(Buffers.longs(1), 0, 1, Op.SUM)
                        .then(end.longs().fetchAndOp(1L, 0, 0, Op.SUM))
                        .then(end.get(Buffers.of(new long[1]), 0, 0))));
        assertThat(longAt(ends.get(0), 0)).isEqualTo(2);
        List<List<Object>> told =
                inOneEpoch(ranks, ends, end -> end.accumulate(Buffers.longs(1), 0, 0, Op.SUM), end -> put(end, 0, 1));
        assertConflict(told.get(2).get(0), "put of rank 2 to byte 0..7 meets accumulate of rank 1 to byte 0..7");
        told = inOneEpoch(
                ranks,
                ends,
                end -> end.accumulate(Buffers.longs(1), 0, 0, Op.SUM),
                end -> end.accumulate(Buffers.ints(1), 0, Place.at(0), Op.SUM));
        assertConflict(told.get(2).get(0), "accumulate of rank 2 to byte 0..3 meets accumulate of rank 1 to byte 0..7");
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-41 what one rank does is in nobody's way but others', and neither are neighbours")
    void neighbours(Ranks ranks) {
        List<Window> ends = fenced(ranks, 64);
        assertNothing(inOneEpoch(
                ranks,
                ends,
                end -> Ends.inTurn(16, i -> put(end, 2L * i, 1).then(put(end, 2L * i, 2))),
                end -> Ends.inTurn(
                        16, i -> put(end, 2L * i + 1, 3).then(end.get(Buffers.of(new long[1]), 0, 2L * i + 1)))));
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-41 two puts that overlap between post and waitFor: the second one's complete or the operation after tells")
    void posted(Ranks ranks) {
        List<Window> ends = apart(ranks, 4, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        Window two = ends.get(2);
        run(zero.post(group(zero, 1, 2)));
        run(one.start(group(one, 0)).then(put(one, 0, 1)).then(one.complete()));
        settle(ranks);
        run(two.start(group(two, 0)));
        Recorder<Void> get = started(two.get(Buffers.of(new long[1]), 0, 0));
        assertConflict(awaited(get).get(0), "get of rank 2 from byte 0..7", "put of rank 1");
        run(two.complete());
        run(zero.waitFor());
        // Another epoch is another matter.
        run(zero.post(group(zero, 2)));
        run(two.start(group(two, 0)).then(put(two, 0, 2)).then(two.complete()));
        run(zero.waitFor());
        assertThat(longAt(zero, 0)).isEqualTo(2);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-41 under shared locks a put that is not flushed must not be met; after a flush, an unlock or a get it may")
    void passive(Ranks ranks) {
        List<Window> ends = apart(ranks, 4, Datatype.LONG);
        Window one = ends.get(1);
        Window two = ends.get(2);
        run(one.lock(SHARED, 0).then(two.lock(SHARED, 0)));
        run(put(one, 0, 1));
        settle(ranks);
        Recorder<Void> get = started(two.get(Buffers.of(new long[1]), 0, 0));
        assertConflict(awaited(get).get(0), "get of rank 2 from byte 0..7 meets put of rank 1 to byte 0..7");
        run(put(two, 0, 2));
        Recorder<Void> flushed = started(two.flush(0));
        assertConflict(awaited(flushed).get(0), "put of rank 2 to byte 0..7 meets put of rank 1 to byte 0..7");
        run(one.flush(0));
        run(put(two, 0, 3).then(two.flush(0)));
        assertThat(longAt(ends.get(0), 0)).isEqualTo(3);
        // A get is over when it has completed, so is what fetches.
        long[] room = new long[1];
        run(two.get(Buffers.of(room), 0, 0).then(two.longs().fetchAndOp(1L, 0, 1, Op.SUM)));
        assertThat(room).containsExactly(3);
        run(put(one, 0, 4, 4).then(one.unlock(0)));
        run(put(two, 0, 5).then(two.unlock(0)));
        assertThat(longAt(ends.get(0), 0)).isEqualTo(5);
        assertThat(longAt(ends.get(0), 1)).isEqualTo(4);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-37 a lock with NO_CHECK tells whose its operations are as well")
    void assumed(Ranks ranks) {
        List<Window> ends = fenced(ranks, 4);
        for (int rank : new int[] {1, 2}) {
            Window end = ends.get(rank);
            run(end.lock(SHARED, 0, Assertion.NO_CHECK).then(put(end, 0, rank)).then(end.unlock(0)));
            run(end.lockAll(Assertion.NO_CHECK).then(put(end, 1, rank)).then(end.unlockAll()));
        }
        assertThat(longAt(ends.get(0), 0)).isEqualTo(2);
        assertThat(longAt(ends.get(0), 1)).isEqualTo(2);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-41 in more than 4096 parts the check gives up, and everything goes on without it")
    void givesUp(Ranks ranks) {
        List<Window> ends = fenced(ranks, 2 * 4100);
        assertNothing(inOneEpoch(
                ranks,
                ends,
                end -> Flux.range(0, 4100).concatMap(i -> put(end, 2L * i, 1)).then(),
                end -> put(end, 0, 2)));
        assertThat(longAt(ends.get(0), 0)).isEqualTo(2);
        free(ends);
    }

    @OnEveryChannel(ranks = 3, settings = "window-check=off")
    @DisplayName("WIN-45 without the check, puts that overlap never fail")
    void off(Ranks ranks) {
        List<Window> ends = fenced(ranks, 4);
        assertNothing(inOneEpoch(ranks, ends, end -> put(end, 0, 1), end -> put(end, 0, 2)));
        onAll(ends, end -> end.fence(Assertion.NO_SUCCEED));
        Long left = value(ends.get(1).locked(SHARED, 0, w -> w.longs().fetchAndOp(0L, 0, 0, Op.NO_OP)));
        assertThat(left).isEqualTo(2L);
        free(ends);
    }
}
