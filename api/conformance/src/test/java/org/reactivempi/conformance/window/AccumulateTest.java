package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.window.Ends.allocated;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.memory;
import static org.reactivempi.conformance.window.Ends.run;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.LockType;
import org.reactivempi.Op;
import org.reactivempi.Place;
import org.reactivempi.Request;
import org.reactivempi.Window;
import org.reactivempi.WindowHints;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What is combined with the memory of a target: in which types and layouts, how atomic, and in which order. */
class AccumulateTest {

    private static final List<Op> ARITHMETIC = List.of(Op.MAX, Op.MIN, Op.SUM, Op.PROD);
    private static final List<Op> LOGICAL = List.of(Op.LAND, Op.LOR, Op.LXOR);
    private static final List<Op> BITWISE = List.of(Op.BAND, Op.BOR, Op.BXOR);
    private static final List<Datatype> INTEGERS = List.of(Datatype.BYTE, Datatype.SHORT, Datatype.INT, Datatype.LONG);
    private static final List<Datatype> PAIRS =
            List.of(Datatype.INT_INT, Datatype.SHORT_INT, Datatype.LONG_INT, Datatype.FLOAT_INT, Datatype.DOUBLE_INT);

    private static final int ROUNDS = 40;

    /** An operation, and a type that it has a meaning for. */
    private record Case(Op op, Datatype type) {}

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Datatype type : INTEGERS) {
            ARITHMETIC.forEach(op -> cases.add(new Case(op, type)));
            LOGICAL.forEach(op -> cases.add(new Case(op, type)));
            BITWISE.forEach(op -> cases.add(new Case(op, type)));
        }
        ARITHMETIC.forEach(op -> cases.add(new Case(op, Datatype.FLOAT)));
        ARITHMETIC.forEach(op -> cases.add(new Case(op, Datatype.DOUBLE)));
        LOGICAL.forEach(op -> cases.add(new Case(op, Datatype.BOOLEAN)));
        return cases;
    }

    /** So many elements, small numbers of both signs. */
    private static byte[] numbers(Datatype type, int count, int seed) {
        int size = (int) type.sizeBytes();
        ByteBuffer bytes = ByteBuffer.allocate(count * size).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            int value = (i * 7 + seed * 5) % 11 - 5;
            if (type == Datatype.BOOLEAN) {
                bytes.put((byte) (value & 1));
            } else if (type == Datatype.FLOAT) {
                bytes.putFloat(value + 0.25f);
            } else if (type == Datatype.DOUBLE) {
                bytes.putDouble(value + 0.25);
            } else if (size == 1) {
                bytes.put((byte) value);
            } else if (size == 2) {
                bytes.putShort((short) value);
            } else if (size == 4) {
                bytes.putInt(value);
            } else {
                bytes.putLong(value);
            }
        }
        return bytes.array();
    }

    private static Buffer of(byte[] bytes, Datatype type) {
        return Buffers.of(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN))
                .as(type, bytes.length / type.sizeBytes());
    }

    private static byte[] reduced(byte[] there, byte[] data, Case what) {
        byte[] result = data.clone();
        what.op().reduceLocal(of(there, what.type()), of(result, what.type()));
        return result;
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-15, WIN-17 each predefined operation combines elements of each of its types, what is there on the left")
    void everyOperation(Ranks ranks) {
        int count = 100;
        List<Window> ends = allocated(ranks, 8 * count + 16, Datatype.BYTE);
        Window zero = ends.get(0);
        ByteBuffer target = memory(ends.get(1));
        run(zero.lock(LockType.SHARED, 1));
        for (Case each : cases()) {
            byte[] there = numbers(each.type(), count, 1);
            byte[] first = numbers(each.type(), count, 2);
            byte[] second = numbers(each.type(), count, 3);
            byte[] before = new byte[there.length];
            target.put(8, there);
            run(zero.accumulate(of(first, each.type()), 1, 8, each.op())
                    .then(zero.getAccumulate(of(second, each.type()), of(before, each.type()), 1, 8, each.op())));
            byte[] wanted = reduced(there, first, each);
            assertThat(before).as("%s, after the first", each).isEqualTo(wanted);
            run(zero.flush(1));
            byte[] found = new byte[there.length];
            target.get(8, found);
            assertThat(found).as("%s, after the second", each).isEqualTo(reduced(wanted, second, each));
            assertThat(target.getLong(0) + target.get(8 + there.length)).isZero();
            target.put(0, new byte[target.capacity()]);
        }
        run(zero.unlock(1));
        free(ends);
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-15, WIN-17 REPLACE and NO_OP have a meaning for every type; NO_OP reads no data and changes nothing")
    void replaceAndNoOp(Ranks ranks) {
        List<Window> ends = allocated(ranks, 400, Datatype.BYTE);
        Window zero = ends.get(0);
        run(zero.lock(LockType.SHARED, 1));
        List<Datatype> types = new ArrayList<>(INTEGERS);
        types.addAll(List.of(Datatype.BOOLEAN, Datatype.CHAR, Datatype.FLOAT, Datatype.DOUBLE));
        for (Datatype type : types) {
            byte[] first = numbers(type, 40, 1);
            byte[] second = numbers(type, 40, 2);
            byte[][] before = new byte[3][first.length];
            run(zero.accumulate(of(first, type), 1, 0, Op.REPLACE)
                    .then(zero.getAccumulate(Buffer.empty(), of(before[0], type), 1, 0, Op.NO_OP))
                    .then(zero.getAccumulate(of(second, type), of(before[1], type), 1, 0, Op.REPLACE))
                    .then(zero.getAccumulate(of(first, type), of(before[2], type), 1, 0, Op.NO_OP)));
            assertThat(before[0]).as("%s", type).isEqualTo(first);
            assertThat(before[1]).as("%s", type).isEqualTo(first);
            assertThat(before[2]).as("%s", type).isEqualTo(second);
        }
        run(zero.unlock(1));
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-15 elements of one type are combined in any layout, on either side, and those between stay")
    void layouts(Ranks ranks) {
        int[][] memory = {new int[0], new int[40]};
        Arrays.setAll(memory[1], i -> 1000 + i);
        List<Window> ends = Ends.over(ranks, memory);
        int[] data = IntStream.range(0, 24).toArray();
        Datatype vector = Datatype.INT.vector(4, 2, 5);
        Datatype indexed = Datatype.INT.indexed(new long[] {3, 5}, new long[] {20, 2});
        int[] before = new int[10];
        run(ends.get(0)
                .locked(
                        LockType.EXCLUSIVE,
                        1,
                        w -> w.accumulate(
                                        Buffers.of(data).as(vector, 1),
                                        1,
                                        Place.at(3).as(indexed, 1),
                                        Op.SUM)
                                .then(w.getAccumulate(
                                        Buffers.of(data, 0, 8),
                                        Buffers.of(before, 1, 8),
                                        1,
                                        Place.at(3).as(indexed, 1),
                                        Op.SUM))));
        int[] wanted = new int[40];
        Arrays.setAll(wanted, i -> 1000 + i);
        int[] places = {23, 24, 25, 5, 6, 7, 8, 9};
        int[] read = new int[10];
        for (int i = 0; i < 8; i++) {
            read[1 + i] = wanted[places[i]] + i / 2 * 5 + i % 2;
            wanted[places[i]] = read[1 + i] + i;
        }
        assertThat(before).isEqualTo(read);
        assertThat(memory[1]).isEqualTo(wanted);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-15, WIN-17 columns longer than a packet are combined and read, number by number, and what lies between stays")
    void columns(Ranks ranks) {
        int count = 10_000;
        long[][] memory = {new long[0], new long[3 * count]};
        Arrays.setAll(memory[1], i -> i);
        List<Window> ends = Ends.over(ranks, memory);
        Datatype column = Datatype.LONG.vector(count, 1, 3);
        long[] data = LongStream.range(0, count).map(i -> 7 * i).toArray();
        long[] before = new long[count];
        run(ends.get(0)
                .locked(
                        LockType.SHARED,
                        1,
                        w -> w.accumulate(Buffers.of(data), 1, Place.at(1).as(column, 1), Op.SUM)
                                .then(w.getAccumulate(
                                        Buffers.of(data),
                                        Buffers.of(before),
                                        1,
                                        Place.at(1).as(column, 1),
                                        Op.MAX))
                                .then(w.accumulate(
                                        Buffers.of(data), 1, Place.at(2).as(column, 1), Op.REPLACE))));
        long[] wanted = new long[3 * count];
        Arrays.setAll(wanted, i -> i % 3 == 0 ? i : i % 3 == 1 ? i + i / 3 * 7L : i / 3 * 7L);
        assertThat(Arrays.mismatch(memory[1], wanted)).isEqualTo(-1);
        for (int i = 0; i < count; i++) {
            assertThat(before[i]).isEqualTo(wanted[3 * i + 1]);
        }
        free(ends);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("WIN-15, WIN-42 sums of all ranks, short and long, at once, at one place, are the sums of all")
    void sumsOfAll(Ranks ranks) {
        int count = 60_000;
        long[][] memory = new long[4][count];
        List<Window> ends = Ends.over(ranks, memory);
        onAll(
                ends,
                end -> end.fence()
                        .thenMany(Flux.range(0, 4).flatMap(target -> {
                            long[] data = LongStream.range(0, count)
                                    .map(i -> i + end.rank())
                                    .toArray();
                            return end.accumulate(Buffers.of(data), target, 0, Op.SUM)
                                    .then(end.accumulate(Buffers.longs(1, 2, 3), target, 17, Op.SUM));
                        }))
                        .then(end.fence()));
        long[] wanted = LongStream.range(0, count).map(i -> 4 * i + 6).toArray();
        for (int i = 0; i < 3; i++) {
            wanted[17 + i] += 4L * (i + 1);
        }
        for (long[] each : memory) {
            assertThat(Arrays.mismatch(each, wanted)).isEqualTo(-1);
        }
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-16 MINLOC and MAXLOC combine each of the pair types")
    void pairs(Ranks ranks) {
        List<Window> ends = allocated(ranks, 64, Datatype.BYTE);
        Window zero = ends.get(0);
        for (Datatype type : PAIRS) {
            for (Op op : List.of(Op.MINLOC, Op.MAXLOC)) {
                byte[] there = pairs(type, 5, 9, 7, 2);
                byte[] data = pairs(type, 5, 3, 8, 1);
                byte[] result = data.clone();
                op.reduceLocal(ofPairs(there, type), ofPairs(result, type));
                memory(ends.get(1)).put(0, there);
                byte[] before = pairs(type, 0, 0, 0, 0);
                run(zero.locked(
                        LockType.SHARED,
                        1,
                        w -> w.getAccumulate(ofPairs(data, type), ofPairs(before, type), 1, 0, op)));
                byte[] found = new byte[there.length];
                memory(ends.get(1)).get(0, found);
                assertThat(found).as("%s of %s", op, type).isEqualTo(result);
                assertThat(before).as("%s of %s", op, type).isEqualTo(there);
            }
        }
        free(ends);
    }

    /** Two values, each with its index. */
    private static byte[] pairs(Datatype type, int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * (int) type.extentBytes()).order(ByteOrder.LITTLE_ENDIAN);
        int index = (int) type.sizeBytes() - Integer.BYTES;
        int gap = type == Datatype.SHORT_INT ? Integer.BYTES : index;
        for (int i = 0; i < 2; i++) {
            int at = i * (int) type.extentBytes();
            int value = values[2 * i];
            if (type == Datatype.FLOAT_INT) {
                bytes.putFloat(at, value);
            } else if (type == Datatype.DOUBLE_INT) {
                bytes.putDouble(at, value);
            } else if (type == Datatype.SHORT_INT) {
                bytes.putShort(at, (short) value);
            } else if (type == Datatype.LONG_INT) {
                bytes.putLong(at, value);
            } else {
                bytes.putInt(at, value);
            }
            bytes.putInt(at + gap, values[2 * i + 1]);
        }
        return bytes.array();
    }

    private static Buffer ofPairs(byte[] bytes, Datatype type) {
        return Buffers.of(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)).as(type, 2);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-16, WIN-42 a pair that others replace all the time is never read half changed")
    void wholePairs(Ranks ranks) {
        List<Window> ends = allocated(ranks, 1, Datatype.LONG_INT);
        memory(ends.get(0)).putLong(0, 0).putInt(8, 0);
        onAll(
                ends,
                end -> end.lockedAll(w -> Ends.inTurn(ROUNDS, round -> {
                    ByteBuffer before = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
                    int value = 3 * round + end.rank();
                    ByteBuffer data = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
                    data.putLong(0, 1000L * value).putInt(8, value);
                    Mono<Void> operation = end.rank() == 2
                            ? w.fetchAndOp(Buffer.empty(), Buffers.of(before).as(Datatype.LONG_INT, 1), 0, 0, Op.NO_OP)
                            : w.fetchAndOp(
                                    Buffers.of(data).as(Datatype.LONG_INT, 1),
                                    Buffers.of(before).as(Datatype.LONG_INT, 1),
                                    0,
                                    0,
                                    Op.MAXLOC);
                    return operation.then(Mono.fromRunnable(
                            () -> assertThat(before.getLong(0)).isEqualTo(1000L * before.getInt(8))));
                })));
        int greatest = 3 * (ROUNDS - 1) + 1;
        assertThat(memory(ends.get(0)).getLong(0)).isEqualTo(1000L * greatest);
        assertThat(memory(ends.get(0)).getInt(8)).isEqualTo(greatest);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-43 where it is asked for, an accumulate of some elements is seen as a whole by others")
    void granularity(Ranks ranks) {
        int count = 64;
        List<Window> ends = onAll(
                worlds(ranks),
                world -> world.windows()
                        .with(WindowHints.create().accumulateGranularity(8 * count))
                        .allocate(count, Datatype.LONG));
        onAll(
                ends,
                end -> end.lockedAll(w -> Ends.inTurn(ROUNDS, round -> {
                    long[] data = new long[count];
                    Arrays.fill(data, 10L * round + end.rank());
                    long[] before = new long[count];
                    return w.getAccumulate(
                                    Buffers.of(data), Buffers.of(before), 0, 0, end.rank() == 2 ? Op.NO_OP : Op.REPLACE)
                            .then(Mono.fromRunnable(() -> assertThat(before).containsOnly(before[0])));
                })));
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-44 accumulates of one origin at one place are applied in their order, long ones and short ones")
    void order(Ranks ranks) {
        int count = 150_000;
        List<Window> ends = allocated(ranks, count, Datatype.LONG);
        Window zero = ends.get(0);
        long[] ones = new long[count];
        Arrays.fill(ones, 1);
        long[] fives = new long[count];
        Arrays.fill(fives, 5);
        long[] between = new long[1];
        long[] middle = new long[3];
        long[] last = new long[1];
        run(zero.lock(LockType.SHARED, 1));
        List<Request> started = List.of(
                Request.start(zero.accumulate(Buffers.of(ones), 1, 0, Op.REPLACE)),
                Request.start(zero.accumulate(Buffers.longs(2), 1, count - 1, Op.SUM)),
                Request.start(zero.fetchAndOp(Buffers.longs(100), Buffers.of(between), 1, count - 1, Op.SUM)),
                Request.start(zero.accumulate(Buffers.of(fives), 1, 0, Op.MAX)),
                Request.start(zero.getAccumulate(Buffer.empty(), Buffers.of(middle), 1, count - 3, Op.NO_OP)),
                Request.start(zero.accumulate(Buffers.longs(7), 1, count - 1, Op.REPLACE)),
                Request.start(zero.compareAndSwap(Buffers.longs(8), Buffers.longs(7), Buffers.of(last), 1, count - 1)));
        started.forEach(request -> run(request.completion()));
        run(zero.unlock(1));
        assertThat(between).containsExactly(3);
        assertThat(middle).containsExactly(5, 5, 103);
        assertThat(last).containsExactly(7);
        assertThat(Ends.longAt(ends.get(1), 0)).isEqualTo(5);
        assertThat(Ends.longAt(ends.get(1), count - 1)).isEqualTo(8);
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-44 hundreds of them that nobody awaits keep their order, whichever operations they are")
    void orderOfMany(Ranks ranks) {
        List<Window> ends = allocated(ranks, 2, Datatype.LONG);
        Window zero = ends.get(0);
        int count = 400;
        long[] before = new long[count];
        run(zero.lock(LockType.SHARED, 1));
        long value = 0;
        long[] wanted = new long[count];
        for (int i = 0; i < count; i++) {
            wanted[i] = value;
            switch (i % 4) {
                case 0 ->
                    zero.getAccumulate(Buffers.longs(3), Buffers.of(before, i, 1), 1, 1, Op.SUM)
                            .subscribe();
                case 1 ->
                    zero.fetchAndOp(Buffers.longs(2), Buffers.of(before, i, 1), 1, 1, Op.PROD)
                            .subscribe();
                case 2 ->
                    zero.getAccumulate(Buffers.longs(i), Buffers.of(before, i, 1), 1, 1, Op.REPLACE)
                            .subscribe();
                default ->
                    zero.getAccumulate(Buffer.empty(), Buffers.of(before, i, 1), 1, 1, Op.NO_OP)
                            .subscribe();
            }
            value = switch (i % 4) {
                case 0 -> value + 3;
                case 1 -> value * 2;
                case 2 -> i;
                default -> value;
            };
        }
        run(zero.unlock(1));
        assertThat(before).isEqualTo(wanted);
        assertThat(Ends.longAt(ends.get(1), 1)).isEqualTo(value);
        free(ends);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("WIN-17, WIN-42 what getAccumulate gives and leaves is that of some order, one after the other")
    void serialOrder(Ranks ranks) {
        List<Window> ends = allocated(ranks, 3, Datatype.LONG);
        List<long[]> seen = new ArrayList<>();
        List<List<long[]>> all = onAll(
                ends,
                end -> end.lockedAll(w -> Flux.range(0, ROUNDS)
                        .concatMap(round -> {
                            long[] before = new long[3];
                            return w.getAccumulate(Buffers.longs(1, 1, 1), Buffers.of(before), 0, 0, Op.SUM)
                                    .thenReturn(before);
                        })
                        .collectList()));
        all.forEach(seen::addAll);
        for (int element = 0; element < 3; element++) {
            int at = element;
            assertThat(seen.stream().mapToLong(before -> before[at]).sorted())
                    .containsExactlyElementsOf(
                            LongStream.range(0, 3L * ROUNDS).boxed().toList());
        }
        free(ends);
    }

    @OnEveryChannel
    @DisplayName("WIN-15 arrays of each type are combined where they are, also with an origin in other memory")
    void arrays(Ranks ranks) {
        double[] doubles = {1, 2, 3};
        short[] shorts = {1, 2, 3};
        boolean[] booleans = {true, false, true};
        List<Buffer> targets = List.of(Buffers.of(doubles), Buffers.of(shorts), Buffers.of(booleans));
        for (int i = 0; i < targets.size(); i++) {
            Buffer target = targets.get(i);
            List<Window> ends = Ends.over(ranks, rank -> rank == 1 ? target : Buffer.empty());
            ByteBuffer data = ByteBuffer.allocateDirect(16).order(ByteOrder.LITTLE_ENDIAN);
            Op op = i == 2 ? Op.LXOR : Op.SUM;
            if (i == 0) {
                data.putDouble(0, 0.5).putDouble(8, -1.5);
            } else if (i == 1) {
                data.putShort(0, (short) 40).putShort(2, (short) -50);
            } else {
                data.put(0, (byte) 1).put(1, (byte) 1);
            }
            run(ends.get(0)
                    .locked(
                            LockType.EXCLUSIVE,
                            1,
                            w -> w.accumulate(Buffers.of(data).as(target.datatype(), 2), 1, 1, op)));
            free(ends);
        }
        assertThat(doubles).containsExactly(1, 2.5, 1.5);
        assertThat(shorts).containsExactly((short) 1, (short) 42, (short) -47);
        assertThat(booleans).containsExactly(true, true, false);
    }
}
