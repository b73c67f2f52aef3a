package org.reactivempi.conformance.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.window.Ends.free;
import static org.reactivempi.conformance.window.Ends.memory;
import static org.reactivempi.conformance.window.Ends.run;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.ErrorClass;
import org.reactivempi.LockType;
import org.reactivempi.MpiException;
import org.reactivempi.Op;
import org.reactivempi.Place;
import org.reactivempi.Window;
import org.reactivempi.WindowHints;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** Pairs that are combined in layouts of their own, at the origin and at the target. */
class PairLayoutsTest {

    private static final List<Datatype> PAIRS =
            List.of(Datatype.INT_INT, Datatype.SHORT_INT, Datatype.LONG_INT, Datatype.FLOAT_INT, Datatype.DOUBLE_INT);

    private static final int BYTES = 1 << 18;

    /** In such a payload are more pairs than in a packet, of each type. */
    private static final int MANY = 6_000;

    private static final int CASES = 40;
    private static final int ROUNDS = 40;

    /**
     * A datatype of pairs, and its model.
     *
     * @param type as the library has it
     * @param places where each pair begins, in bytes, in the order in which they travel
     */
    private record Layout(Datatype type, int[] places) {

        /** Of so many pairs, put together by the constructors of types. */
        static Layout of(Datatype pair, int count, Random random) {
            if (count == 1) {
                return new Layout(pair, new int[1]);
            }
            if (random.nextInt(4) == 0) {
                return struct(pair, count, random);
            }
            int blocks = divisor(count, random);
            Layout block = of(pair, count / blocks, random);
            return switch (random.nextInt(4)) {
                case 0 ->
                    new Layout(block.type.contiguous(blocks), block.at(IntStream.range(0, blocks), block.extent()));
                case 1 -> block.vector(blocks, random);
                case 2 -> block.indexed(blocks, block.extent(), random);
                default -> block.indexed(blocks, 1, random);
            };
        }

        private static int divisor(int count, Random random) {
            int most = 2 + random.nextInt(count - 1);
            return IntStream.iterate(most, divisor -> divisor - 1)
                    .filter(divisor -> count % divisor == 0)
                    .findFirst()
                    .orElseThrow();
        }

        private static Layout struct(Datatype pair, int count, Random random) {
            int first = 1 + random.nextInt(count - 1);
            Layout one = of(pair, first, random);
            Layout other = of(pair, count - first, random);
            int from = one.upper() - other.lower() + random.nextInt(10);
            int[] places = Arrays.copyOf(one.places, count);
            for (int i = first; i < count; i++) {
                places[i] = from + other.places[i - first];
            }
            return new Layout(
                    Datatype.struct().add(0, one.type).add(from, other.type).build(), places);
        }

        private Layout vector(int count, Random random) {
            int length = count == 1 ? 1 : divisor(count, random);
            int stride = length + random.nextInt(3);
            IntStream offsets = IntStream.range(0, count).map(i -> i / length * stride + i % length);
            return new Layout(type.vector(count / length, length, stride), at(offsets, extent()));
        }

        /** With gaps of some steps, in any order. */
        private Layout indexed(int count, int stepBytes, Random random) {
            List<Integer> order =
                    new ArrayList<>(IntStream.range(0, count).boxed().toList());
            Collections.shuffle(order, random);
            long[] displacements = new long[count];
            int at = random.nextInt(3);
            for (int block : order) {
                displacements[block] = at;
                at += extent() / stepBytes + random.nextInt(3);
            }
            int[] places = at(Arrays.stream(displacements).mapToInt(each -> (int) each), stepBytes);
            return new Layout(
                    stepBytes == 1
                            ? type.hindexedBlock(1, displacements)
                            : type.indexed(
                                    LongStream.generate(() -> 1).limit(count).toArray(), displacements),
                    places);
        }

        private int[] at(IntStream offsets, int distance) {
            return offsets.flatMap(offset -> Arrays.stream(places).map(place -> offset * distance + place))
                    .toArray();
        }

        private int extent() {
            return (int) type.extentBytes();
        }

        private int lower() {
            return (int) type.lowerBoundBytes();
        }

        private int upper() {
            return (int) type.upperBoundBytes();
        }
    }

    /** Pairs in memory: its bytes, and a model of them. */
    private record Laid(Layout layout, int count, int from, byte[] bytes) {

        static Laid of(Datatype pair, int pairs, byte[] bytes, Random random) {
            int in = pairs == 1 || random.nextInt(4) == 0 ? 1 : Layout.divisor(pairs, random);
            Layout layout = Layout.of(pair, in, random);
            int free = bytes.length - layout.extent() * (pairs / in) - layout.lower();
            // Gaps within gaps may be longer than the memory.
            return free > 0
                    ? new Laid(layout, pairs / in, random.nextInt(free), bytes)
                    : of(pair, pairs, bytes, random);
        }

        private int place(int pair) {
            int in = layout.places.length;
            return from + pair / in * layout.extent() + layout.places[pair % in];
        }

        /** One pair, as its type lays it. */
        byte[] get(Datatype type, int pair) {
            byte[] whole = new byte[(int) type.trueExtentBytes()];
            int index = whole.length - Integer.BYTES;
            System.arraycopy(bytes, place(pair), whole, 0, (int) type.sizeBytes() - Integer.BYTES);
            System.arraycopy(bytes, place(pair) + index, whole, index, Integer.BYTES);
            return whole;
        }

        void put(Datatype type, int pair, byte[] whole) {
            int index = whole.length - Integer.BYTES;
            System.arraycopy(whole, 0, bytes, place(pair), (int) type.sizeBytes() - Integer.BYTES);
            System.arraycopy(whole, index, bytes, place(pair) + index, Integer.BYTES);
        }

        /** In other memory with these bytes. */
        Buffer in(ByteBuffer memory) {
            return Buffers.of(memory.duplicate().position(from).order(ByteOrder.LITTLE_ENDIAN))
                    .as(layout.type, count);
        }

        Place place() {
            return Place.at(from).as(layout.type, count);
        }
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-15, WIN-16 pairs of each type are combined one by one in random layouts on both sides; what is between them stays")
    void randomLayouts(Ranks ranks) {
        Random random = new Random(16);
        for (List<Window> ends :
                List.of(Ends.allocated(ranks, BYTES, Datatype.BYTE), Ends.apart(ranks, BYTES, Datatype.BYTE))) {
            for (int i = 0; i < CASES; i++) {
                Datatype pair = PAIRS.get(i % PAIRS.size());
                int pairs = i < PAIRS.size() ? MANY : 1 + random.nextInt(200);
                combine(ends.get(0), ends.get(random.nextInt(4) == 0 ? 0 : 1), pair, pairs, random);
            }
            free(ends);
        }
    }

    private static void combine(Window origin, Window target, Datatype pair, int pairs, Random random) {
        byte[] image = noise(random);
        memory(target).put(0, image);
        Laid there = Laid.of(pair, pairs, image, random);
        Laid data = Laid.of(pair, pairs, noise(random), random);
        Laid before = Laid.of(pair, pairs, noise(random), random);
        Op op = List.of(Op.MINLOC, Op.MAXLOC, Op.REPLACE, Op.NO_OP).get(random.nextInt(4));
        boolean isRead = op == Op.NO_OP || random.nextBoolean();
        ByteBuffer dataMemory = memoryOf(data, random);
        ByteBuffer room = memoryOf(before, random);
        run(origin.locked(
                LockType.SHARED,
                target.rank(),
                w -> isRead
                        ? w.getAccumulate(data.in(dataMemory), before.in(room), target.rank(), there.place(), op)
                        : w.accumulate(data.in(dataMemory), target.rank(), there.place(), op)));
        for (int i = 0; i < pairs; i++) {
            byte[] old = there.get(pair, i);
            if (isRead) {
                before.put(pair, i, old);
            }
            there.put(pair, i, combined(op, pair, old, data.get(pair, i)));
        }
        String what = op + " of " + data.layout.type + " to " + there.layout.type;
        assertSame(memory(target), there, what);
        assertSame(dataMemory, data, what);
        assertSame(room, before, what);
    }

    private static byte[] combined(Op op, Datatype pair, byte[] old, byte[] data) {
        if (op == Op.NO_OP) {
            return old;
        }
        byte[] result = data.clone();
        if (op != Op.REPLACE) {
            op.reduceLocal(one(old, pair), one(result, pair));
        }
        return result;
    }

    private static Buffer one(byte[] bytes, Datatype pair) {
        return Buffers.of(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)).as(pair, 1);
    }

    /** Few values, so that equal ones meet. */
    private static byte[] noise(Random random) {
        byte[] bytes = new byte[BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) random.nextInt(2);
        }
        return bytes;
    }

    private static ByteBuffer memoryOf(Laid laid, Random random) {
        ByteBuffer memory = random.nextBoolean() ? ByteBuffer.allocateDirect(BYTES) : ByteBuffer.allocate(BYTES);
        return memory.put(0, laid.bytes);
    }

    private static void assertSame(ByteBuffer found, Laid wanted, String what) {
        byte[] bytes = new byte[BYTES];
        found.get(0, bytes);
        assertThat(Arrays.mismatch(bytes, wanted.bytes)).as(what).isEqualTo(-1);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "WIN-16, WIN-42 pairs in layouts, by memory and by packets, are never seen half changed, nor is one lost")
    void wholePairs(Ranks ranks) {
        List<Window> ends = onAll(
                worlds(ranks),
                world -> world.windows()
                        .with(WindowHints.create().sharedMemory(world.rank() != 1))
                        .allocate(8, Datatype.LONG_INT));
        Datatype vector = Datatype.LONG_INT.vector(4, 1, 2);
        Datatype backwards = Datatype.LONG_INT.indexedBlock(1, 6, 4, 2, 0);
        onAll(
                ends,
                end -> end.lockedAll(w -> Ends.inTurn(ROUNDS, round -> {
                    int value = 4 * round + end.rank();
                    ByteBuffer data = pairs(value);
                    ByteBuffer before = pairs(0);
                    // The last rank only looks.
                    Op op = end.rank() == 3 ? Op.NO_OP : Op.MAXLOC;
                    Datatype type = round % 2 == 0 ? vector : backwards;
                    return (end.rank() == 2
                                    ? w.fetchAndOp(
                                            Buffers.of(data).as(Datatype.LONG_INT, 1),
                                            Buffers.of(before).as(Datatype.LONG_INT, 1),
                                            0,
                                            round % 4 * 2,
                                            op)
                                    : w.getAccumulate(
                                            Buffers.of(data).as(Datatype.LONG_INT, 4),
                                            Buffers.of(before).as(Datatype.LONG_INT, 4),
                                            0,
                                            Place.at(0).as(type, 1),
                                            op))
                            .then(Mono.fromRunnable(() -> assertWhole(before)));
                })));
        int greatest = 4 * (ROUNDS - 1);
        ByteBuffer left = memory(ends.get(0));
        for (int at = 0; at < 8; at += 2) {
            assertThat(left.getInt(16 * at + 8)).isBetween(greatest + 1, greatest + 2);
            assertThat(left.getLong(16 * at)).isEqualTo(1000L * left.getInt(16 * at + 8));
            assertThat(left.getLong(16 * at + 16)).isZero();
        }
        free(ends);
    }

    private static ByteBuffer pairs(int index) {
        ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < 64; at += 16) {
            bytes.putLong(at, 1000L * index).putInt(at + 8, index);
        }
        return bytes;
    }

    private static void assertWhole(ByteBuffer pairs) {
        for (int at = 0; at < 64; at += 16) {
            assertThat(pairs.getLong(at)).isEqualTo(1000L * pairs.getInt(at + 8));
        }
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-2, WIN-16 pairs are combined in arrays, and in memory of any order of bytes, as they are put there and got")
    void memories(Ranks ranks) {
        ByteBuffer bigEndian = ByteBuffer.allocate(64);
        for (Buffer target : List.of(
                Buffers.of(new long[8]),
                Buffers.of(new short[32]),
                Buffers.of(bigEndian),
                Buffers.of(bigEndian).as(Datatype.LONG, 8))) {
            List<Window> ends = Ends.over(ranks, rank -> rank == 1 ? target : Buffer.empty());
            Datatype vector = Datatype.LONG_INT.vector(2, 1, 2);
            Place place = Place.at(0).as(vector, 1);
            Buffer two = Buffers.of(pairs(2)).as(Datatype.LONG_INT, 2);
            Buffer three = Buffers.of(pairs(3)).as(Datatype.LONG_INT, 2);
            ByteBuffer before = pairs(9);
            ByteBuffer after = pairs(9);
            run(ends.get(0)
                    .locked(
                            LockType.EXCLUSIVE,
                            1,
                            w -> w.put(two, 1, place)
                                    .then(w.flush(1))
                                    .then(w.getAccumulate(
                                            three, Buffers.of(before).as(vector, 1), 1, place, Op.MAXLOC))
                                    .then(w.accumulate(two, 1, place, Op.MAXLOC))
                                    .then(w.flush(1))
                                    .then(w.get(Buffers.of(after).as(vector, 1), 1, place))));
            for (int at = 0; at < 64; at += 16) {
                boolean isRead = at % 32 == 0;
                assertThat(before.getInt(at + 8)).isEqualTo(isRead ? 2 : 9);
                assertThat(after.getInt(at + 8)).isEqualTo(isRead ? 3 : 9);
            }
            assertWhole(before);
            assertWhole(after);
            free(ends);
        }
    }

    @OnEveryChannel
    @DisplayName(
            "WIN-15, WIN-41 layouts of pairs meet no layouts of other elements, and no operations that pairs don't have")
    void otherElements(Ranks ranks) {
        List<Window> ends = Ends.allocated(ranks, 64, Datatype.BYTE);
        Window zero = ends.get(0);
        Buffer pairs = Buffers.of(ByteBuffer.allocate(64)).as(Datatype.INT_INT.contiguous(2), 2);
        Datatype mixed = Datatype.struct()
                .add(0, Datatype.INT_INT)
                .add(8, Datatype.INT, 2)
                .build();
        Datatype others = Datatype.FLOAT_INT.contiguous(2);
        run(zero.lock(LockType.SHARED, 1));
        for (Datatype there : List.of(Datatype.INT.vector(2, 2, 3), mixed, others)) {
            assertError(() -> run(zero.accumulate(pairs, 1, Place.at(0).as(there, 2), Op.REPLACE)), ErrorClass.TYPE);
        }
        assertError(() -> run(zero.accumulate(pairs, 1, 0, Op.SUM)), ErrorClass.OP);
        run(zero.unlock(1));
        free(ends);
    }

    private static void assertError(Runnable call, ErrorClass errorClass) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        MpiException.class,
                        thrown -> assertThat(thrown.errorClass()).isEqualTo(errorClass));
    }
}
