package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.memory;
import static org.reactivempi.conformance.window.Ends.read;
import static org.reactivempi.conformance.window.Ends.run;
import static org.reactivempi.conformance.window.Ends.settle;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.Group;
import org.reactivempi.Info;
import org.reactivempi.LockType;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.RecordType;
import org.reactivempi.SendBuffer;
import org.reactivempi.Window;
import org.reactivempi.WindowHints;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** How windows are made, of which memory, and what they say of themselves. */
class WindowCreationTest {

    private record Point(int x, double y) {}

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-1, WIN-10 each rank chooses its size and unit, 0 bytes included, and each knows those of all")
    void sizesAndUnits(Ranks ranks) {
        List<Window> ends = onAll(
                worlds(ranks),
                world -> world.windows()
                        .with(WindowHints.create().displacementUnit(1 + world.rank()))
                        .allocate(8L * world.rank()));

        for (Window end : ends) {
            assertThat(end.size()).isEqualTo(3);
            assertThat(end.flavor()).isEqualTo(Window.Flavor.ALLOCATE);
            assertThat(end.model()).isEqualTo(Window.Model.UNIFIED);
            assertThat(end.group().compare(ranks.world(0).group())).isEqualTo(Group.Comparison.IDENTICAL);
            assertThat(IntStream.range(0, 3).mapToLong(end::size)).containsExactly(0L, 8L, 16L);
            assertThat(IntStream.range(0, 3).map(end::displacementUnit)).containsExactly(1, 2, 3);
            assertThat(end.memory().lengthBytes()).isEqualTo(end.size(end.rank()));
            assertThat(end.memory()).isSameAs(end.memory());
            for (int wrong : new int[] {-1, 3}) {
                assertThatExceptionOfType(MpiException.class)
                        .isThrownBy(() -> end.size(wrong))
                        .matches(error -> error.errorClass() == ErrorClass.RANK)
                        .withMessageContaining(String.valueOf(wrong));
            }
        }
        assertThat(ends).extracting(Window::rank).containsExactly(0, 1, 2);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-1 a window comes when the memory of all ranks is there, and not before")
    void waitsForAll(Ranks ranks) {
        Recorder<Window> zero = started(ranks.world(0).windows().allocate(8));
        Recorder<Window> two = started(ranks.world(2).windows().allocate(8));
        settle(ranks);
        assertThat(zero.signals()).isEmpty();
        assertThat(two.signals()).isEmpty();

        Window one = Ends.value(ranks.world(1).windows().allocate(8));
        Window first = (Window) Ends.awaited(zero).get(0);
        run(one.locked(LockType.EXCLUSIVE, 0, w -> w.put(Buffers.longs(7), 0, 0)));
        assertThat(memory(first).getLong(0)).isEqualTo(7);
        free(List.of(first, one, (Window) Ends.awaited(two).get(0)));
    }

    @OnEveryChannel
    @DisplayName("WIN-1 nothing is made without a subscription, and each subscription makes a window of its own")
    void cold(Ranks ranks) {
        List<Mono<Window>> cold = worlds(ranks).stream()
                .map(world -> world.windows().allocate(1, Datatype.LONG))
                .toList();
        List<Window> first = onAll(cold, made -> made);
        List<Window> second = onAll(cold, made -> made);
        assertThat(first.get(0)).isNotSameAs(second.get(0));
        run(first.get(0).locked(LockType.SHARED, 1, w -> w.put(Buffers.longs(5), 1, 0)));
        assertThat(read(second.get(0), 1, 1)).containsExactly(0);
        assertThat(read(first.get(0), 1, 1)).containsExactly(5);
        free(first);
        free(second);
    }

    @OnEveryChannel
    @DisplayName("WIN-1 many windows of one communicator are there at a time, and keep their memory apart")
    void many(Ranks ranks) {
        List<List<Window>> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            all.add(allocated(ranks, 1, Datatype.LONG));
        }
        for (int i = 0; i < all.size(); i++) {
            int value = i;
            run(all.get(i).get(1).locked(LockType.EXCLUSIVE, 0, w -> w.put(Buffers.longs(value), 0, 0)));
        }
        for (int i = 0; i < all.size(); i++) {
            assertThat(memory(all.get(i).get(0)).getLong(0)).isEqualTo(i);
        }
        all.forEach(Ends::free);
    }

    /** Memory of the program, and what is in it. */
    private record Place(Buffer memory, Object content) {}

    private static List<Place> places() {
        byte[] bytes = new byte[6];
        boolean[] booleans = new boolean[6];
        short[] shorts = new short[6];
        char[] chars = new char[6];
        int[] ints = new int[6];
        float[] floats = new float[6];
        long[] longs = new long[6];
        double[] doubles = new double[6];
        return List.of(
                new Place(Buffers.of(bytes, 1, 4), bytes),
                new Place(Buffers.of(booleans, 1, 4), booleans),
                new Place(Buffers.of(shorts, 1, 4), shorts),
                new Place(Buffers.of(chars, 1, 4), chars),
                new Place(Buffers.of(ints, 1, 4), ints),
                new Place(Buffers.of(floats, 1, 4), floats),
                new Place(Buffers.of(longs, 1, 4), longs),
                new Place(Buffers.of(doubles, 1, 4), doubles));
    }

    private static final List<SendBuffer> SENT = List.of(
            Buffers.bytes((byte) 3, (byte) -4),
            Buffers.booleans(true, true),
            Buffers.shorts((short) 3, (short) -4),
            Buffers.chars('3', '4'),
            Buffers.ints(3, -4),
            Buffers.floats(3.5f, -4),
            Buffers.longs(3, -4),
            Buffers.doubles(3.5, -4));

    private static final List<Object> WANTED = List.of(
            new byte[] {0, 0, 3, -4, 0, 0},
            new boolean[] {false, false, true, true, false, false},
            new short[] {0, 0, 3, -4, 0, 0},
            new char[] {0, 0, '3', '4', 0, 0},
            new int[] {0, 0, 3, -4, 0, 0},
            new float[] {0, 0, 3.5f, -4, 0, 0},
            new long[] {0, 0, 3, -4, 0, 0},
            new double[] {0, 0, 3.5, -4, 0, 0});

    @OnEveryChannel
    @DisplayName("WIN-2 what is written to a window over an array of each type is in that very array, and only there")
    void arrays(Ranks ranks) {
        List<Place> targets = places();
        for (int kind = 0; kind < targets.size(); kind++) {
            Place target = targets.get(kind);
            SendBuffer sent = SENT.get(kind);
            List<Window> ends = Ends.over(ranks, rank -> rank == 1 ? target.memory() : Buffer.empty());
            assertThat(ends.get(0).flavor()).isEqualTo(Window.Flavor.CREATE);
            assertThat(ends.get(0).displacementUnit(1))
                    .isEqualTo((int) sent.datatype().sizeBytes());
            assertThat(ends.get(1).memory()).isSameAs(target.memory());
            assertThat(ends.get(1).segment(1)).isEmpty();
            run(ends.get(0).locked(LockType.EXCLUSIVE, 1, w -> w.put(sent, 1, 1)));
            assertThat(target.content()).isEqualTo(WANTED.get(kind));
            free(ends);
        }
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-2 so it is with buffers of java.nio, on the heap and direct, in the byte order that they have for elements")
    void byteBuffers(Ranks ranks) {
        for (boolean direct : new boolean[] {false, true}) {
            for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
                ByteBuffer all = (direct ? ByteBuffer.allocateDirect(48) : ByteBuffer.allocate(48)).order(order);
                ByteBuffer part = all.duplicate().order(order).position(4).limit(44);
                IntBuffer view = part.slice().order(order).asIntBuffer();
                List<Window> typed =
                        Ends.over(ranks, rank -> rank == 1 ? Buffers.of(part).as(Datatype.INT, 10) : Buffer.empty());
                List<Window> ints = Ends.over(ranks, rank -> rank == 1 ? Buffers.of(view) : Buffer.empty());
                assertThat(typed.get(0).displacementUnit(1)).isEqualTo(Integer.BYTES);
                assertThat(ints.get(0).displacementUnit(1)).isEqualTo(Integer.BYTES);

                run(typed.get(0).locked(LockType.EXCLUSIVE, 1, w -> w.put(Buffers.ints(0x01020304), 1, 1)));
                run(ints.get(0).locked(LockType.EXCLUSIVE, 1, w -> w.put(Buffers.ints(0x05060708), 1, 4)));
                run(ints.get(0).locked(LockType.EXCLUSIVE, 1, w -> w.accumulate(Buffers.ints(0x100), 1, 1, Op.SUM)));
                ByteBuffer wanted = ByteBuffer.allocate(48).order(order);
                wanted.putInt(4 + 4, 0x01020404).putInt(4 + 16, 0x05060708);
                assertThat(content(all)).as("%s", order).isEqualTo(wanted.array());

                int[] room = new int[1];
                run(typed.get(0).locked(LockType.SHARED, 1, w -> w.get(Buffers.of(room), 1, 4)));
                assertThat(room).containsExactly(0x05060708);
                free(typed);
                free(ints);
            }
        }
    }

    @OnEveryChannel
    @DisplayName("WIN-2 a window over bytes takes elements of every type, in little-endian order, at any place")
    void bytes(Ranks ranks) {
        for (ByteBuffer all : List.of(ByteBuffer.allocate(48), ByteBuffer.allocateDirect(48))) {
            ByteBuffer part = all.duplicate().position(3).limit(43);
            List<Window> ends = Ends.over(ranks, rank -> rank == 1 ? Buffers.of(part) : Buffer.empty());
            assertThat(ends.get(0).displacementUnit(1)).isEqualTo(1);
            run(ends.get(0)
                    .locked(
                            LockType.EXCLUSIVE,
                            1,
                            w -> w.put(Buffers.ints(0x01020304), 1, 5)
                                    .then(w.put(Buffers.doubles(1.5), 1, 11))
                                    .then(w.flush(1))
                                    .then(w.accumulate(Buffers.ints(0x10), 1, 5, Op.SUM))));
            ByteBuffer wanted = ByteBuffer.allocate(48).order(ByteOrder.LITTLE_ENDIAN);
            wanted.putInt(3 + 5, 0x01020314).putDouble(3 + 11, 1.5);
            assertThat(content(all)).isEqualTo(wanted.array());
            double[] room = new double[1];
            run(ends.get(0).locked(LockType.SHARED, 1, w -> w.get(Buffers.of(room), 1, 11)));
            assertThat(room).containsExactly(1.5);
            free(ends);
        }
    }

    private static byte[] content(ByteBuffer memory) {
        byte[] bytes = new byte[memory.capacity()];
        memory.duplicate().clear().get(bytes);
        return bytes;
    }

    @OnEveryChannel
    @DisplayName("WIN-2, WIN-38 one memory is in several windows at a time, and each of them reaches it")
    void severalWindows(Ranks ranks) {
        long[][] memory = {new long[4], new long[4]};
        List<Window> whole = Ends.over(ranks, memory);
        List<Window> part = Ends.over(ranks, rank -> Buffers.of(memory[rank], 2, 2));
        run(whole.get(0).lock(LockType.EXCLUSIVE, 1).then(part.get(0).lock(LockType.EXCLUSIVE, 1)));
        run(whole.get(0)
                .put(Buffers.longs(1, 2, 3, 4), 1, 0)
                .then(whole.get(0).flush(1))
                .then(part.get(0).put(Buffers.longs(30), 1, 0))
                .then(part.get(0).unlock(1)));
        long[] seen = new long[4];
        run(whole.get(0).get(Buffers.of(seen), 1, 0).then(whole.get(0).unlock(1)));
        assertThat(seen).containsExactly(1, 2, 30, 4);
        assertThat(memory[1]).containsExactly(1, 2, 30, 4);
        free(part);
        free(whole);
    }

    @OnEveryChannel
    @DisplayName("WIN-3 a displacement counts units of the target, from the begin of its memory")
    void displacements(Ranks ranks) {
        int[][] memory = {new int[12], new int[12]};
        for (int unit : new int[] {1, 2, 4, 12}) {
            Arrays.fill(memory[1], 0);
            List<Window> ends = onAll(
                    worlds(ranks),
                    world -> world.windows()
                            .with(WindowHints.create().displacementUnit(world.rank() == 1 ? unit : 8))
                            .create(Buffers.of(memory[world.rank()], 2, 9)));
            run(ends.get(0).locked(LockType.SHARED, 1, w -> w.put(Buffers.ints(5), 1, 12 / unit)));
            int[] wanted = new int[12];
            wanted[2 + 3] = 5;
            assertThat(memory[1]).as("unit %d", unit).isEqualTo(wanted);
            free(ends);
        }
    }

    @OnEveryChannel
    @DisplayName("WIN-4, WIN-11 memory of the library is zero, little-endian, and begins where it was asked to")
    void allocatedMemory(Ranks ranks) {
        for (int alignment : new int[] {1, 64, 4096}) {
            List<Window> ends = onAll(
                    worlds(ranks),
                    world -> world.windows()
                            .with(WindowHints.create().minimumAlignment(alignment))
                            .allocate(1000 + world.rank()));
            for (Window end : ends) {
                ByteBuffer memory = memory(end);
                assertThat(memory.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
                assertThat(memory.capacity()).isEqualTo(1000 + end.rank());
                assertThat(memory.alignmentOffset(0, Math.max(64, alignment))).isZero();
                assertThat(content(memory)).containsOnly(0);
                assertThat(end.displacementUnit(0)).isEqualTo(1);
            }
            // What the next window gets has been used before.
            memory(ends.get(0)).put(500, (byte) 1);
            free(ends);
        }
    }

    @OnEveryChannel
    @DisplayName("WIN-3, WIN-4 a window of elements counts their extents")
    void allocatedElements(Ranks ranks) {
        Datatype padded = Datatype.INT.resized(0, 12);
        List<Window> ends = onAll(worlds(ranks), world -> world.windows().allocate(5, padded));
        assertThat(ends.get(0).displacementUnit(1)).isEqualTo(12);
        assertThat(ends.get(0).size(1)).isEqualTo(60);
        run(ends.get(0).locked(LockType.SHARED, 1, w -> w.put(Buffers.ints(9), 1, 4)));
        assertThat(memory(ends.get(1)).getInt(48)).isEqualTo(9);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-10 a window has a name, which says nothing at first, and goes with nothing but the window")
    void name(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        assertThat(zero.name()).isEmpty();
        zero.setName("table");
        assertThat(zero.name()).isEqualTo("table");
        assertThat(ends.get(1).name()).isEmpty();
        assertFails(zero.unlock(1), ErrorClass.RMA_SYNC, "table");
        for (String wrong : List.of("a\nb", "x".repeat(10_000))) {
            assertThatExceptionOfType(MpiException.class)
                    .isThrownBy(() -> zero.setName(wrong))
                    .matches(error -> error.errorClass() == ErrorClass.ARG);
        }
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-11 the hints that are in use are given back, and unknown ones are left out")
    void hints(Ranks ranks) {
        WindowHints hints = WindowHints.of(Info.of(Map.of(
                        "no_locks", "true",
                        "same_size", "true",
                        "accumulate_ordering", "none",
                        "accumulate_ops", "same_op",
                        "mpi_accumulate_granularity", "64",
                        "mpi_minimum_memory_alignment", "100",
                        "nobody_knows", "this")))
                .displacementUnit(4);
        List<Window> ends =
                onAll(worlds(ranks), world -> world.windows().with(hints).allocate(64));
        assertThat(ends.get(0).hints()).isEqualTo(hints);
        assertThat(ends.get(1).hints().toInfo().toMap())
                .containsEntry("mpi_minimum_memory_alignment", "128")
                .containsEntry("mpi_accumulate_granularity", "64")
                .doesNotContainKey("nobody_knows");
        assertThat(ends.get(0).displacementUnit(1)).isEqualTo(4);
        assertFails(ends.get(0).lock(LockType.SHARED, 1), ErrorClass.RMA_SYNC);
        assertFails(ends.get(0).lockAll(), ErrorClass.RMA_SYNC);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-11 a promise about sizes or units that is broken makes no window on any rank, and harms nothing")
    void brokenPromises(Ranks ranks) {
        for (boolean ofSizes : new boolean[] {false, true}) {
            WindowHints promise = WindowHints.create().sameSize(ofSizes).sameDisplacementUnit(!ofSizes);
            List<Throwable> errors = onAll(
                    worlds(ranks),
                    world -> failure(world.windows()
                            .with(promise.displacementUnit(1 + world.rank()))
                            .allocate(8 + world.rank())));
            assertThat(errors)
                    .allSatisfy(error -> assertIs(error, ofSizes ? ErrorClass.SIZE : ErrorClass.DISP, "is not true"));
        }
        free(allocated(ranks, 1, Datatype.LONG));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-11 a promise that one rank alone makes, and that is broken, fails on all ranks alike")
    void promiseOfOne(Ranks ranks) {
        List<Throwable> errors = onAll(
                worlds(ranks),
                world -> failure(world.windows()
                        .with(WindowHints.create().sameSize(world.rank() == 2))
                        .allocate(8 + world.rank())));
        assertThat(errors).allSatisfy(error -> assertIs(error, ErrorClass.SIZE, "is not true"));
        free(allocated(ranks, 1, Datatype.LONG));
    }

    @OnEveryChannel
    @DisplayName("WIN-41 ranks that make windows of several kinds get the window error class, all of them")
    void severalKinds(Ranks ranks) {
        List<Throwable> errors = onAll(
                worlds(ranks),
                world -> failure(
                        world.rank() == 0
                                ? world.windows().allocate(8)
                                : world.windows().createDynamic().cast(Window.class)));
        assertThat(errors).allSatisfy(error -> assertIs(error, ErrorClass.WIN, "kind"));
        free(allocated(ranks, 1, Datatype.LONG));
    }

    private static Mono<Throwable> failure(Mono<?> operation) {
        return operation
                .<Throwable>map(value -> new AssertionError("made in spite of all: " + value))
                .onErrorResume(MpiException.class, Mono::just);
    }

    @OnEveryChannel
    @DisplayName("WIN-41 memory that can't be a window's is refused by the rank alone, which may try again")
    void wrongMemory(Ranks ranks) {
        Communicator zero = ranks.world(0);
        assertFails(zero.windows().allocate(-1), ErrorClass.SIZE, "-1");
        assertFails(zero.windows().allocate(1L << 40), ErrorClass.SIZE, String.valueOf(1L << 40));
        assertFails(zero.windows().allocate(1L << 40, Datatype.LONG), ErrorClass.SIZE);
        assertFails(zero.windows().allocate(-3, Datatype.LONG), ErrorClass.SIZE, "-3");
        for (int unit : new int[] {0, -4}) {
            assertFails(
                    zero.windows()
                            .with(WindowHints.create().displacementUnit(unit))
                            .allocate(8),
                    ErrorClass.DISP,
                    String.valueOf(unit));
        }
        List<Buffer> wrong = List.of(
                Buffers.of(ByteBuffer.allocate(8).asReadOnlyBuffer()),
                Buffers.of(new int[8]).as(Datatype.INT.vector(2, 1, 3), 1),
                RecordType.of(Point.class).buffer(new ArrayList<>(List.of(new Point(1, 2)))));
        wrong.forEach(memory -> assertFails(zero.windows().create(memory), ErrorClass.BASE));
        // Rank 1 has waited for none of them.
        free(allocated(ranks, 1, Datatype.LONG));
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-1 a window of a part of the ranks has their ranks there, also beyond its communicator's end")
    void ofAPart(Ranks ranks) {
        List<Communicator> parts = onAll(worlds(ranks), world -> world.split(world.rank() == 1 ? 1 : 0, -world.rank()));
        List<Communicator> pair = List.of(parts.get(2), parts.get(0));
        List<Window> ends = onAll(pair, part -> part.windows().allocate(2, Datatype.LONG));
        onAll(parts, Communicator::free);
        assertThat(ends).extracting(Window::rank).containsExactly(0, 1);
        assertThat(ends.get(0).group().worldRank(1)).isZero();
        run(ends.get(0).locked(LockType.EXCLUSIVE, 1, w -> w.put(Buffers.longs(4, 5), 1, 0)));
        assertThat(read(ends.get(1), 1, 2)).containsExactly(4, 5);
        free(ends);
        assertFails(parts.get(0).windows().allocate(8), ErrorClass.COMM);
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName("WIN-1, WIN-14 a rank alone makes windows of all kinds, and uses them")
    void alone(Ranks ranks) {
        long[] memory = new long[2];
        Window window = ranks.world(0).windows().create(Buffers.of(memory)).block(TIMEOUT);
        run(window.fence().then(window.put(Buffers.longs(1, 2), 0, 0)).then(window.fence()));
        assertThat(memory).containsExactly(1, 2);
        run(window.free());
        Window own = ranks.world(0).windows().allocate(0).block(TIMEOUT);
        assertThat(own.segment(0))
                .hasValueSatisfying(segment -> assertThat(segment.capacity()).isZero());
        run(own.free());
    }
}
