package org.reactivempi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.reactivempi.spi.ForeignMemory;

/**
 * Every kind of memory that a buffer can have, for tests against a model of bytes: what all of its memory holds, and for each byte of the
 * payload which of these it is.
 */
enum MemoryKind {
    ARRAY,
    HEAP,
    HEAP_TURNED,
    DIRECT,
    DIRECT_TURNED,
    NUMBERS,
    NUMBERS_TURNED,
    PIECES,
    DIRECT_PIECES,
    MIXED_PIECES,
    TURNED_PIECES;

    /** How elements lie in the memory. */
    private enum Shape {
        /** The memory itself. */
        PLAIN,
        /** A type without gaps. */
        DENSE,
        /** Blocks with gaps between them. */
        BLOCKS
    }

    /**
     * Memory with something in it.
     *
     * @param buffer whose payload it has
     * @param places for each byte of the payload, where it is
     * @param content gives what all of the memory holds
     * @param isBoolean whether each byte can only be 0 or 1
     */
    record Sample(String name, Buffer buffer, int[] places, Supplier<byte[]> content, boolean isBoolean) {

        byte[] payload() {
            byte[] all = content.get();
            byte[] payload = new byte[places.length];
            for (int i = 0; i < payload.length; i++) {
                payload[i] = all[places[i]];
            }
            return payload;
        }

        /** What the memory holds when {@code news} has come to a place of the payload. */
        byte[] with(int position, byte[] news) {
            byte[] all = content.get();
            for (int i = 0; i < news.length; i++) {
                all[places[position + i]] = isBoolean && news[i] != 0 ? 1 : news[i];
            }
            return all;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private boolean isTurned() {
        return this == HEAP_TURNED || this == DIRECT_TURNED || this == TURNED_PIECES;
    }

    /**
     * Memory of this kind.
     *
     * @param type of its elements
     * @param bytes how many there are at least in the payload
     */
    Sample sample(PrimitiveKind type, int bytes, Random random) {
        Shape shape = Shape.values()[random.nextInt(Shape.values().length)];
        PrimitiveKind elements = this == NUMBERS || this == NUMBERS_TURNED ? numbers(type) : type;
        // Bytes are what plain memory of bytes has.
        boolean isBytes = this != ARRAY && this != NUMBERS && this != NUMBERS_TURNED;
        PrimitiveKind kind = isBytes && shape == Shape.PLAIN ? PrimitiveKind.BYTES : elements;
        int width = (int) kind.datatype.sizeBytes();
        int blocks = shape == Shape.BLOCKS ? 2 + random.nextInt(4) : 1;
        int block = (bytes + width * blocks - 1) / (width * blocks);
        int stride = shape == Shape.BLOCKS ? block + 1 + random.nextInt(9) : block;
        int offset = shape == Shape.PLAIN && isBytes ? 0 : random.nextInt(5);
        int length = offset + (blocks - 1) * stride + block + (offset == 0 ? 0 : random.nextInt(3));
        Datatype derived =
                shape == Shape.BLOCKS ? kind.datatype.vector(blocks, block, stride) : kind.datatype.contiguous(block);
        int[] places = places(width, blocks, block, stride, offset, isTurned());
        Memory memory = memory(kind, length, random);
        Buffer buffer = switch (shape) {
            case PLAIN -> isBytes ? memory.all : memory.region.of(offset, block);
            case DENSE ->
                random.nextBoolean()
                        ? memory.all.as((long) offset * width, derived, 1)
                        : memory.all.as((long) offset * width, kind.datatype, block);
            case BLOCKS -> memory.all.as((long) offset * width, derived, 1);
        };
        // Plain memory of bytes has as many as there are.
        int[] all = shape == Shape.PLAIN && isBytes ? places(1, 1, length, length, 0, false) : places;
        return new Sample(
                this + " of " + kind + ", " + shape + ", " + blocks + " x " + block + " every " + stride + " from "
                        + offset,
                buffer,
                all,
                memory.content,
                kind == PrimitiveKind.BOOLEANS && this == ARRAY);
    }

    private static PrimitiveKind numbers(PrimitiveKind type) {
        return type == PrimitiveKind.BYTES || type == PrimitiveKind.BOOLEANS ? PrimitiveKind.INTS : type;
    }

    private static int[] places(int width, int blocks, int block, int stride, int offset, boolean turned) {
        int[] places = new int[width * blocks * block];
        for (int i = 0; i < places.length; i++) {
            int element = i / width;
            int octet = i % width;
            int at = offset + element / block * stride + element % block;
            places[i] = at * width + (turned ? width - 1 - octet : octet);
        }
        return places;
    }

    private interface Region {

        Buffer of(int offset, int count);
    }

    private record Memory(Buffer all, Region region, Supplier<byte[]> content) {

        static Memory of(ByteBuffer bytes) {
            return new Memory(Buffers.of(bytes), Memory::none, () -> bytesOf(bytes));
        }

        static Memory of(ByteOrder order, List<ByteBuffer> pieces) {
            pieces.forEach(piece -> piece.order(order));
            return new Memory(ForeignBuffer.of(new Pieces(pieces)), Memory::none, () -> {
                ByteBuffer all = ByteBuffer.allocate(
                        pieces.stream().mapToInt(ByteBuffer::capacity).sum());
                pieces.forEach(piece -> all.put(bytesOf(piece)));
                return all.array();
            });
        }

        private static Buffer none(int offset, int count) {
            throw new IllegalStateException("bytes have no other elements");
        }

        private static byte[] bytesOf(ByteBuffer memory) {
            byte[] bytes = new byte[memory.capacity()];
            memory.get(0, bytes);
            return bytes;
        }
    }

    private Memory memory(PrimitiveKind kind, int length, Random random) {
        int bytes = length * (int) kind.datatype.sizeBytes();
        return switch (this) {
            case ARRAY -> {
                Object array = kind.randomArray(length, random);
                yield new Memory(
                        kind.whole(array),
                        (offset, count) -> kind.region(array, offset, count),
                        () -> kind.bytesOf(array, length));
            }
            case HEAP, HEAP_TURNED, DIRECT, DIRECT_TURNED ->
                Memory.of(filled(bytes, this == DIRECT || this == DIRECT_TURNED, random)
                        .order(isTurned() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN));
            case NUMBERS, NUMBERS_TURNED -> {
                ByteOrder order = this == NUMBERS ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
                ByteBuffer memory = filled(bytes, random.nextBoolean(), random).order(order);
                yield new Memory(
                        numbersIn(kind, memory, 0, length),
                        (offset, count) -> numbersIn(kind, memory, offset, count),
                        () -> turned(Memory.bytesOf(memory), order, (int) kind.datatype.sizeBytes()));
            }
            case PIECES, DIRECT_PIECES, MIXED_PIECES, TURNED_PIECES ->
                Memory.of(
                        this == TURNED_PIECES ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN, pieces(bytes, random));
        };
    }

    private static ByteBuffer filled(int bytes, boolean direct, Random random) {
        byte[] content = new byte[bytes];
        random.nextBytes(content);
        return (direct ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes)).put(0, content);
    }

    private List<ByteBuffer> pieces(int bytes, Random random) {
        List<ByteBuffer> pieces = new ArrayList<>();
        for (int left = bytes; left > 0; ) {
            int length = left < 4 ? left : 1 + random.nextInt(Math.max(1, left / 2) + 1);
            length = Math.min(left, length);
            boolean direct = this == DIRECT_PIECES
                    || this == MIXED_PIECES && pieces.size() % 2 == 0
                    || this == TURNED_PIECES && random.nextBoolean();
            pieces.add(filled(length, direct, random));
            left -= length;
        }
        return pieces;
    }

    /** The content in little-endian order, as an array of the same elements would have it. */
    private static byte[] turned(byte[] content, ByteOrder order, int width) {
        byte[] turned = new byte[content.length];
        for (int i = 0; i < turned.length; i++) {
            int octet = i % width;
            turned[i] = content[order == ByteOrder.BIG_ENDIAN ? i - octet + width - 1 - octet : i];
        }
        return turned;
    }

    private static Buffer numbersIn(PrimitiveKind kind, ByteBuffer memory, int offset, int count) {
        return switch (kind) {
            case SHORTS -> Buffers.of(memory.asShortBuffer().slice(offset, count));
            case CHARS -> Buffers.of(memory.asCharBuffer().slice(offset, count));
            case INTS -> Buffers.of(memory.asIntBuffer().slice(offset, count));
            case FLOATS -> Buffers.of(memory.asFloatBuffer().slice(offset, count));
            case LONGS -> Buffers.of(memory.asLongBuffer().slice(offset, count));
            case DOUBLES -> Buffers.of(memory.asDoubleBuffer().slice(offset, count));
            case BYTES, BOOLEANS -> throw new IllegalStateException(kind + " are no numbers");
        };
    }

    private record Pieces(List<ByteBuffer> pieces) implements ForeignMemory {

        @Override
        public long lengthBytes() {
            return pieces.stream().mapToLong(ByteBuffer::remaining).sum();
        }

        @Override
        public String refusal(boolean forReceive) {
            return null;
        }
    }
}
