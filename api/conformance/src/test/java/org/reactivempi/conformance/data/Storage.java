package org.reactivempi.conformance.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;

/** Memory on the heap or outside of it, and the bytes in it, in which a test may look at it all. */
interface Storage {

    /** How many bytes it has. */
    int bytes();

    /** Writes all that is in it, little-endian where it has elements. */
    void save(ByteBuffer image);

    /** Overwrites all of it. */
    void load(ByteBuffer image);

    /** What is in it now. */
    default byte[] image() {
        ByteBuffer image = ByteBuffer.allocate(bytes()).order(ByteOrder.LITTLE_ENDIAN);
        save(image);
        return image.array();
    }

    /** In several pieces, each from its beginning to its capacity. */
    record Pieces(List<ByteBuffer> pieces) implements Storage {

        @Override
        public int bytes() {
            return pieces.stream().mapToInt(ByteBuffer::capacity).sum();
        }

        @Override
        public void save(ByteBuffer image) {
            pieces.forEach(piece -> image.put(piece.duplicate().clear()));
        }

        @Override
        public void load(ByteBuffer image) {
            for (ByteBuffer piece : pieces) {
                ByteBuffer part = image.duplicate().limit(image.position() + piece.capacity());
                piece.duplicate().clear().put(part);
                image.position(part.limit());
            }
        }
    }

    /** A part of an array as a buffer. */
    interface Slice {

        Buffer of(int from, int count);
    }

    /**
     * An array of a basic type.
     *
     * @param slice a part of it
     */
    record Array(int bytes, Consumer<ByteBuffer> saving, Consumer<ByteBuffer> loading, Slice slice) implements Storage {

        @Override
        public void save(ByteBuffer image) {
            saving.accept(image);
        }

        @Override
        public void load(ByteBuffer image) {
            loading.accept(image);
        }

        /** Of the unit's type; {@code view} takes it as a {@code Buffer} of {@code java.nio}, where there are such. */
        static Array of(Unit unit, int length, boolean view) {
            int bytes = length * unit.bytes();
            switch (unit) {
                case BYTE -> {
                    byte[] array = new byte[length];
                    return new Array(
                            bytes,
                            image -> image.put(array),
                            image -> image.get(array),
                            (from, count) -> Buffers.of(array, from, count));
                }
                case BOOLEAN -> {
                    boolean[] array = new boolean[length];
                    return new Array(
                            bytes,
                            image -> {
                                for (boolean one : array) {
                                    image.put((byte) (one ? 1 : 0));
                                }
                            },
                            image -> {
                                for (int i = 0; i < length; i++) {
                                    array[i] = image.get() != 0;
                                }
                            },
                            (from, count) -> Buffers.of(array, from, count));
                }
                case SHORT -> {
                    short[] array = new short[length];
                    return new Array(
                            bytes,
                            image -> image.asShortBuffer().put(array),
                            image -> image.asShortBuffer().get(array),
                            (from, count) -> view
                                    ? Buffers.of(ShortBuffer.wrap(array, from, count))
                                    : Buffers.of(array, from, count));
                }
                case CHAR -> {
                    char[] array = new char[length];
                    return new Array(
                            bytes,
                            image -> image.asCharBuffer().put(array),
                            image -> image.asCharBuffer().get(array),
                            (from, count) -> view
                                    ? Buffers.of(CharBuffer.wrap(array, from, count))
                                    : Buffers.of(array, from, count));
                }
                case INT -> {
                    int[] array = new int[length];
                    return new Array(
                            bytes,
                            image -> image.asIntBuffer().put(array),
                            image -> image.asIntBuffer().get(array),
                            (from, count) -> view
                                    ? Buffers.of(IntBuffer.wrap(array, from, count))
                                    : Buffers.of(array, from, count));
                }
                case FLOAT -> {
                    float[] array = new float[length];
                    return new Array(
                            bytes,
                            image -> image.asFloatBuffer().put(array),
                            image -> image.asFloatBuffer().get(array),
                            (from, count) -> view
                                    ? Buffers.of(FloatBuffer.wrap(array, from, count))
                                    : Buffers.of(array, from, count));
                }
                case LONG -> {
                    long[] array = new long[length];
                    return new Array(
                            bytes,
                            image -> image.asLongBuffer().put(array),
                            image -> image.asLongBuffer().get(array),
                            (from, count) -> view
                                    ? Buffers.of(LongBuffer.wrap(array, from, count))
                                    : Buffers.of(array, from, count));
                }
                case DOUBLE -> {
                    double[] array = new double[length];
                    return new Array(
                            bytes,
                            image -> image.asDoubleBuffer().put(array),
                            image -> image.asDoubleBuffer().get(array),
                            (from, count) -> view
                                    ? Buffers.of(DoubleBuffer.wrap(array, from, count))
                                    : Buffers.of(array, from, count));
                }
                case PAIR, PARTICLE -> throw new IllegalArgumentException("no array holds a " + unit);
            }
            throw new AssertionError(unit);
        }
    }

    /** A view of direct memory as numbers, in its order. */
    static Buffer numbers(Unit unit, ByteBuffer memory) {
        return switch (unit) {
            case SHORT -> Buffers.of(memory.asShortBuffer());
            case CHAR -> Buffers.of(memory.asCharBuffer());
            case INT -> Buffers.of(memory.asIntBuffer());
            case FLOAT -> Buffers.of(memory.asFloatBuffer());
            case LONG -> Buffers.of(memory.asLongBuffer());
            case DOUBLE -> Buffers.of(memory.asDoubleBuffer());
            case BYTE, BOOLEAN, PAIR, PARTICLE -> throw new IllegalArgumentException("no buffer of " + unit);
        };
    }

    /** Whether there are buffers of {@code java.nio} for it. */
    static boolean hasNumbers(Unit unit) {
        return unit.isBasic() && unit != Unit.BYTE && unit != Unit.BOOLEAN;
    }
}
