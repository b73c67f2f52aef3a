package org.reactivempi.conformance.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.ForeignBuffer;
import org.reactivempi.RecordType;
import org.reactivempi.spi.ForeignMemory;

/** A payload in memory of some kind, with other bytes around it and in its gaps. */
interface Room {

    /** What the library gets. */
    Buffer buffer();

    /** Fills all of the memory with noise, and puts a payload into it. */
    void fill(byte[] payload, Random noise);

    /**
     * Compares all of the memory with what it was filled with, the payload's beginning replaced.
     *
     * @return in what it differs; null if in nothing
     */
    @Nullable
    String difference(byte[] wanted);

    /**
     * A payload of so many units, in memory of a random kind.
     *
     * @param parts into so many it can be divided, each of whole elements
     * @param type that the elements must be of, or null for any that consists of the units
     * @param asBytes whether it may also be bytes that stand for the units
     */
    static Room of(Unit unit, int units, int parts, @Nullable Shape type, boolean asBytes, Random random) {
        if (asBytes && random.nextInt(6) == 0) {
            return inBytes(Shape.of(Unit.BYTE, random), units * unit.bytes(), random);
        }
        if (unit == Unit.PARTICLE && type == null && random.nextInt(3) == 0) {
            return new OfRecords(units, random);
        }
        boolean plain = type == null && random.nextInt(3) == 0;
        Shape shape =
                type != null ? type : plain ? Shape.of(unit, random) : Shape.dividing(unit, units / parts, random);
        int count = units / shape.units();
        return unit.isBasic() && random.nextInt(3) > 0
                ? inNumbers(shape, count, random)
                : inBytes(shape, count, random);
    }

    private static Room inNumbers(Shape shape, int count, Random random) {
        Unit unit = shape.unit();
        int before = random.nextInt(5);
        int size = unit.bytes();
        int origin = before * size;
        int length = shape.end(count) / size;
        int all = before + length + random.nextInt(5);
        if (Storage.hasNumbers(unit) && random.nextInt(3) == 0) {
            // Views need not begin at a multiple of the element.
            boolean big = random.nextBoolean();
            ByteBuffer memory = memory(all * size, random.nextBoolean()).order(order(big));
            Buffer view = Storage.numbers(
                    unit, memory.duplicate().order(order(big)).position(origin).limit(origin + length * size));
            return new InMemory(
                    typed(view, 0, shape, count), shape, origin, big, new Storage.Pieces(List.of(memory)), "view");
        }
        Storage.Array array = Storage.Array.of(unit, all, random.nextBoolean());
        return new InMemory(
                typed(array.slice().of(before, length), 0, shape, count), shape, origin, false, array, "array");
    }

    private static Buffer typed(Buffer numbers, int origin, Shape shape, int count) {
        return shape.type() == numbers.datatype() && origin == 0 ? numbers : numbers.as(origin, shape.type(), count);
    }

    private static Room inBytes(Shape shape, int count, Random random) {
        int before = random.nextInt(9);
        int inside = random.nextInt(9);
        int length = inside + shape.end(count);
        int bytes = before + length + random.nextInt(9);
        boolean big = random.nextBoolean();
        boolean direct = random.nextBoolean();
        if (random.nextInt(3) > 0) {
            ByteBuffer memory = memory(bytes, direct);
            Buffer part = Buffers.of(
                    memory.duplicate().order(order(big)).position(before).limit(before + length));
            return new InMemory(
                    part.as(inside, shape.type(), count),
                    shape,
                    before + inside,
                    big,
                    new Storage.Pieces(List.of(memory)),
                    direct ? "direct bytes" : "bytes");
        }
        int[] cuts = IntStream.concat(IntStream.of(0, bytes), random.ints(1 + random.nextInt(4), 0, bytes + 1))
                .sorted()
                .toArray();
        List<ByteBuffer> pieces = IntStream.range(1, cuts.length)
                .mapToObj(i -> memory(cuts[i] - cuts[i - 1], direct).order(order(big)))
                .toList();
        AtomicInteger holders = new AtomicInteger();
        return new InMemory(
                ForeignBuffer.of(new Foreign(bytes, pieces, holders)).as(before + inside, shape.type(), count),
                shape,
                before + inside,
                big,
                new Storage.Pieces(pieces),
                direct ? "direct pieces" : "pieces",
                holders);
    }

    private static ByteBuffer memory(int bytes, boolean direct) {
        return direct ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes);
    }

    private static ByteOrder order(boolean big) {
        return big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    /**
     * Memory in pieces, as another library has it, which counts its references.
     *
     * @param holders how many operations have it now
     */
    record Foreign(long lengthBytes, List<ByteBuffer> pieces, AtomicInteger holders) implements ForeignMemory {

        @Override
        public @Nullable String refusal(boolean forReceive) {
            return null;
        }

        @Override
        public void retain() {
            holders.incrementAndGet();
        }

        @Override
        public void release() {
            holders.decrementAndGet();
        }
    }

    /** Where bytes lie. */
    final class InMemory implements Room {

        private final Buffer buffer;
        private final Shape shape;
        private final int origin;
        private final boolean bigEndian;
        private final Storage storage;
        private final String kind;
        /** How many operations have it now, where that is counted. */
        private final AtomicInteger holders;

        private byte[] filled = {};

        InMemory(Buffer buffer, Shape shape, int origin, boolean bigEndian, Storage storage, String kind) {
            this(buffer, shape, origin, bigEndian, storage, kind, new AtomicInteger());
        }

        private InMemory(
                Buffer buffer,
                Shape shape,
                int origin,
                boolean bigEndian,
                Storage storage,
                String kind,
                AtomicInteger holders) {
            this.buffer = buffer;
            this.shape = shape;
            this.origin = origin;
            this.bigEndian = bigEndian;
            this.storage = storage;
            this.kind = kind;
            this.holders = holders;
        }

        @Override
        public Buffer buffer() {
            return buffer;
        }

        @Override
        public void fill(byte[] payload, Random noise) {
            filled = Noise.bytes(noise, storage.bytes());
            for (int i = 0; i < filled.length && shape.unit() == Unit.BOOLEAN; i++) {
                filled[i] &= 1;
            }
            shape.put(payload, filled, origin, bigEndian);
            storage.load(ByteBuffer.wrap(filled).order(ByteOrder.LITTLE_ENDIAN));
        }

        @Override
        public @Nullable String difference(byte[] wanted) {
            if (holders.get() != 0) {
                return this + ": " + holders + " operations still have it";
            }
            byte[] all = filled.clone();
            shape.put(wanted, all, origin, bigEndian);
            byte[] found = storage.image();
            int first = Arrays.mismatch(found, all);
            if (first < 0) {
                return null;
            }
            long different = IntStream.range(0, all.length)
                    .filter(i -> found[i] != all[i])
                    .count();
            return this + ": " + different + " of " + all.length + " bytes are wrong, first byte " + first
                    + ", the payload begins at " + origin + ", " + (found[first] == filled[first] ? "not " : "")
                    + "written";
        }

        @Override
        public String toString() {
            return kind + (bigEndian ? ", big-endian, " : ", ") + buffer;
        }
    }

    /** A list of records. */
    final class OfRecords implements Room {

        private static final RecordType<Unit.Particle> TYPE = RecordType.of(Unit.Particle.class);

        private final List<Unit.Particle> all;
        private final int from;
        private final int count;
        private List<Unit.Particle> filled = List.of();
        private final Buffer buffer;

        OfRecords(int count, Random random) {
            this.from = random.nextInt(3);
            this.count = count;
            this.all = Arrays.asList(new Unit.Particle[from + count + random.nextInt(3)]);
            this.buffer = TYPE.buffer(all.subList(from, from + count));
        }

        @Override
        public Buffer buffer() {
            return buffer;
        }

        @Override
        public void fill(byte[] payload, Random noise) {
            for (int i = 0; i < all.size(); i++) {
                all.set(i, new Unit.Particle(i, noise.nextInt(), (byte) i, (short) i));
            }
            put(payload, all);
            filled = new ArrayList<>(all);
        }

        private void put(byte[] payload, List<Unit.Particle> records) {
            ByteBuffer bytes = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; bytes.hasRemaining(); i++) {
                records.set(
                        from + i, new Unit.Particle(bytes.getInt(), bytes.getDouble(), bytes.get(), bytes.getShort()));
            }
        }

        @Override
        public @Nullable String difference(byte[] wanted) {
            List<Unit.Particle> records = new ArrayList<>(filled);
            put(wanted, records);
            for (int i = 0; i < records.size(); i++) {
                if (!records.get(i).equals(all.get(i))) {
                    return this + ": record " + i + " is " + all.get(i) + ", not " + records.get(i);
                }
            }
            return null;
        }

        @Override
        public String toString() {
            return count + " records from " + from + " on";
        }
    }

    /** A block for each rank, each in memory of its own. */
    final class InBlocks implements Room {

        private final List<Room> rooms;
        private final int[] bytes;

        InBlocks(List<Room> rooms) {
            this.rooms = rooms;
            this.bytes = rooms.stream()
                    .mapToInt(room -> Math.toIntExact(room.buffer().lengthBytes()))
                    .toArray();
        }

        @Override
        public Buffer buffer() {
            return blocks().asBuffer();
        }

        Blocks blocks() {
            return Blocks.of(rooms.stream().map(Room::buffer).toList());
        }

        /** A shorter payload has fewer blocks. */
        private Stream<byte[]> parts(byte[] payload) {
            int[] at = {0};
            return Arrays.stream(bytes).mapToObj(length -> {
                int from = Math.min(payload.length, at[0]);
                at[0] += length;
                return Arrays.copyOfRange(payload, from, Math.min(payload.length, at[0]));
            });
        }

        @Override
        public void fill(byte[] payload, Random noise) {
            List<byte[]> parts = parts(payload).toList();
            for (int i = 0; i < rooms.size(); i++) {
                rooms.get(i).fill(parts.get(i), noise);
            }
        }

        @Override
        public @Nullable String difference(byte[] wanted) {
            List<byte[]> parts = parts(wanted).toList();
            for (int i = 0; i < rooms.size(); i++) {
                String difference = rooms.get(i).difference(parts.get(i));
                if (difference != null) {
                    return "block " + i + " in " + difference;
                }
            }
            return null;
        }

        @Override
        public String toString() {
            return rooms.toString();
        }
    }
}
