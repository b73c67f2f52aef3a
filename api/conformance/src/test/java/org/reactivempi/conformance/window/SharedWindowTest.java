package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.awaited;
import static org.reactivempi.conformance.window.Ends.fence;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.run;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.LockType;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.SharedWindow;
import org.reactivempi.Window;
import org.reactivempi.WindowHints;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Memory that ranks have in common: on channels that can that, and what others say of it. */
class SharedWindowTest {

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int ROUNDS = 200;

    /** Whether the ranks of a test have memory in common. */
    private static boolean share(Ranks ranks) {
        return Set.of("local", "shm").contains(ranks.settings().asMap().get("channel"));
    }

    private static List<SharedWindow> shared(Ranks ranks, WindowHints hints, IntFunction<Integer> bytes) {
        return onAll(worlds(ranks), world -> world.windows().with(hints).allocateShared(bytes.apply(world.rank())));
    }

    private static void freeShared(List<SharedWindow> ends) {
        onAll(ends, Window::free);
    }

    /** Whether they do; else the test is that they hear so, and go on. */
    private static boolean shareOrHear(Ranks ranks) {
        if (!share(ranks)) {
            List<Recorder<SharedWindow>> ends = worlds(ranks).stream()
                    .map(world -> started(world.windows().allocateShared(8)))
                    .toList();
            for (Recorder<SharedWindow> end : ends) {
                assertThat(awaited(end))
                        .singleElement()
                        .satisfies(error -> assertIs((Throwable) error, ErrorClass.RMA_SHARED, "rank 0", "shm"));
            }
            free(allocated(ranks, 1, Datatype.LONG));
        }
        return share(ranks);
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName("WIN-5 a rank that is alone has all memory in common, on each channel")
    void alone(Ranks ranks) {
        SharedWindow only = shared(ranks, WindowHints.create(), rank -> 20).get(0);
        assertThat(only.flavor()).isEqualTo(Window.Flavor.SHARED);
        assertThat(only.segmentOf(0).capacity()).isEqualTo(20);
        run(only.locked(LockType.SHARED, 0, w -> w.put(Buffers.of(new byte[] {1, 2}), 0, 18)));
        assertThat(only.segmentOf(0).getShort(18)).isEqualTo((short) 0x0201);
        freeShared(List.of(only));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "WIN-5, WIN-6, WIN-22 each rank loads what the others have stored, in sizes that differ; ranks that share nothing get RMA_SHARED, all of them")
    void loadsAndStores(Ranks ranks) {
        if (!shareOrHear(ranks)) {
            return;
        }
        for (boolean apart : new boolean[] {false, true}) {
            for (int[] sizes : new int[][] {{13, 0, 5001}, {0, 0, 8}, {0, 0, 0}, {4096, 1, 4095}}) {
                List<SharedWindow> ends = shared(ranks, WindowHints.create().noncontiguous(apart), rank -> sizes[rank]);
                run(Flux.fromIterable(ends).flatMap(Window::lockAll).then());
                for (SharedWindow end : ends) {
                    ByteBuffer own = end.segmentOf(end.rank());
                    assertThat(own.capacity()).isEqualTo(sizes[end.rank()]);
                    assertThat(own.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
                    for (int i = 0; i < own.capacity(); i++) {
                        assertThat(own.get(i)).isZero();
                        own.put(i, (byte) (i * 7 + end.rank()));
                    }
                    run(end.sync());
                }
                for (SharedWindow end : ends) {
                    run(end.sync());
                    for (int rank = 0; rank < 3; rank++) {
                        ByteBuffer theirs = end.segmentOf(rank);
                        assertThat(theirs.capacity()).isEqualTo(sizes[rank]);
                        for (int i = 0; i < sizes[rank]; i++) {
                            assertThat(theirs.get(i)).isEqualTo((byte) (i * 7 + rank));
                        }
                    }
                    int first = IntStream.range(0, 3)
                            .filter(rank -> sizes[rank] > 0)
                            .findFirst()
                            .orElse(0);
                    assertThat(end.segmentOf(Mpi.PROC_NULL)).isEqualTo(end.segmentOf(first));
                }
                run(Flux.fromIterable(ends).flatMap(Window::unlockAll).then());
                freeShared(ends);
            }
        }
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("WIN-6 the memory of allocate is there for those that share it, that of create and of others is not")
    void segments(Ranks ranks) {
        List<Window> ends = allocated(ranks, 3, Datatype.LONG);
        for (Window end : ends) {
            int other = 1 - end.rank();
            assertThat(end.segment(end.rank()))
                    .get()
                    .extracting(ByteBuffer::capacity)
                    .isEqualTo(24);
            assertThat(end.segment(other).isPresent()).isEqualTo(share(ranks));
            assertThat(end.segment(Mpi.PROC_NULL)).isPresent();
            end.segment(end.rank()).orElseThrow().putLong(8, 100 + end.rank());
            for (int wrong : new int[] {-1, 2}) {
                assertThatExceptionOfType(MpiException.class)
                        .isThrownBy(() -> end.segment(wrong))
                        .matches(error -> error.errorClass() == ErrorClass.RANK);
            }
        }
        fence(ends);
        if (share(ranks)) {
            assertThat(ends.get(0).segment(1).orElseThrow().getLong(8)).isEqualTo(101);
        }
        List<Window> apart = Ends.apart(ranks, 1, Datatype.LONG);
        List<Window> created = Ends.over(ranks, new long[2][1]);
        assertThat(apart.get(0).segment(1)).isEmpty();
        assertThat(created.get(0).segment(1)).isEmpty();
        assertThat(created.get(0).segment(0)).isEmpty();
        assertThat(created.get(0).segment(Mpi.PROC_NULL)).isEmpty();
        free(created);
        free(apart);
        free(ends);
        assertThatExceptionOfType(MpiException.class)
                .isThrownBy(() -> ends.get(0).segment(1))
                .matches(error -> error.errorClass() == ErrorClass.WIN);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("WIN-36, WIN-21 what one rank stores before sync, and a flag after it, the other sees by them")
    void flags(Ranks ranks) {
        if (!shareOrHear(ranks)) {
            return;
        }
        List<SharedWindow> ends = shared(ranks, WindowHints.create(), rank -> 16);
        run(Flux.fromIterable(ends).flatMap(Window::lockAll).then());
        Mono<Long> reader = Mono.fromCallable(() -> {
            ByteBuffer theirs = ends.get(1).segmentOf(0);
            long sum = 0;
            for (int round = 1; round <= ROUNDS; round++) {
                while ((long) LONGS.getAcquire(theirs, 8) != round) {
                    Thread.onSpinWait();
                }
                run(ends.get(1).sync());
                sum += theirs.getLong(0);
                LONGS.setRelease(theirs, 8, -round);
            }
            return sum;
        });
        Mono<Long> writer = Mono.fromCallable(() -> {
            ByteBuffer own = ends.get(0).segmentOf(0);
            long sum = 0;
            for (long round = 1; round <= ROUNDS; round++) {
                own.putLong(0, round * round);
                sum += round * round;
                run(ends.get(0).sync());
                LONGS.setRelease(own, 8, round);
                while ((long) LONGS.getAcquire(own, 8) != -round) {
                    Thread.onSpinWait();
                }
            }
            return sum;
        });
        List<Long> sums = Ends.value(Flux.merge(
                        writer.subscribeOn(Schedulers.boundedElastic()),
                        reader.subscribeOn(Schedulers.boundedElastic()))
                .collectList());
        assertThat(sums.get(0)).isEqualTo(sums.get(1));
        run(Flux.fromIterable(ends).flatMap(Window::unlockAll).then());
        freeShared(ends);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "WIN-18, WIN-42, WIN-47 one rank by instructions of its own, some by memory, one by packets: each ticket comes once")
    void allWays(Ranks ranks) {
        // Rank 3 shares nothing, so that what it does is applied by rank 0; the others reach the element themselves.
        List<Window> ends = onAll(
                worlds(ranks),
                world -> world.windows()
                        .with(WindowHints.create().sharedMemory(world.rank() < 3))
                        .allocate(4, Datatype.LONG));
        assertThat(ends.get(3).segment(0)).isEmpty();
        ByteBuffer element = ends.get(1).segment(0).orElse(null);
        List<List<Long>> tickets = onAll(ends, end -> {
            Mono<List<Long>> own = element != null && end.rank() == 1
                    ? Flux.range(0, ROUNDS)
                            .map(i -> (long) LONGS.getAndAdd(element, 16, 1L))
                            .collectList()
                            .subscribeOn(Schedulers.boundedElastic())
                    : Flux.range(0, ROUNDS)
                            .concatMap(i -> end.longs().fetchAndOp(1L, 0, 2, Op.SUM))
                            .collectList();
            return end.lockedAll(w -> own);
        });
        List<Long> all = new ArrayList<>();
        tickets.forEach(all::addAll);
        assertThat(all).doesNotHaveDuplicates().hasSize(4 * ROUNDS);
        assertThat(Ends.longAt(ends.get(0), 2)).isEqualTo(4L * ROUNDS);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-42, WIN-47 doubles, shorts and bytes of all ranks add up, whichever ways they go")
    void smallAndWide(Ranks ranks) {
        List<Window> ends = onAll(
                worlds(ranks),
                world -> world.windows()
                        .with(WindowHints.create().sharedMemory(world.rank() != 2))
                        .allocate(64));
        onAll(
                ends,
                end -> end.lockedAll(w -> Flux.range(0, 40)
                        .flatMap(i -> Flux.merge(
                                w.accumulate(Buffers.doubles(0.5, 1), 1, 48, Op.SUM),
                                w.accumulate(Buffers.of(new short[] {1, 2}), 1, 2 + 2 * end.rank(), Op.SUM),
                                w.accumulate(Buffers.of(new byte[] {1, 1, 1}), 1, 32 + end.rank(), Op.SUM)))
                        .then()));
        ByteBuffer found = Ends.memory(ends.get(1));
        assertThat(found.getDouble(48)).isEqualTo(60);
        assertThat(found.getDouble(56)).isEqualTo(120);
        assertThat(IntStream.range(0, 4).map(i -> found.getShort(2 + 2 * i))).containsExactly(40, 120, 120, 80);
        assertThat(IntStream.range(0, 5).map(i -> found.get(32 + i))).containsExactly(40, 80, 120, 80, 40);
        free(ends);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("WIN-44 what goes by memory does not overtake what an origin has sent by packets before")
    void order(Ranks ranks) {
        List<Window> ends = allocated(ranks, 64, Datatype.BYTE);
        Window zero = ends.get(0);
        run(zero.lock(LockType.SHARED, 1));
        for (int round = 0; round < ROUNDS; round++) {
            // A pair is combined by the rank that has it; its first half is a number that any rank combines.
            ByteBuffer pair = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
            pair.putLong(0, -1).putInt(8, round);
            Mono<Void> first = zero.accumulate(Buffers.of(pair).as(Datatype.LONG_INT, 1), 1, 16, Op.REPLACE);
            Mono<Void> second = zero.accumulate(Buffers.longs(round), 1, 16, Op.REPLACE);
            long[] before = new long[1];
            Mono<Void> third = zero.getAccumulate(Buffers.longs(1), Buffers.of(before), 1, 16, Op.SUM);
            run(Flux.merge(first, second, third).then());
            assertThat(before).containsExactly(round);
            if (round % 3 == 0) {
                run(zero.flush(1));
                assertThat(Ends.memory(ends.get(1)).getLong(16)).isEqualTo(round + 1);
            }
        }
        run(zero.unlock(1));
        free(ends);
    }

    @OnEveryChannel(ranks = 3, settings = "stall-after=60s")
    @DisplayName("WIN-29, WIN-33, WIN-34 long operations take several turns, and what ends an epoch waits for them")
    void longOnes(Ranks ranks) {
        int length = 5_000_000;
        List<Window> ends = allocated(ranks, length, Datatype.BYTE);
        Window zero = ends.get(0);
        Window two = ends.get(2);
        byte[] data = new byte[length];
        new Random(7).nextBytes(data);
        byte[] room = new byte[length];
        for (int round = 0; round < 4; round++) {
            Buffer given = Buffers.of(data);
            run(zero.lock(LockType.EXCLUSIVE, 1));
            Recorder<Void> put = started(zero.put(given, 1, 0));
            Recorder<Void> others = started(two.locked(LockType.EXCLUSIVE, 1, w -> w.get(Buffers.of(room), 1, 0)));
            if (round % 2 == 0) {
                run(zero.flush(1));
            }
            run(zero.unlock(1));
            Ends.assertComplete(put);
            Ends.assertComplete(others);
            assertThat(Arrays.mismatch(room, data)).isEqualTo(-1);
            data[round] ^= 1;
        }
        free(ends);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("WIN-9 what windows have had of the system is given back, 300 of them one after the other")
    void givenBack(Ranks ranks) throws IOException {
        free(allocated(ranks, 1000, Datatype.LONG));
        long before = descriptors();
        for (int i = 0; i < 300; i++) {
            free(allocated(ranks, 1000, Datatype.LONG));
        }
        assertThat(descriptors()).isLessThan(before + 20);
    }

    /** Of files in memory, of this process. */
    private static long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(fd -> {
                        try {
                            return Files.readSymbolicLink(fd).toString().contains("reactivempi-");
                        } catch (IOException gone) {
                            return false;
                        }
                    })
                    .count();
        }
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("WIN-5, WIN-41 a negative size fails with SIZE, too much memory with NO_MEM, and nothing stays")
    void badSizes(Ranks ranks) {
        assertFails(ranks.world(0).windows().allocateShared(-1), ErrorClass.SIZE, "-1");
        assertFails(ranks.world(0).windows().allocateShared(1L << 40), ErrorClass.SIZE, "" + (1L << 40));
        if ("local".equals(ranks.settings().asMap().get("channel"))) {
            // More than this JVM gives, so nothing is taken of the system.
            List<Recorder<SharedWindow>> ends = worlds(ranks).stream()
                    .map(world -> started(world.windows().allocateShared(900L << 20)))
                    .toList();
            ends.forEach(end -> assertThat(awaited(end))
                    .singleElement()
                    .satisfies(error -> assertIs((Throwable) error, ErrorClass.NO_MEM, "rank 0", "of its host")));
        }
        free(allocated(ranks, 1, Datatype.LONG));
    }
}
