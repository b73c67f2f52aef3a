package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.LockType.EXCLUSIVE;
import static org.reactivempi.LockType.SHARED;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.longAt;
import static org.reactivempi.conformance.window.Ends.memory;
import static org.reactivempi.conformance.window.Ends.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.Op;
import org.reactivempi.Window;
import org.reactivempi.conformance.Weather;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Connections that are cut while windows are used: each operation is applied once, in its order, and right. */
@Timeout(value = 100, unit = TimeUnit.SECONDS)
@Tag("long")
class WindowFaultsTest {

    private static final String OFTEN = "cut=0.05,delay=0.01,split=0.2,merge=0.1";
    private static final String NO_FAULTS = "cut=0";
    private static final int LONG_BYTES = 2 << 20;

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Weather#all")
    @DisplayName(
            "WIN-49, WIN-18 each fetchAndOp over connections that are cut often is applied once: no ticket is missing, and none comes twice")
    void tickets(Weather weather) throws Exception {
        int each = 150;
        weather.over(3, OFTEN, (ranks, faults) -> {
            List<Window> ends = allocated(ranks, 1, Datatype.LONG);
            List<List<Long>> tickets = onAll(
                    ends,
                    end -> end.lockedAll(w -> Flux.range(0, each)
                            .flatMap(i -> w.longs().fetchAndOp(1L, 1, 0, Op.SUM), 4)
                            .collectList()));
            List<Long> all = new ArrayList<>();
            tickets.forEach(all::addAll);
            assertThat(all)
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.range(0, 3L * each).boxed().toList());
            assertThat(longAt(ends.get(1), 0)).isEqualTo(3L * each);
            free(ends);
            assertThat(faults.cuts()).isGreaterThan(5);
        });
    }

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Weather#all")
    @DisplayName("WIN-49, WIN-44 a cut anywhere in a long accumulate: it is applied once, and what follows it after it")
    void inALongAccumulate(Weather weather) throws Exception {
        Random random = new Random(weather.seed());
        int count = LONG_BYTES / Long.BYTES;
        weather.over(2, NO_FAULTS, (ranks, faults) -> {
            List<Window> ends = allocated(ranks, count, Datatype.LONG);
            long[] data = LongStream.range(0, count).toArray();
            for (int turn = 1; turn <= 12; turn++) {
                if (random.nextInt(3) > 0) {
                    faults.cutAfter(0, 1, 1 + random.nextInt(LONG_BYTES));
                } else {
                    faults.cutAfter(1, 0, 1 + random.nextInt(60));
                }
                long[] before = new long[1];
                int last = count - 1;
                run(ends.get(0)
                        .locked(
                                EXCLUSIVE,
                                1,
                                w -> w.accumulate(Buffers.of(data), 1, 0, Op.SUM)
                                        .and(w.fetchAndOp(Buffers.longs(1), Buffers.of(before), 1, last, Op.SUM))));
                assertThat(before[0]).isEqualTo((long) turn * last + turn - 1);
                long[] found = new long[count];
                memory(ends.get(1)).asLongBuffer().get(found);
                long factor = turn;
                long[] wanted = LongStream.range(0, count).map(i -> factor * i).toArray();
                wanted[last] += turn;
                assertThat(Arrays.mismatch(found, wanted)).isEqualTo(-1);
            }
            free(ends);
            assertThat(faults.cuts()).isGreaterThan(5);
        });
    }

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Weather#all")
    @DisplayName("WIN-49, WIN-12 a cut anywhere in a long put or get: all of it is there, and nothing else")
    void inALongPut(Weather weather) throws Exception {
        Random random = new Random(weather.seed());
        weather.over(2, NO_FAULTS, (ranks, faults) -> {
            List<Window> ends = allocated(ranks, LONG_BYTES + 16, Datatype.BYTE);
            for (int turn = 0; turn < 12; turn++) {
                byte[] data = pattern(turn, LONG_BYTES);
                byte[] room = new byte[LONG_BYTES];
                int writer = random.nextInt(2);
                faults.cutAfter(writer, 1 - writer, 1 + random.nextInt(writer == turn % 2 ? 100 : LONG_BYTES));
                run(ends.get(0)
                        .locked(
                                EXCLUSIVE,
                                1,
                                w -> w.put(Buffers.of(data), 1, 8)
                                        .then(w.flush(1))
                                        .then(w.get(Buffers.of(room), 1, 8))));
                assertThat(Arrays.mismatch(room, data)).isEqualTo(-1);
                byte[] found = new byte[LONG_BYTES + 16];
                memory(ends.get(1)).duplicate().get(found);
                assertThat(Arrays.mismatch(found, 8, LONG_BYTES + 8, data, 0, LONG_BYTES))
                        .isEqualTo(-1);
                assertThat(Arrays.copyOf(found, 8)).containsOnly(0);
            }
            free(ends);
            assertThat(faults.cuts()).isPositive();
        });
    }

    @ParameterizedTest
    @MethodSource("org.reactivempi.conformance.Weather#all")
    @DisplayName(
            "WIN-49, WIN-29 locks, fences and posts over connections that are cut often shut out, wait and come as ever")
    void epochs(Weather weather) throws Exception {
        int rounds = 12;
        weather.over(3, OFTEN, (ranks, faults) -> {
            List<Window> ends = allocated(ranks, 4, Datatype.LONG);
            long[][] room = new long[3][1];
            onAll(
                    ends,
                    end -> Ends.inTurn(rounds, round -> {
                        int next = (end.rank() + 1) % 3;
                        return end.lock(EXCLUSIVE, 0)
                                .then(end.get(Buffers.of(room[end.rank()]), 0, 0))
                                .then(Mono.defer(() -> end.put(Buffers.longs(room[end.rank()][0] + 1), 0, 0)))
                                .then(end.unlock(0))
                                .then(end.fence())
                                .then(end.put(Buffers.longs(round), next, 1))
                                .then(end.fence())
                                .then(Mono.<Void>fromRunnable(
                                        () -> assertThat(longAt(end, 1)).isEqualTo(round)))
                                .then(end.post(Ends.group(end, (end.rank() + 2) % 3)))
                                .then(end.start(Ends.group(end, next)))
                                .then(end.accumulate(Buffers.longs(1), next, 2, Op.SUM))
                                .then(end.complete())
                                .then(end.waitFor())
                                .then(Mono.fromRunnable(
                                        () -> assertThat(longAt(end, 2)).isEqualTo(round + 1)));
                    }));
            assertThat(longAt(ends.get(0), 0)).isEqualTo(3L * rounds);
            run(ends.get(1).locked(SHARED, 2, w -> w.put(Buffers.longs(5), 2, 3)));
            assertThat(longAt(ends.get(2), 3)).isEqualTo(5);
            free(ends);
            assertThat(faults.cuts()).isGreaterThan(5);
        });
    }
}
