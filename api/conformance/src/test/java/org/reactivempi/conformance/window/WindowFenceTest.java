package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Assertion.NO_PRECEDE;
import static org.reactivempi.Assertion.NO_PUT;
import static org.reactivempi.Assertion.NO_STORE;
import static org.reactivempi.Assertion.NO_SUCCEED;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.assertComplete;
import static org.reactivempi.conformance.window.Ends.fence;
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
import reactor.core.publisher.Mono;

/** Epochs that all ranks begin and end together. */
class WindowFenceTest {

    private static final int ROUNDS = 15;

    @OnEveryChannel(ranks = 4)
    @DisplayName("WIN-23, WIN-21 what all ranks have put is in each one's memory when its own fence has completed")
    void atTheTarget(Ranks ranks) {
        List<Window> ends = allocated(ranks, 4, Datatype.LONG);
        List<List<Long>> seen = onAll(
                ends,
                end -> Mono.defer(end::fence)
                        .then(Mono.defer(() -> Mono.when(List.of(0, 1, 2, 3).stream()
                                .map(to -> end.put(Buffers.longs(10L * end.rank() + to + 1), to, end.rank()))
                                .toList())))
                        .then(end.fence(NO_SUCCEED))
                        .then(Mono.fromSupplier(
                                () -> List.of(longAt(end, 0), longAt(end, 1), longAt(end, 2), longAt(end, 3)))));
        for (int rank = 0; rank < 4; rank++) {
            assertThat(seen.get(rank)).containsExactly(rank + 1L, rank + 11L, rank + 21L, rank + 31L);
        }
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-23 an operation of the next epoch, also a third rank's, sees all of the epoch before, round after round")
    void nextEpoch(Ranks ranks) {
        int count = 3000;
        List<Window> ends = allocated(ranks, count, Datatype.LONG);
        fence(ends);
        for (long round = 1; round <= ROUNDS; round++) {
            long[] data = new long[count];
            Arrays.fill(data, round);
            long[] room = new long[count];
            // Rank 1 is written by 0, and read by 2 as soon as that has passed the fence.
            onAll(
                    ends,
                    end -> (end.rank() == 0 ? end.put(Buffers.of(data), 1, 0) : Mono.<Void>empty())
                            .then(end.fence())
                            .then(end.rank() == 2 ? end.get(Buffers.of(room), 1, 0) : Mono.<Void>empty())
                            .then(end.fence()));
            assertThat(room).isEqualTo(data);
        }
        fence(ends);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-22 what a rank stores before a fence is got after it, and what was put before it is loaded after it")
    void localStores(Ranks ranks) {
        long[][] memory = new long[3][2];
        List<Window> ends = Ends.over(ranks, memory);
        for (long round = 1; round <= ROUNDS; round++) {
            long value = round;
            long[] room = new long[3];
            onAll(ends, end -> {
                int next = (end.rank() + 1) % 3;
                return Mono.<Void>fromRunnable(() -> memory[end.rank()][0] = 10 * value + end.rank())
                        .then(end.fence())
                        .then(end.get(Buffers.of(room, end.rank(), 1), next, 0))
                        .then(end.put(Buffers.longs(value), next, 1))
                        .then(end.fence())
                        .then(Mono.fromRunnable(
                                () -> assertThat(memory[end.rank()][1]).isEqualTo(value)));
            });
            assertThat(room).containsExactly(10 * value + 1, 10 * value + 2, 10 * value);
        }
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-24 a fence of a quiet epoch waits for all ranks, whatever the one before has promised")
    void isABarrier(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        for (int i = 0; i < 3; i++) {
            Recorder<Void> zero = started(ends.get(0).fence());
            Recorder<Void> two = started(ends.get(2).fence());
            settle(ranks);
            assertThat(zero.signals()).isEmpty();
            assertThat(two.signals()).isEmpty();
            run(ends.get(1).fence());
            assertComplete(zero);
            assertComplete(two);
        }
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-23 a fence waits for the operations of all others, also long ones that nobody awaits")
    void waitsForOthers(Ranks ranks) {
        int length = 2 * 1024 * 1024 + 3;
        List<Window> ends = allocated(ranks, length, Datatype.BYTE);
        byte[] data = pattern(3, length);
        fence(ends);
        ends.get(1).put(Buffers.of(data), 2, 0).subscribe();
        ends.get(0).accumulate(Buffers.bytes((byte) 1), 1, 5, Op.SUM).subscribe();
        fence(ends);
        byte[] found = new byte[length];
        memory(ends.get(2)).duplicate().get(found);
        assertThat(Arrays.mismatch(found, data)).isEqualTo(-1);
        assertThat(memory(ends.get(1)).get(5)).isEqualTo((byte) 1);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-24 fences need not come in pairs: each ends an epoch and begins the next")
    void oddNumbers(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        fence(ends);
        for (int i = 1; i <= 5; i++) {
            onAll(ends, end -> end.accumulate(Buffers.longs(1), 0, 0, Op.SUM).then(end.fence()));
            assertThat(longAt(ends.get(0), 0)).isEqualTo(3L * i);
        }
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-24, WIN-39 after a fence with NO_SUCCEED there is no epoch, until the next fence")
    void noSucceed(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        onAll(ends, end -> end.fence(NO_PRECEDE, NO_SUCCEED));
        assertFails(ends.get(0).put(Buffers.longs(1), 1, 0), ErrorClass.RMA_SYNC);
        onAll(ends, end -> end.fence(NO_PRECEDE));
        run(ends.get(0).put(Buffers.longs(2), 1, 0));
        onAll(ends, end -> end.fence(NO_SUCCEED));
        assertFails(ends.get(0).put(Buffers.longs(3), 1, 0), ErrorClass.RMA_SYNC);
        assertThat(longAt(ends.get(1), 0)).isEqualTo(2);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-37 promises about fences that are kept change no result")
    void promises(Ranks ranks) {
        List<List<Assertion>> first = List.of(
                List.of(),
                List.of(NO_PRECEDE),
                List.of(NO_PRECEDE, NO_STORE),
                List.of(NO_PRECEDE, NO_STORE, NO_PRECEDE));
        List<List<Assertion>> last = List.of(
                List.of(), List.of(NO_SUCCEED), List.of(NO_SUCCEED, NO_PUT), List.of(NO_STORE, NO_PUT, NO_SUCCEED));
        List<Window> ends = allocated(ranks, 3, Datatype.LONG);
        for (List<Assertion> before : first) {
            for (List<Assertion> after : last) {
                long value = 10L * first.indexOf(before) + last.indexOf(after) + 1;
                onAll(
                        ends,
                        end -> end.fence(before.toArray(Assertion[]::new))
                                .then(end.put(Buffers.longs(value), (end.rank() + 1) % 3, end.rank()))
                                .then(end.fence(after.toArray(Assertion[]::new))));
                for (int rank = 0; rank < 3; rank++) {
                    assertThat(longAt(ends.get(rank), (rank + 2) % 3)).isEqualTo(value);
                }
            }
        }
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-37 NO_PUT on a rank that is only read changes nothing")
    void noPut(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        memory(ends.get(1)).putLong(0, 77);
        long[] room = new long[2];
        onAll(
                ends,
                end -> end.fence(end.rank() == 1 ? new Assertion[] {NO_PUT} : new Assertion[0])
                        .then(end.rank() == 0 ? end.get(Buffers.of(room, 0, 1), 1, 0) : Mono.<Void>empty())
                        .then(
                                end.rank() == 2
                                        ? end.fetchAndOp(Buffers.longs(0), Buffers.of(room, 1, 1), 1, 0, Op.NO_OP)
                                        : Mono.<Void>empty())
                        .then(end.fence()));
        assertThat(room).containsExactly(77, 77);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-23 fenced does its body between two fences, and gives what that gives; an error ends the epoch as well")
    void fenced(Ranks ranks) {
        List<Window> ends = allocated(ranks, 3, Datatype.LONG);
        List<Long> given = onAll(
                ends,
                end -> end.<Long>fenced(w -> w.put(Buffers.longs(5L + w.rank()), (w.rank() + 1) % 3, 0)
                                .thenReturn(100L + w.rank()))
                        .doOnNext(value -> assertThat(longAt(end, 0)).isEqualTo(5L + (end.rank() + 2) % 3)));
        assertThat(given).containsExactly(100L, 101L, 102L);

        List<Object> ended = onAll(
                ends,
                end -> end.<Object>fenced(w -> w.rank() == 1
                                ? Mono.error(new IllegalStateException("of the test"))
                                : w.accumulate(Buffers.longs(1), 1, 1, Op.SUM).thenReturn("done"))
                        .onErrorResume(IllegalStateException.class, error -> Mono.just(error.getMessage())));
        assertThat(ended).containsExactly("done", "of the test", "done");
        assertThat(longAt(ends.get(1), 1)).isEqualTo(2);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-23, WIN-38 two windows of the same ranks have epochs of their own, in any order")
    void twoWindows(Ranks ranks) {
        List<Window> first = allocated(ranks, 1, Datatype.LONG);
        List<Window> second = allocated(ranks, 1, Datatype.LONG);
        fence(first);
        fence(second);
        List<Mono<Void>> parts = new ArrayList<>();
        for (int rank = 0; rank < 3; rank++) {
            Window one = first.get(rank);
            Window other = second.get(rank);
            parts.add(one.put(Buffers.longs(1 + one.rank()), (one.rank() + 1) % 3, 0)
                    .then(other.put(Buffers.longs(11 + one.rank()), (one.rank() + 2) % 3, 0))
                    .then(other.fence())
                    .then(Mono.<Void>fromRunnable(
                            () -> assertThat(longAt(other, 0)).isEqualTo(11 + (other.rank() + 1) % 3)))
                    .then(one.fence())
                    .then(Mono.fromRunnable(() -> assertThat(longAt(one, 0)).isEqualTo(1 + (one.rank() + 2) % 3))));
        }
        run(Mono.when(parts));
        free(first);
        free(second);
    }
}
