package org.reactivempi.benchmarks.soak.group;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Messages between derived types: sender and receiver have the same numbers in the same order, each in a layout of its own. What lies
 * between the numbers must stay as it is. Also broadcasts and gatherings of such types.
 */
final class DerivedTypesLane implements GroupLane {

    private static final int STEPS = 8;
    private static final int MOST_FACTOR = 24;
    private static final int MANY = 12;
    private static final int TAG = 72;

    @Override
    public String name() {
        return "derived-types";
    }

    @Override
    public Mono<Void> run(Turn turn) {
        return Flux.range(0, STEPS).concatMap(i -> step(turn)).then();
    }

    private static Mono<Void> step(Turn turn) {
        Random random = turn.random();
        int[] factors = {1 + random.nextInt(MOST_FACTOR), 1 + random.nextInt(MOST_FACTOR), random.nextInt(MANY)};
        int length = factors[0] * factors[1] * factors[2];
        Values values = turn.values();
        int places = random.nextInt(turn.size());
        int root = random.nextInt(turn.size());
        Memory mine = Memory.of(turn.own(), factors);
        Memory room = Memory.of(turn.own(), factors);
        return switch (random.nextInt(3)) {
            case 0 -> {
                if (turn.rank() == root) {
                    mine.fill(i -> values.intAt(root, i));
                }
                yield turn.all()
                        .bcast(mine.buffer(), root)
                        .then(Mono.fromRunnable(
                                () -> mine.check(turn.check(), "bcast from rank " + root, i -> values.intAt(root, i))));
            }
            case 1 -> {
                int[] all = new int[length * turn.size()];
                mine.fill(i -> values.intAt(turn.rank(), i));
                yield turn.all().allgather(mine.buffer(), Buffers.of(all)).then(Mono.fromRunnable(() -> {
                    for (int i = 0; i < all.length; i++) {
                        int expected = values.intAt(i / length, i % length);
                        if (all[i] != expected) {
                            throw turn.check().failure("allgather of " + mine + "[" + i + "]", expected, all[i]);
                        }
                    }
                    turn.check().passed(all.length);
                }));
            }
            default -> {
                int source = turn.after(-places);
                mine.fill(i -> values.intAt(turn.rank(), i));
                yield turn.all()
                        .isendrecv(mine.buffer(), turn.after(places), TAG, room.buffer(), source, TAG)
                        .then(Mono.fromRunnable(() ->
                                room.check(turn.check(), "message of rank " + source, i -> values.intAt(source, i))));
            }
        };
    }

    /** Where the numbers of one element of a derived type lie, in ints from its beginning. */
    private record Layout(Datatype type, int[] places, int extent) {

        static Layout of(Random own, int blocks, int length) {
            return switch (own.nextInt(6)) {
                case 0 -> {
                    int stride = length + own.nextInt(5);
                    yield new Layout(
                            Datatype.INT.vector(blocks, length, stride),
                            places(blocks, length, i -> i * stride),
                            (blocks - 1) * stride + length);
                }
                case 1 -> {
                    int stride = length + own.nextInt(5);
                    yield new Layout(
                            Datatype.INT
                                    .hvector(blocks, length, (long) stride * Integer.BYTES)
                                    .resized(0, (long) blocks * stride * Integer.BYTES),
                            places(blocks, length, i -> i * stride),
                            blocks * stride);
                }
                case 2 -> {
                    int gap = own.nextInt(5);
                    int[] starts = shuffled(own, blocks, length + gap);
                    long[] displacements = Arrays.stream(starts).asLongStream().toArray();
                    Datatype type = Datatype.INT.indexedBlock(length, displacements);
                    yield new Layout(
                            type.resized(0, (long) blocks * (length + gap) * Integer.BYTES),
                            places(blocks, length, i -> starts[i]),
                            blocks * (length + gap));
                }
                case 3 -> {
                    int gap = own.nextInt(5);
                    int[] starts = shuffled(own, blocks, length + gap);
                    long[] lengths =
                            LongStream.generate(() -> length).limit(blocks).toArray();
                    long[] displacements = Arrays.stream(starts)
                            .mapToLong(start -> (long) start * Integer.BYTES)
                            .toArray();
                    yield new Layout(
                            Datatype.INT
                                    .hindexed(lengths, displacements)
                                    .resized(0, (long) blocks * (length + gap) * Integer.BYTES),
                            places(blocks, length, i -> starts[i]),
                            blocks * (length + gap));
                }
                case 4 -> {
                    int width = length + own.nextInt(4);
                    int height = blocks + own.nextInt(4);
                    int column = own.nextInt(width - length + 1);
                    int row = own.nextInt(height - blocks + 1);
                    yield new Layout(
                            Datatype.INT.subarray(
                                    Datatype.Order.ROW_MAJOR,
                                    new long[] {height, width},
                                    new long[] {blocks, length},
                                    new long[] {row, column}),
                            places(blocks, length, i -> (row + i) * width + column),
                            height * width);
                }
                default -> {
                    int stride = length + own.nextInt(5);
                    Datatype.StructBuilder struct = Datatype.struct();
                    for (int i = 0; i < blocks; i++) {
                        struct.add((long) i * stride * Integer.BYTES, Datatype.INT, length);
                    }
                    yield new Layout(
                            struct.build((long) blocks * stride * Integer.BYTES),
                            places(blocks, length, i -> i * stride),
                            blocks * stride);
                }
            };
        }

        private static int[] shuffled(Random own, int blocks, int step) {
            int[] starts = IntStream.range(0, blocks).map(i -> i * step).toArray();
            for (int i = blocks - 1; i > 0; i--) {
                int other = own.nextInt(i + 1);
                int start = starts[i];
                starts[i] = starts[other];
                starts[other] = start;
            }
            return starts;
        }

        private static int[] places(int blocks, int length, IntUnaryOperator start) {
            return IntStream.range(0, blocks * length)
                    .map(i -> start.applyAsInt(i / length) + i % length)
                    .toArray();
        }
    }

    /** Elements of a derived type in an array, or in bytes. */
    private static final class Memory {

        private static final int GUARD = 0x5A5A5A5A;

        private final Layout layout;
        private final int count;
        private final int[] array;
        private final ByteBuffer bytes;
        private final boolean inArray;

        private Memory(Layout layout, int count, boolean inArray, ByteBuffer bytes) {
            this.layout = layout;
            this.count = count;
            this.inArray = inArray;
            this.array = new int[inArray ? layout.extent() * count : 0];
            this.bytes = bytes;
            for (int i = 0; i < layout.extent() * count; i++) {
                set(i, GUARD);
            }
        }

        /** The product of the factors is the number of ints; each memory has them in another order. */
        static Memory of(Random own, int[] factors) {
            boolean swapped = own.nextBoolean();
            Layout layout = Layout.of(own, factors[swapped ? 1 : 0], factors[swapped ? 0 : 1]);
            int length = layout.extent() * factors[2] * Integer.BYTES;
            ByteOrder order = own.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
            return switch (own.nextInt(3)) {
                case 0 -> new Memory(layout, factors[2], true, ByteBuffer.allocate(0));
                case 1 ->
                    new Memory(
                            layout,
                            factors[2],
                            false,
                            ByteBuffer.allocate(length).order(order));
                default ->
                    new Memory(
                            layout,
                            factors[2],
                            false,
                            ByteBuffer.allocateDirect(length).order(order));
            };
        }

        Buffer buffer() {
            return (inArray ? Buffers.of(array) : Buffers.of(bytes)).as(layout.type(), count);
        }

        private void set(int place, int value) {
            if (inArray) {
                array[place] = value;
            } else {
                bytes.putInt(place * Integer.BYTES, value);
            }
        }

        private int get(int place) {
            return inArray ? array[place] : bytes.getInt(place * Integer.BYTES);
        }

        private int place(int index) {
            int inElement = layout.places().length;
            return index / inElement * layout.extent() + layout.places()[index % inElement];
        }

        void fill(IntUnaryOperator values) {
            for (int i = 0; i < layout.places().length * count; i++) {
                set(place(i), values.applyAsInt(i));
            }
        }

        void check(Check check, String what, IntUnaryOperator values) {
            BitSet numbers = new BitSet();
            for (int i = 0; i < layout.places().length * count; i++) {
                numbers.set(place(i));
                if (get(place(i)) != values.applyAsInt(i)) {
                    throw check.failure(what + " in " + this + "[" + i + "]", values.applyAsInt(i), get(place(i)));
                }
            }
            check.passed(numbers.cardinality());
            for (int i = 0; i < layout.extent() * count; i++) {
                if (!numbers.get(i) && get(i) != GUARD) {
                    throw check.failure(what + " in " + this + ", between the elements at " + i, GUARD, get(i));
                }
            }
        }

        @Override
        public String toString() {
            return count + " of " + layout.type()
                    + (inArray ? " in an array" : bytes.isDirect() ? " in direct bytes" : " in heap bytes");
        }
    }
}
