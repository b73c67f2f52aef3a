package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.pattern;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.ForeignBuffer;
import org.reactivempi.Op;
import org.reactivempi.Packing;
import org.reactivempi.spi.ForeignMemory;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/**
 * Collective operations of ranks whose memories are all of different kinds. Ranks of one JVM read each other's memory where it is, several at
 * a time, and while its own rank writes other parts of it.
 */
class MemoryKindsTest {

    /** No multiple of the number of ranks, so that pieces of long data end anywhere. */
    private static final int NUMBERS = 21_641;

    private static final int ROUNDS = 4;

    /** So often that ranks meet in one buffer at the same time. */
    private static final int AGAIN = 12;

    private static final int GAP = -77;

    /** Integers in some memory. */
    private interface Numbers {

        int get(int index);

        void set(int index, int value);

        Buffer buffer();

        default int[] all(int count) {
            return IntStream.range(0, count).map(this::get).toArray();
        }
    }

    private record InArray(Buffer buffer, int[] array, int offset) implements Numbers {

        @Override
        public int get(int index) {
            return array[offset + index];
        }

        @Override
        public void set(int index, int value) {
            array[offset + index] = value;
        }
    }

    private record InBytes(Buffer buffer, IntBuffer numbers) implements Numbers {

        @Override
        public int get(int index) {
            return numbers.get(index);
        }

        @Override
        public void set(int index, int value) {
            numbers.put(index, value);
        }
    }

    /**
     * In blocks with gaps between them.
     *
     * @param each how many numbers an element has
     */
    private record Spread(Buffer buffer, IntBuffer numbers, int each) implements Numbers {

        private static final int BLOCK = 4001;
        private static final int STRIDE = 4010;

        static Spread of(boolean isDirect, ByteOrder order, int elements, int each) {
            int blocks = (each + BLOCK - 1) / BLOCK;
            Datatype type = Datatype.INT
                    .indexed(
                            IntStream.range(0, blocks)
                                    .mapToLong(i -> Math.min(BLOCK, each - i * BLOCK))
                                    .toArray(),
                            IntStream.range(0, blocks)
                                    .mapToLong(i -> (long) i * STRIDE)
                                    .toArray())
                    .resized(0, (long) extent(each) * Integer.BYTES);
            int bytes = Integer.BYTES * elements * extent(each);
            ByteBuffer memory = (isDirect ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes)).order(order);
            return new Spread(Buffers.of(memory).as(type, elements), memory.asIntBuffer(), each);
        }

        private static int extent(int each) {
            return (each + BLOCK - 1) / BLOCK * STRIDE;
        }

        private int place(int index) {
            int into = index % each;
            return index / each * extent(each) + into / BLOCK * STRIDE + into % BLOCK;
        }

        @Override
        public int get(int index) {
            return numbers.get(place(index));
        }

        @Override
        public void set(int index, int value) {
            numbers.put(place(index), value);
        }
    }

    /** In pieces, which may end inside of a number. */
    private record InPieces(Buffer buffer, List<ByteBuffer> pieces) implements Numbers {

        private static final int PIECE_BYTES = 40_001;

        static InPieces of(int count) {
            List<ByteBuffer> pieces = new ArrayList<>();
            for (int left = count * Integer.BYTES; left > 0; left -= PIECE_BYTES) {
                int length = Math.min(left, PIECE_BYTES);
                pieces.add((pieces.size() % 2 == 0 ? ByteBuffer.allocateDirect(length) : ByteBuffer.allocate(length))
                        .order(ByteOrder.LITTLE_ENDIAN));
            }
            ForeignMemory memory = new ForeignMemory() {

                @Override
                public long lengthBytes() {
                    return (long) count * Integer.BYTES;
                }

                @Override
                public List<ByteBuffer> pieces() {
                    return pieces;
                }

                @Override
                public String refusal(boolean forReceive) {
                    return null;
                }
            };
            return new InPieces(ForeignBuffer.of(memory).as(Datatype.INT, count), pieces);
        }

        @Override
        public int get(int index) {
            int number = 0;
            for (int i = 0; i < Integer.BYTES; i++) {
                int at = index * Integer.BYTES + i;
                number |= (pieces.get(at / PIECE_BYTES).get(at % PIECE_BYTES) & 0xFF) << i * Byte.SIZE;
            }
            return number;
        }

        @Override
        public void set(int index, int value) {
            for (int i = 0; i < Integer.BYTES; i++) {
                int at = index * Integer.BYTES + i;
                pieces.get(at / PIECE_BYTES).put(at % PIECE_BYTES, (byte) (value >>> i * Byte.SIZE));
            }
        }
    }

    private static Numbers array(int count) {
        int[] array = new int[count + 3];
        return new InArray(Buffers.of(array, 2, count), array, 2);
    }

    private static Numbers typedArray(int elements, int each) {
        int[] array = new int[elements * each];
        return new InArray(Buffers.of(array).as(Datatype.INT.contiguous(each), elements), array, 0);
    }

    private static Numbers bytes(boolean isDirect, ByteOrder order, int count) {
        int bytes = count * Integer.BYTES;
        ByteBuffer memory = (isDirect ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes)).order(order);
        return new InBytes(Buffers.of(memory).as(Datatype.INT, count), memory.asIntBuffer());
    }

    private static Numbers numbers(ByteOrder order, boolean isTyped, int count) {
        IntBuffer numbers =
                ByteBuffer.allocateDirect(count * Integer.BYTES).order(order).asIntBuffer();
        Buffer buffer = Buffers.of(numbers);
        return new InBytes(isTyped ? buffer.as(Datatype.INT, count) : buffer, numbers);
    }

    /** Makes memory for elements of so many numbers each. */
    private interface Kind {

        Numbers of(int elements, int each);
    }

    /** Of which each element is a number. */
    private static final List<Kind> BASIC = List.of(
            (elements, each) -> array(elements * each),
            (elements, each) -> numbers(ByteOrder.nativeOrder(), true, elements * each),
            (elements, each) -> bytes(true, ByteOrder.LITTLE_ENDIAN, elements * each),
            (elements, each) -> InPieces.of(elements * each),
            (elements, each) -> bytes(true, ByteOrder.BIG_ENDIAN, elements * each),
            (elements, each) -> numbers(ByteOrder.BIG_ENDIAN, true, elements * each),
            (elements, each) -> bytes(false, ByteOrder.LITTLE_ENDIAN, elements * each),
            (elements, each) -> numbers(ByteOrder.BIG_ENDIAN, false, elements * each));

    private static final List<Kind> ALL = Stream.concat(
                    BASIC.stream(),
                    Stream.<Kind>of(
                            MemoryKindsTest::typedArray,
                            (elements, each) -> Spread.of(true, ByteOrder.LITTLE_ENDIAN, elements, each),
                            (elements, each) -> Spread.of(false, ByteOrder.BIG_ENDIAN, elements, each)))
            .toList();

    /** Memory for each rank: all of one kind, or each of another, with what no rank gives. */
    private static List<Numbers> rooms(List<Kind> kinds, List<Communicator> part, int round, int elements, int each) {
        List<Numbers> rooms = part.stream()
                .map(end -> kinds.get((3 * round + (round % 3 == 0 ? 0 : end.rank())) % kinds.size())
                        .of(elements, each))
                .toList();
        rooms.forEach(room -> IntStream.range(0, elements * each).forEach(i -> room.set(i, GAP)));
        return rooms;
    }

    /** The same with the numbers that each rank gives. */
    private static List<Numbers> data(List<Kind> kinds, List<Communicator> part, int round, int elements, int each) {
        List<Numbers> data = rooms(kinds, part, round, elements, each);
        for (int rank = 0; rank < data.size(); rank++) {
            fill(data.get(rank), elements * each, rank, round);
        }
        return data;
    }

    private static void fill(Numbers numbers, int count, int rank, int round) {
        for (int i = 0; i < count; i++) {
            numbers.set(i, number(rank, round, i));
        }
    }

    private static int number(int rank, int round, int index) {
        return 31 * (index + 1) * (rank + 3) ^ round << 24;
    }

    /** For communicators of 3 to as many ranks as there are. */
    private static void forEach(Ranks ranks, BiConsumer<List<Communicator>, Integer> test) {
        for (int size = 3; size <= ranks.size(); size++) {
            int members = size;
            List<Communicator> part = onAll(
                            worlds(ranks), world -> world.split(world.rank() < members ? 0 : 1, world.rank()))
                    .subList(0, size);
            for (int round = 0; round < ROUNDS; round++) {
                test.accept(part, round);
            }
        }
    }

    /** All ranks do it with their memories. */
    private static void run(List<Communicator> part, List<Numbers> data, List<Numbers> rooms, Operation operation) {
        onAll(
                part,
                end -> operation.of(
                        end,
                        data.get(end.rank()).buffer(),
                        rooms.get(end.rank()).buffer()));
    }

    private interface Operation {

        Mono<Void> of(Communicator end, Buffer data, Buffer room);
    }

    private static void assertNumbers(Numbers got, int count, String what, IntUnaryOperator expected) {
        assertThat(got.all(count))
                .as(what)
                .isEqualTo(IntStream.range(0, count).map(expected).toArray());
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName(
            "COL-10 after a broadcast of long data each rank has the root's, whatever memory it comes from and goes to")
    void bcast(Ranks ranks) {
        forEach(ranks, (part, round) -> {
            int root = round % part.size();
            int count = 4 * NUMBERS + round;
            List<Numbers> data = rooms(ALL, part, round, 1, count);
            fill(data.get(root), count, root, round);

            run(part, data, data, (end, own, unused) -> end.bcast(own, root));

            data.forEach(got -> assertNumbers(got, count, got + " of " + part.size(), i -> number(root, round, i)));
        });
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName("COL-10 a broadcast of each basic type has all elements, also where pieces end inside of them")
    void eachType(Ranks ranks) {
        List<IntFunction<Buffer>> types = List.of(
                count -> Buffers.of(new short[count]),
                count -> Buffers.of(new char[count]),
                count -> Buffers.of(new int[count]),
                count -> Buffers.of(new float[count]),
                count -> Buffers.of(new long[count]),
                count -> Buffers.of(new double[count]));
        forEach(ranks, (part, round) -> {
            for (IntFunction<Buffer> type : types) {
                List<Buffer> data =
                        part.stream().map(end -> type.apply(50_000 + round)).toList();
                byte[] sent = pattern(round, (int) data.get(0).lengthBytes());
                Packing.unpack(ByteBuffer.wrap(sent), data.get(0));

                onAll(part, end -> end.bcast(data.get(end.rank()), 0));

                data.forEach(got -> assertThat(packed(got)).as("%s", got).isEqualTo(sent));
            }
        });
    }

    private static byte[] packed(Buffer buffer) {
        byte[] packed = new byte[(int) buffer.lengthBytes()];
        Packing.pack(buffer, ByteBuffer.wrap(packed));
        return packed;
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName("COL-13 allgather gives each rank the blocks of all, whatever memory they come from and go to")
    void allgather(Ranks ranks) {
        forEach(ranks, (part, round) -> {
            List<Numbers> data = data(ALL, part, round + 1, 1, NUMBERS);
            List<Numbers> rooms = rooms(ALL, part, round, part.size(), NUMBERS);

            run(part, data, rooms, Communicator::allgather);

            rooms.forEach(got -> assertNumbers(
                    got,
                    NUMBERS * part.size(),
                    got + " of " + part.size(),
                    i -> number(i / NUMBERS, round + 1, i % NUMBERS)));
        });
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName("COL-13 allgather into direct memory that is seen as elements, again and again")
    void allgatherAgain(Ranks ranks) {
        List<Communicator> part = worlds(ranks);
        for (Kind kind : BASIC.subList(1, 6)) {
            List<Numbers> data = data(List.of(kind), part, 0, 1, NUMBERS);
            List<Numbers> rooms = rooms(List.of(kind), part, 0, part.size(), NUMBERS);
            for (int again = 1; again <= AGAIN; again++) {
                int round = again;
                part.forEach(end -> fill(data.get(end.rank()), NUMBERS, end.rank(), round));

                run(part, data, rooms, Communicator::allgather);

                rooms.forEach(got -> assertNumbers(
                        got, NUMBERS * part.size(), got + ", " + round, i -> number(i / NUMBERS, round, i % NUMBERS)));
            }
        }
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName("COL-11, COL-12 gather and scatter move each rank's block, whatever memory it comes from and goes to")
    void gatherAndScatter(Ranks ranks) {
        forEach(ranks, (part, round) -> {
            int root = round % part.size();
            List<Numbers> data = data(ALL, part, round + 1, 1, NUMBERS);
            List<Numbers> all = rooms(ALL, part, round, part.size(), NUMBERS);

            run(part, data, all, (end, own, room) -> end.gather(own, room, root));

            assertNumbers(
                    all.get(root), NUMBERS * part.size(), "gathered", i -> number(i / NUMBERS, round + 1, i % NUMBERS));

            List<Numbers> back = rooms(ALL, part, round + 2, 1, NUMBERS);
            run(part, all, back, (end, own, room) -> end.scatter(own, room, root));

            for (int rank = 0; rank < part.size(); rank++) {
                int from = rank;
                assertNumbers(back.get(rank), NUMBERS, "scattered", i -> number(from, round + 1, i));
            }
        });
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName(
            "COL-14 alltoall and alltoallw move block j of rank i to block i of rank j, whatever memory they are in")
    void alltoall(Ranks ranks) {
        forEach(ranks, (part, round) -> {
            int size = part.size();
            List<Numbers> data = data(ALL, part, round + 1, size, NUMBERS);
            List<Numbers> rooms = rooms(ALL, part, round, size, NUMBERS);

            run(part, data, rooms, Communicator::alltoall);

            for (int rank = 0; rank < size; rank++) {
                int to = rank;
                assertNumbers(
                        rooms.get(rank),
                        NUMBERS * size,
                        "of " + size,
                        i -> number(i / NUMBERS, round + 1, to * NUMBERS + i % NUMBERS));
            }

            List<List<Numbers>> from = part.stream()
                    .map(end -> data(ALL, part, round + 1 + end.rank(), 1, NUMBERS))
                    .toList();
            List<List<Numbers>> to = part.stream()
                    .map(end -> rooms(ALL, part, round + end.rank(), 1, NUMBERS))
                    .toList();

            onAll(part, end -> end.alltoallv(blocks(from.get(end.rank())), blocks(to.get(end.rank()))));

            for (int rank = 0; rank < size; rank++) {
                int own = rank;
                for (int other = 0; other < size; other++) {
                    int peer = other;
                    assertNumbers(
                            to.get(rank).get(other), NUMBERS, "of " + size, i -> number(own, round + 1 + peer, i));
                }
            }
        });
    }

    private static Blocks blocks(List<Numbers> each) {
        return Blocks.of(each.stream().map(Numbers::buffer).toList());
    }

    @OnEveryChannel(ranks = 5, timeoutSeconds = 60)
    @DisplayName("COL-17, COL-18, COL-19 reductions and scans of long data, whatever memory it comes from and goes to")
    void reductions(Ranks ranks) {
        forEach(ranks, (part, round) -> {
            int size = part.size();
            int root = round % size;
            int count = NUMBERS + round;
            List<Numbers> data = data(BASIC, part, round + 1, 1, count);
            List<Numbers> rooms = rooms(BASIC, part, round, 1, count);

            run(part, data, rooms, (end, own, room) -> end.allreduce(own, room, Op.SUM));
            rooms.forEach(got -> assertNumbers(got, count, "allreduce", i -> sum(size, round + 1, i)));

            List<Numbers> atRoot = rooms(BASIC, part, round + 2, 1, count);
            run(part, data, atRoot, (end, own, room) -> end.reduce(own, room, Op.SUM, root));
            assertNumbers(atRoot.get(root), count, "reduce", i -> sum(size, round + 1, i));

            List<Numbers> scanned = rooms(BASIC, part, round + 3, 1, count);
            run(part, data, scanned, (end, own, room) -> end.scan(own, room, Op.SUM));
            for (int rank = 0; rank < size; rank++) {
                int upTo = rank + 1;
                assertNumbers(scanned.get(rank), count, "scan", i -> sum(upTo, round + 1, i));
            }

            List<Numbers> whole = data(BASIC, part, round + 1, size, NUMBERS);
            List<Numbers> block = rooms(BASIC, part, round, 1, NUMBERS);
            run(part, whole, block, (end, own, room) -> end.reduceScatterBlock(own, room, Op.SUM));
            for (int rank = 0; rank < size; rank++) {
                int from = rank * NUMBERS;
                assertNumbers(block.get(rank), NUMBERS, "reduceScatterBlock", i -> sum(size, round + 1, from + i));
            }
        });
    }

    private static int sum(int ranks, int round, int index) {
        int sum = 0;
        for (int rank = 0; rank < ranks; rank++) {
            sum += number(rank, round, index);
        }
        return sum;
    }
}
