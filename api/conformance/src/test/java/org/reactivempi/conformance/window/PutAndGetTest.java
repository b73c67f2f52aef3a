package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Payloads.pattern;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.group;
import static org.reactivempi.conformance.window.Ends.inTurn;
import static org.reactivempi.conformance.window.Ends.memory;
import static org.reactivempi.conformance.window.Ends.run;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.LockType;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.Place;
import org.reactivempi.Request;
import org.reactivempi.Window;
import org.reactivempi.conformance.Recorder;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What put and get do to memory: in which layouts, of which lengths, and for targets that are none. */
class PutAndGetTest {

    private static final int[] LENGTHS = {0, 1, 7, 64, 1000, 65_535, 65_536, 65_537, 200_001, 3 * 1024 * 1024 + 5};

    @OnEveryChannel
    @DisplayName(
            "WIN-12 every length around the pieces in which memory travels is written and read whole, and nothing else")
    void everyLength(Ranks ranks) {
        int most = LENGTHS[LENGTHS.length - 1] + 20;
        List<Window> ends = allocated(ranks, most, Datatype.BYTE);
        Window zero = ends.get(0);
        byte[] wanted = new byte[most];
        run(zero.lock(LockType.EXCLUSIVE, 1));
        for (int length : LENGTHS) {
            byte[] data = pattern(length, length);
            run(zero.put(Buffers.of(data), 1, 9).then(zero.flush(1)));
            System.arraycopy(data, 0, wanted, 9, length);
            byte[] found = new byte[most];
            memory(ends.get(1)).duplicate().get(found);
            assertThat(Arrays.mismatch(found, wanted))
                    .as("after %d bytes", length)
                    .isEqualTo(-1);
            byte[] room = new byte[length + 2];
            run(zero.get(Buffers.of(room, 1, length), 1, 9));
            assertThat(Arrays.mismatch(room, 1, 1 + length, data, 0, length)).isEqualTo(-1);
            assertThat(room[0] + room[length + 1]).isZero();
        }
        run(zero.unlock(1));
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-12 a row becomes a column, and a column a row, and the elements between stay as they were")
    void transposed(Ranks ranks) {
        int size = 7;
        int[][] memory = new int[2][size * size];
        Arrays.fill(memory[1], -1);
        List<Window> ends = Ends.over(ranks, memory);
        int[] matrix = IntStream.range(0, size * size).toArray();
        Datatype column = Datatype.INT.vector(size, 1, size);
        run(ends.get(0)
                .locked(
                        LockType.EXCLUSIVE,
                        1,
                        w -> inTurn(
                                size - 1,
                                row -> w.put(
                                        Buffers.of(matrix, row * size, size),
                                        1,
                                        Place.at(row).as(column, 1)))));
        for (int row = 0; row < size; row++) {
            for (int at = 0; at < size; at++) {
                assertThat(memory[1][at * size + row]).isEqualTo(row < size - 1 ? row * size + at : -1);
            }
        }
        int[] back = new int[size * size];
        Arrays.fill(back, -2);
        run(ends.get(0)
                .locked(
                        LockType.SHARED,
                        1,
                        w -> w.get(
                                Buffers.of(back, 2, back.length - 2).as(column, 1),
                                1,
                                Place.at(size).as(Datatype.INT, size))));
        for (int i = 0; i < back.length; i++) {
            assertThat(back[i]).as("%d", i).isEqualTo(i % size == 2 ? memory[1][size + i / size] : -2);
        }
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-12 indexed, vector, subarray and struct meet each other in any pair, on either side")
    void layoutsMeet(Ranks ranks) {
        // Each has 12 ints, and where they are.
        record Layout(Datatype type, int... places) {}
        List<Layout> layouts = List.of(
                new Layout(Datatype.INT.contiguous(12), IntStream.range(0, 12).toArray()),
                new Layout(
                        Datatype.INT.vector(4, 3, 5),
                        IntStream.range(0, 12).map(i -> i / 3 * 5 + i % 3).toArray()),
                new Layout(
                        Datatype.INT.indexed(new long[] {5, 0, 1, 6}, new long[] {14, 3, 1, 3}),
                        14,
                        15,
                        16,
                        17,
                        18,
                        1,
                        3,
                        4,
                        5,
                        6,
                        7,
                        8),
                new Layout(
                        Datatype.INT.subarray(
                                Datatype.Order.ROW_MAJOR, new long[] {5, 4}, new long[] {4, 3}, new long[] {1, 1}),
                        IntStream.range(0, 12).map(i -> 5 + i / 3 * 4 + i % 3).toArray()),
                new Layout(
                        Datatype.struct()
                                .add(4 * Integer.BYTES, Datatype.INT, 2)
                                .add(0, Datatype.INT.vector(2, 1, 2))
                                .add(7 * Integer.BYTES, Datatype.INT, 2)
                                .add(10 * Integer.BYTES, Datatype.INT, 6)
                                .build(20 * Integer.BYTES),
                        4,
                        5,
                        0,
                        2,
                        7,
                        8,
                        10,
                        11,
                        12,
                        13,
                        14,
                        15));
        List<Window> ends = allocated(ranks, 24, Datatype.INT);
        Window zero = ends.get(0);
        run(zero.lockAll());
        for (Layout origin : layouts) {
            for (Layout target : layouts) {
                int[] data = IntStream.range(100, 124).toArray();
                int[] wanted = new int[24];
                Arrays.fill(wanted, -1);
                for (int i = 0; i < 12; i++) {
                    wanted[2 + target.places()[i]] = data[1 + origin.places()[i]];
                }
                memory(ends.get(1)).asIntBuffer().put(filled(24, -1));
                run(zero.put(
                                Buffers.of(data, 1, 22).as(origin.type(), 1),
                                1,
                                Place.at(2).as(target.type(), 1))
                        .then(zero.flush(1)));
                assertThat(ints(ends.get(1))).as("%s to %s", origin, target).isEqualTo(wanted);

                int[] room = filled(24, -3);
                run(zero.get(
                        Buffers.of(room, 1, 22).as(origin.type(), 1),
                        1,
                        Place.at(2).as(target.type(), 1)));
                int[] read = filled(24, -3);
                for (int place : origin.places()) {
                    read[1 + place] = data[1 + place];
                }
                assertThat(room).as("%s from %s", origin, target).isEqualTo(read);
            }
        }
        run(zero.unlockAll());
        free(ends);
    }

    private static int[] filled(int length, int value) {
        int[] ints = new int[length];
        Arrays.fill(ints, value);
        return ints;
    }

    private static int[] ints(Window end) {
        int[] ints = new int[memory(end).capacity() / Integer.BYTES];
        memory(end).asIntBuffer().get(ints);
        return ints;
    }

    @OnEveryChannel
    @DisplayName("WIN-12 a struct of several types, with gaps and parts before its place, goes element by element")
    void structs(Ranks ranks) {
        Datatype struct = Datatype.struct()
                .add(-8, Datatype.LONG)
                .add(12, Datatype.SHORT, 2)
                .add(3, Datatype.BYTE)
                .add(20, Datatype.DOUBLE)
                .build(40);
        Datatype packed = Datatype.struct()
                .add(0, Datatype.LONG)
                .add(8, Datatype.SHORT, 2)
                .add(12, Datatype.BYTE)
                .add(13, Datatype.DOUBLE)
                .build(21);
        int count = 3;
        ByteBuffer all = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
        List<Window> ends = Ends.over(ranks, rank -> rank == 1 ? Buffers.of(all) : Buffer.empty());
        ByteBuffer data = ByteBuffer.allocateDirect(63).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer wanted = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            data.putLong(i * 21, 1000L + i)
                    .putShort(i * 21 + 8, (short) (20 + i))
                    .putShort(i * 21 + 10, (short) -i);
            data.put(i * 21 + 12, (byte) (5 + i)).putDouble(i * 21 + 13, 0.5 + i);
            int at = 30 + i * 40;
            wanted.putLong(at - 8, 1000L + i)
                    .putShort(at + 12, (short) (20 + i))
                    .putShort(at + 14, (short) -i);
            wanted.put(at + 3, (byte) (5 + i)).putDouble(at + 20, 0.5 + i);
        }
        run(ends.get(0)
                .locked(
                        LockType.EXCLUSIVE,
                        1,
                        w -> w.put(
                                Buffers.of(data).as(packed, count),
                                1,
                                Place.at(30).as(struct, count))));
        assertThat(all.array()).isEqualTo(wanted.array());

        ByteBuffer room = ByteBuffer.allocate(63).order(ByteOrder.LITTLE_ENDIAN);
        run(ends.get(0)
                .locked(
                        LockType.SHARED,
                        1,
                        w -> w.get(
                                Buffers.of(room).as(packed, count),
                                1,
                                Place.at(30).as(struct, count))));
        byte[] sent = new byte[63];
        data.duplicate().get(sent);
        assertThat(room.array()).isEqualTo(sent);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-12 thousands of short runs on one side, one long one on the other, and runs on both")
    void manyRuns(Ranks ranks) {
        int count = 20_000;
        long[][] memory = {new long[0], new long[3 * count]};
        List<Window> ends = Ends.over(ranks, memory);
        Datatype strided = Datatype.LONG.vector(count, 1, 3);
        Datatype pairs = Datatype.LONG.vector(count / 2, 2, 4);
        long[] data = IntStream.range(0, 2 * count).mapToLong(i -> i + 1).toArray();
        run(ends.get(0)
                .locked(
                        LockType.EXCLUSIVE,
                        1,
                        w -> w.put(Buffers.of(data).as(pairs, 1), 1, Place.at(1).as(strided, 1))));
        long[] wanted = new long[3 * count];
        for (int i = 0; i < count; i++) {
            wanted[1 + 3 * i] = data[i / 2 * 4 + i % 2];
        }
        assertThat(Arrays.mismatch(memory[1], wanted)).isEqualTo(-1);

        long[] room = new long[count];
        run(ends.get(0)
                .locked(
                        LockType.SHARED,
                        1,
                        w -> w.get(Buffers.of(room), 1, Place.at(1).as(strided, 1))));
        long[] read = new long[count];
        Arrays.setAll(read, i -> wanted[1 + 3 * i]);
        assertThat(Arrays.mismatch(room, read)).isEqualTo(-1);
        free(ends);
    }

    /** An epoch that a rank is in alone, and what is done in it. */
    private static List<Function<Function<Window, Mono<Void>>, Mono<Void>>> epochs(Window own) {
        return List.of(
                body -> own.fence().then(body.apply(own)).then(own.fence()),
                body -> own.post(group(own, 0))
                        .then(own.start(group(own, 0)))
                        .then(body.apply(own))
                        .then(own.complete())
                        .then(own.waitFor()),
                body -> own.lock(LockType.EXCLUSIVE, 0).then(body.apply(own)).then(own.unlock(0)),
                body -> own.lockAll().then(body.apply(own)).then(own.unlockAll()));
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName("WIN-14 a rank is its own target in every operation and every epoch")
    void oneself(Ranks ranks) {
        long[] memory = new long[6];
        Window own = Ends.over(ranks, rank -> Buffers.of(memory)).get(0);
        for (Function<Function<Window, Mono<Void>>, Mono<Void>> epoch : epochs(own)) {
            Arrays.fill(memory, 0);
            long[] sums = new long[2];
            long[] fetched = new long[1];
            long[] swapped = new long[1];
            run(epoch.apply(w -> w.put(Buffers.longs(1, 2), 0, 0)
                    .then(w.accumulate(Buffers.longs(5, 6), 0, 2, Op.SUM))
                    .then(w.getAccumulate(Buffers.longs(10, 20), Buffers.of(sums), 0, 2, Op.SUM))
                    .then(w.fetchAndOp(Buffers.longs(7), Buffers.of(fetched), 0, 4, Op.REPLACE))
                    .then(w.compareAndSwap(Buffers.longs(9), Buffers.longs(7), Buffers.of(swapped), 0, 4))));
            assertThat(memory).containsExactly(1, 2, 15, 26, 9, 0);
            assertThat(sums).containsExactly(5, 6);
            assertThat(fetched).containsExactly(0);
            assertThat(swapped).containsExactly(7);
            long[] room = new long[3];
            run(epoch.apply(w -> w.get(Buffers.of(room), 0, 2)));
            assertThat(room).containsExactly(15, 26, 9);
        }
        run(own.free());
    }

    @OnEveryChannel(ranks = 1)
    @DisplayName("WIN-14, WIN-12 what a rank moves within its own memory comes where it should, also over itself")
    void withinOneself(Ranks ranks) {
        byte[] memory = pattern(1, 500_000);
        byte[] before = memory.clone();
        Window own = Ends.over(ranks, rank -> Buffers.of(memory)).get(0);
        run(own.locked(LockType.EXCLUSIVE, 0, w -> w.put(Buffers.of(memory, 0, 200_000), 0, 250_000)));
        System.arraycopy(before, 0, before, 250_000, 200_000);
        assertThat(Arrays.mismatch(memory, before)).isEqualTo(-1);
        run(own.free());
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-13 the null process is the target of any operation in any epoch: nothing is done, and no room changes")
    void nullProcess(Ranks ranks) {
        List<Window> ends = allocated(ranks, 2, Datatype.LONG);
        Window zero = ends.get(0);
        Window one = ends.get(1);
        long[] room = {3, 4};
        Function<Window, Mono<Void>> all = w -> w.put(Buffers.longs(1, 2), Mpi.PROC_NULL, 0)
                .then(w.get(Buffers.of(room), Mpi.PROC_NULL, 0))
                .then(w.accumulate(Buffers.longs(1, 2), Mpi.PROC_NULL, 0, Op.SUM))
                .then(w.getAccumulate(Buffers.longs(1, 2), Buffers.of(room), Mpi.PROC_NULL, 0, Op.SUM))
                .then(w.fetchAndOp(Buffers.longs(1), Buffers.of(room, 0, 1), Mpi.PROC_NULL, 0, Op.SUM))
                .then(w.compareAndSwap(Buffers.longs(1), Buffers.longs(1), Buffers.of(room, 0, 1), Mpi.PROC_NULL, 0))
                .then(w.longs().fetchAndOp(1L, Mpi.PROC_NULL, 0, Op.SUM))
                .doOnNext(old -> assertThat(old).isZero())
                .then(w.ints().compareAndSwap(1, 2, Mpi.PROC_NULL, 0))
                .doOnNext(old -> assertThat(old).isZero())
                .then();
        run(zero.lock(LockType.EXCLUSIVE, Mpi.PROC_NULL)
                .then(all.apply(zero))
                .then(zero.flush(Mpi.PROC_NULL))
                .then(zero.flushLocal(Mpi.PROC_NULL))
                .then(zero.unlock(Mpi.PROC_NULL)));
        run(zero.lockedAll(all));
        run(zero.locked(LockType.SHARED, 1, all));
        onAll(ends, end -> end.fence().then(all.apply(end)).then(end.fence()));
        run(one.post(group(one, 0)).then(zero.start(group(zero, 1))));
        run(all.apply(zero).then(zero.complete()).then(one.waitFor()));
        assertThat(room).containsExactly(3, 4);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-13 operations of length 0 and null memory complete and do nothing, also at the memory's end")
    void nothing(Ranks ranks) {
        List<Window> ends = allocated(ranks, 2, Datatype.LONG);
        Buffer none = Buffers.of((long[]) null, 0, 0);
        Function<Window, Mono<Void>> all = w -> w.put(none, 1, 2)
                .then(w.put(Buffer.empty(), 1, 0))
                .then(w.put(Buffers.longs(), 1, Place.at(1).as(Datatype.LONG.vector(3, 0, 2), 1)))
                .then(w.get(none, 1, 2))
                .then(w.accumulate(none, 1, 0, Op.SUM))
                .then(w.accumulate(Buffers.longs(), 1, 2, Op.REPLACE))
                .then(w.getAccumulate(none, none, 1, 1, Op.SUM))
                .then(w.getAccumulate(Buffer.empty(), none, 1, 1, Op.NO_OP));
        run(ends.get(0).lockedAll(all));
        onAll(ends, end -> end.fence().then(all.apply(end)).then(end.fence()));
        assertThat(Ends.longAt(ends.get(1), 0) + Ends.longAt(ends.get(1), 1)).isZero();
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-13 a rank without memory takes part, and is the target of nothing but operations of length 0")
    void withoutMemory(Ranks ranks) {
        long[][] memory = {new long[1], new long[0], new long[1]};
        List<Window> ends = Ends.over(ranks, memory);
        onAll(
                ends,
                end -> end.fence()
                        .then(end.put(
                                Buffers.longs(end.rank() + 1),
                                end.rank() == 0 ? 2 : end.rank() == 1 ? 0 : Mpi.PROC_NULL,
                                0))
                        .then(end.put(Buffers.longs(), 1, 0))
                        .then(end.fence()));
        assertThat(memory[2]).containsExactly(1);
        assertThat(memory[0]).containsExactly(2);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-20 when a put has completed, its data is the program's: what is done to it then goes nowhere")
    void dataIsFree(Ranks ranks) {
        for (int length : new int[] {8, 3000, 300_000}) {
            List<Window> ends = allocated(ranks, length, Datatype.BYTE);
            Window zero = ends.get(0);
            byte[] data = pattern(1, length);
            byte[] sent = data.clone();
            run(zero.lock(LockType.EXCLUSIVE, 1).then(zero.put(Buffers.of(data), 1, 0)));
            Arrays.fill(data, (byte) 0);
            run(zero.unlock(1));
            byte[] found = new byte[length];
            memory(ends.get(1)).duplicate().get(found);
            assertThat(Arrays.mismatch(found, sent)).isEqualTo(-1);
            free(ends);
        }
    }

    @OnEveryChannel
    @DisplayName("WIN-20 when a get has completed its result is there, before the epoch ends, whatever its length")
    void resultIsThere(Ranks ranks) {
        int length = 300_000;
        List<Window> ends = allocated(ranks, length, Datatype.BYTE);
        byte[] data = pattern(2, length);
        memory(ends.get(1)).duplicate().put(data);
        Window zero = ends.get(0);
        byte[][] rooms = {new byte[length], new byte[5], new byte[length - 5]};
        run(zero.lock(LockType.SHARED, 1));
        List<Request> requests = IntStream.range(0, rooms.length)
                .mapToObj(i -> Request.start(zero.get(Buffers.of(rooms[i]), 1, i)))
                .toList();
        for (int i = rooms.length - 1; i >= 0; i--) {
            run(requests.get(i).completion());
            assertThat(rooms[i]).isEqualTo(Arrays.copyOfRange(data, i, i + rooms[i].length));
        }
        run(zero.unlock(1));
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-20 an operation that is only made does nothing; each subscription is another one")
    void cold(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        Mono<Void> add = zero.accumulate(Buffers.longs(1), 1, 0, Op.SUM);
        run(zero.lock(LockType.EXCLUSIVE, 1).then(zero.unlock(1)));
        assertThat(Ends.longAt(ends.get(1), 0)).isZero();
        run(zero.locked(LockType.EXCLUSIVE, 1, w -> add.repeat(4).then()));
        assertThat(Ends.longAt(ends.get(1), 0)).isEqualTo(5);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-20, WIN-33 nothing is signalled to who asks for nothing, and the operation starts with the demand")
    void demand(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG);
        Window zero = ends.get(0);
        run(zero.lock(LockType.EXCLUSIVE, 1));
        Recorder<Void> lazy = new Recorder<>();
        zero.put(Buffers.longs(4), 1, 0).subscribe(lazy);
        run(zero.flush(1));
        assertThat(Ends.longAt(ends.get(1), 0)).isZero();
        lazy.request(1);
        Ends.assertComplete(lazy);
        Recorder<Void> unlocked = started(zero.unlock(1));
        Ends.assertComplete(unlocked);
        assertThat(Ends.longAt(ends.get(1), 0)).isEqualTo(4);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-12 all ranks write to each other and read from each other at a time, at places of their own")
    void allToAll(Ranks ranks) {
        int length = 70_000;
        int size = ranks.size();
        List<Window> ends = allocated(ranks, size * length, Datatype.BYTE);
        byte[][][] rooms = new byte[size][size][length];
        onAll(
                ends,
                end -> end.fence()
                        .thenMany(Flux.range(0, size)
                                .flatMap(to ->
                                        end.put(Buffers.of(data(end.rank(), to, length)), to, end.rank() * length)))
                        .then(end.fence())
                        .thenMany(Flux.range(0, size)
                                .flatMap(from ->
                                        end.get(Buffers.of(rooms[end.rank()][from]), from, end.rank() * length)))
                        .then(end.fence()));
        for (int rank = 0; rank < size; rank++) {
            for (int other = 0; other < size; other++) {
                assertThat(Arrays.equals(rooms[rank][other], data(rank, other, length)))
                        .as("what rank %d has written to %d", rank, other)
                        .isTrue();
            }
        }
        free(ends);
    }

    private static byte[] data(int from, int to, int length) {
        return pattern(10L * from + to, length);
    }
}
