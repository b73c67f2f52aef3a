package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TAG;
import static org.reactivempi.conformance.window.Ends.awaited;
import static org.reactivempi.conformance.window.Ends.fence;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.run;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.LockType;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Place;
import org.reactivempi.Ring;
import org.reactivempi.SharedWindow;
import org.reactivempi.Window;
import org.reactivempi.WindowHints;
import org.reactivempi.Windows;
import org.reactivempi.conformance.Family;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.conformance.Traffic;
import org.reactivempi.core.window.ShortParts;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import org.reactivempi.transport.channel.Workers;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Memory that is longer than one {@code ByteBuffer} shows, with parts that are shorter than those of programs. */
class WindowPartsTest {

    private static final int PART = 4096;

    private static boolean share(Ranks ranks) {
        return Set.of("local", "shm").contains(ranks.settings().asMap().get("channel"));
    }

    private static List<Window> parts(Ranks ranks, boolean shared, long bytes) {
        return onAll(
                worlds(ranks),
                world -> ShortParts.of(world.windows(), PART)
                        .with(WindowHints.create().sharedMemory(shared))
                        .allocate(bytes));
    }

    private static void assertRefused(ErrorClass wanted, ThrowingCallable call, String... words) {
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(call)
                .matches(error -> error.errorClass() == wanted)
                .satisfies(error -> assertThat(error.getMessage()).contains(words));
    }

    private static byte[] noise(Random random, int bytes) {
        byte[] noise = new byte[bytes];
        random.nextBytes(noise);
        return noise;
    }

    private static byte[] content(List<ByteBuffer> parts) {
        ByteBuffer all = ByteBuffer.allocate(
                parts.stream().mapToInt(ByteBuffer::capacity).sum());
        parts.forEach(part -> all.put(part.duplicate()));
        return all.array();
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName(
            "WIN-4, WIN-6 memory in parts is zero, aligned, and shown part by part on each rank that reaches it; what is not in one part is refused in words")
    void shown(Ranks ranks) {
        long bytes = 2 * PART + 100;
        List<Window> ends = parts(ranks, true, bytes);
        for (Window end : ends) {
            List<ByteBuffer> own = ShortParts.of(end, end.rank(), PART);
            assertThat(own).hasSize(3).allSatisfy(part -> {
                assertThat(part.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
                assertThat(part.alignmentOffset(0, 64)).isZero();
            });
            assertThat(content(own)).hasSize((int) bytes).containsOnly(0);
            own.get(1).putLong(8, 70 + end.rank());
            assertThat(end.size(end.rank())).isEqualTo(bytes);
        }
        fence(ends);
        Window zero = ends.get(0);
        assertThat(zero.segment(1, PART + 8, 8).map(theirs -> theirs.getLong(0)))
                .isEqualTo(share(ranks) ? Optional.of(71L) : Optional.empty());
        assertThat(zero.segment(Mpi.PROC_NULL, PART + 8, 8).orElseThrow().getLong(0))
                .isEqualTo(70);
        assertThat(zero.segment(0, bytes, 0).orElseThrow().capacity()).isZero();
        assertRefused(ErrorClass.SIZE, () -> zero.segment(0), bytes + " bytes", "segment(rank, offset, length)");
        assertRefused(ErrorClass.RANK, () -> zero.segment(2, 0, 1), "rank 2");
        assertRefused(ErrorClass.DISP, () -> zero.segment(0, -1, 1), "-1");
        assertRefused(ErrorClass.SIZE, () -> zero.segment(0, 0, -1), "-1");
        assertRefused(ErrorClass.SIZE, () -> zero.segment(0, 0, 1L << 31), "2147483648");
        assertRefused(ErrorClass.RMA_RANGE, () -> zero.segment(0, bytes - 3, 4), bytes + " bytes");
        assertRefused(ErrorClass.RMA_RANGE, () -> zero.segment(0, PART - 1, 2), "byte " + PART, "parts of " + PART);
        free(ends);
        assertRefused(ErrorClass.WIN, () -> zero.segment(0, 0, 1), "freed");
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName(
            "WIN-6 bytes of memory in one piece are shown from anywhere; of memory of the program, and of a dynamic window, nothing is")
    void inOnePiece(Ranks ranks) {
        List<Window> ends = Ends.allocated(ranks, 10, Datatype.LONG);
        Window zero = ends.get(0);
        zero.segment(0).orElseThrow().putLong(13, 99);
        assertThat(zero.segment(0, 13, 8).orElseThrow().getLong(0)).isEqualTo(99);
        assertRefused(ErrorClass.RMA_RANGE, () -> zero.segment(0, 80, 1), "80 bytes");
        assertThat(zero.segment(1, 0, 80).isPresent()).isEqualTo(share(ranks));
        List<Window> created = Ends.over(ranks, new long[2][1]);
        assertThat(created.get(0).segment(0, 0, 8)).isEmpty();
        assertThat(created.get(0).segment(Mpi.PROC_NULL, 0, 8)).isEmpty();
        free(created);
        free(ends);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName(
            "WIN-12, WIN-15, WIN-17, WIN-19 what begins in one part and ends in another is as in one piece, in reach and by packets")
    void overBorders(Ranks ranks) {
        for (boolean shared : new boolean[] {true, false}) {
            int bytes = 5 * PART + 24;
            List<Window> ends = parts(ranks, shared, bytes);
            Window zero = ends.get(0);
            byte[] model = noise(new Random(8), bytes);
            ByteBuffer numbers = ByteBuffer.wrap(model).order(ByteOrder.LITTLE_ENDIAN);
            run(zero.lock(LockType.EXCLUSIVE, 1));
            run(zero.put(Buffers.of(model.clone()), 1, 0));
            // Of aligned elements, of some that no instruction combines, and of one that is in two parts.
            for (int first : new int[] {PART - 24, 2 * PART - 20, 3 * PART - 5}) {
                long[] before = new long[6];
                long[] was = new long[6];
                for (int i = 0; i < 6; i++) {
                    was[i] = numbers.getLong(first + 8 * i);
                    numbers.putLong(first + 8 * i, was[i] + i);
                }
                run(zero.getAccumulate(
                        Buffers.longs(0, 1, 2, 3, 4, 5), Buffers.of(before), 1, Place.at(first), Op.SUM));
                assertThat(before).isEqualTo(was);
            }
            long[] found = new long[1];
            run(zero.compareAndSwap(
                    Buffers.longs(-5),
                    Buffers.longs(numbers.getLong(4 * PART - 3)),
                    Buffers.of(found),
                    1,
                    4 * PART - 3));
            assertThat(found).containsExactly(numbers.getLong(4 * PART - 3));
            numbers.putLong(4 * PART - 3, -5);
            byte[] got = new byte[bytes];
            run(zero.get(Buffers.of(got), 1, 0));
            run(zero.unlock(1));
            assertThat(Arrays.mismatch(got, model)).isEqualTo(-1);
            assertThat(Arrays.mismatch(content(ShortParts.of(ends.get(1), 1, PART)), model))
                    .isEqualTo(-1);
            byte[] sent = new byte[bytes];
            run(Mono.when(
                    ranks.world(1).isend(ends.get(1).memory(), 0, TAG),
                    ranks.world(0).irecv(Buffers.of(sent), 1, TAG)));
            assertThat(Arrays.mismatch(sent, model)).isEqualTo(-1);
            free(ends);
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-5 shared memory in parts begins at a page, that around it where the memory before it ends; each rank finds all of it")
    void inCommon(Ranks ranks) {
        if (!share(ranks)) {
            return;
        }
        for (boolean apart : new boolean[] {false, true}) {
            for (int[] sizes :
                    new int[][] {{13, 2 * PART + 5, 100}, {2 * PART, 0, 3 * PART + 1}, {PART, PART, PART}, {1, PART, 7}
                    }) {
                List<SharedWindow> ends = onAll(worlds(ranks), world -> {
                    Windows windows = ShortParts.of(world.windows(), PART)
                            .with(WindowHints.create().noncontiguous(apart));
                    return windows.allocateShared(sizes[world.rank()]);
                });
                onAll(ends, Window::lockAll);
                for (SharedWindow end : ends) {
                    byte number = (byte) (1 + end.rank());
                    ShortParts.of(end, end.rank(), PART).forEach(part -> {
                        while (part.hasRemaining()) {
                            part.put(number);
                        }
                    });
                    run(end.sync());
                }
                for (SharedWindow end : ends) {
                    run(end.sync());
                    for (int rank = 0; rank < 3; rank++) {
                        byte[] found = content(ShortParts.of(end, rank, PART));
                        assertThat(found).hasSize(sizes[rank]);
                        for (byte each : found) {
                            assertThat(each).isEqualTo((byte) (1 + rank));
                        }
                    }
                }
                onAll(ends, Window::unlockAll);
                onAll(ends, Window::free);
            }
        }
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName(
            "WIN-54 a ring in one part of the memory has streams, wherever the part is; one that is in two is refused")
    void streams(Ranks ranks) {
        List<Window> ends = parts(ranks, true, 3 * PART);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        Ring ring = Ring.at(2 * PART - 64).slots(4, 16);
        Recorder<List<Integer>> taken = Family.started(
                one.takeStream(0, ring, TAG).map(frame -> frame.getInt(0)).collectList());
        run(zero.locked(
                LockType.SHARED, 1, w -> w.putStream(Flux.range(0, 20).map(i -> Buffers.ints(i)), 1, ring, TAG)));
        assertThat(awaited(taken))
                .startsWith(IntStream.range(0, 20).boxed().toList())
                .hasSize(2);
        for (Ring wrong :
                List.of(Ring.at(2 * PART - 63).slots(4, 16), Ring.at(0).slots(3, PART))) {
            assertThat(awaited(Family.started(one.takeStream(0, wrong, TAG).then())))
                    .singleElement()
                    .satisfies(error ->
                            Family.assertIs((Throwable) error, ErrorClass.RMA_RANGE, "parts of " + PART + " bytes"));
        }
        free(ends);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName(
            "WIN-1 memory of a rank's own that is long is taken by a thread for that, and not by the one that moves messages")
    void notOnTheProgressThread(Ranks ranks) {
        CountDownLatch goOn = new CountDownLatch(1);
        List<Recorder<Window>> made;
        try {
            // All of them, so that nothing else is done by such threads.
            for (int i = 0; i < Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE; i++) {
                Workers.scheduler().schedule(() -> Traffic.hold(goOn));
            }
            made = worlds(ranks).stream()
                    .map(world -> Family.started(ShortParts.of(world.windows(), PART)
                            .with(WindowHints.create().sharedMemory(false))
                            .allocate(world.rank() == 0 ? 2 * PART : PART)))
                    .toList();
            Ends.settle(ranks);
            assertThat(made).allSatisfy(each -> assertThat(each.signals()).isEmpty());
        } finally {
            goOn.countDown();
        }
        List<Window> ends = new ArrayList<>();
        for (Recorder<Window> each : made) {
            List<Object> signals = awaited(each);
            assertThat(signals).hasSize(2);
            ends.add((Window) signals.get(0));
        }
        free(ends);
    }
}
