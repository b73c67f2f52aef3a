package org.reactivempi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The codecs that need no library: bytes, text, primitives and arrays of them. Numbers are little-endian, as in every
 * {@link Buffer}.
 *
 * @since 0.1
 */
public final class Codecs {

    private static final Codec<byte[]> BYTES = new ArrayCodec<>(Datatype.BYTE, byte[]::new, Buffers::of);
    private static final Codec<boolean[]> BOOLEANS = new ArrayCodec<>(Datatype.BOOLEAN, boolean[]::new, Buffers::of);
    private static final Codec<short[]> SHORTS = new ArrayCodec<>(Datatype.SHORT, short[]::new, Buffers::of);
    private static final Codec<char[]> CHARS = new ArrayCodec<>(Datatype.CHAR, char[]::new, Buffers::of);
    private static final Codec<int[]> INTS = new ArrayCodec<>(Datatype.INT, int[]::new, Buffers::of);
    private static final Codec<float[]> FLOATS = new ArrayCodec<>(Datatype.FLOAT, float[]::new, Buffers::of);
    private static final Codec<long[]> LONGS = new ArrayCodec<>(Datatype.LONG, long[]::new, Buffers::of);
    private static final Codec<double[]> DOUBLES = new ArrayCodec<>(Datatype.DOUBLE, double[]::new, Buffers::of);
    private static final Codec<Byte> BYTE_VALUE = new ValueCodec<>(Datatype.BYTE, Buffers::bytes, ByteBuffer::get);
    private static final Codec<Boolean> BOOLEAN_VALUE =
            new ValueCodec<>(Datatype.BOOLEAN, Buffers::booleans, bytes -> bytes.get() != 0);
    private static final Codec<Short> SHORT_VALUE =
            new ValueCodec<>(Datatype.SHORT, Buffers::shorts, ByteBuffer::getShort);
    private static final Codec<Character> CHAR_VALUE =
            new ValueCodec<>(Datatype.CHAR, Buffers::chars, ByteBuffer::getChar);
    private static final Codec<Integer> INT_VALUE = new ValueCodec<>(Datatype.INT, Buffers::ints, ByteBuffer::getInt);
    private static final Codec<Float> FLOAT_VALUE =
            new ValueCodec<>(Datatype.FLOAT, Buffers::floats, ByteBuffer::getFloat);
    private static final Codec<Long> LONG_VALUE = new ValueCodec<>(Datatype.LONG, Buffers::longs, ByteBuffer::getLong);
    private static final Codec<Double> DOUBLE_VALUE =
            new ValueCodec<>(Datatype.DOUBLE, Buffers::doubles, ByteBuffer::getDouble);
    private static final Codec<String> STRING = new StringCodec();

    private Codecs() {}

    /**
     * Bytes as they are; encoding refers to the array itself.
     *
     * @return the codec
     */
    public static Codec<byte[]> bytes() {
        return BYTES;
    }

    /**
     * Text as UTF-8. Malformed bytes, and text with half a surrogate pair, fail with {@link ErrorClass#CONVERSION}
     * instead of being replaced.
     *
     * @return the codec
     */
    public static Codec<String> string() {
        return STRING;
    }

    /**
     * {@code boolean} arrays; encoding refers to the array itself. Each is a byte: true is written as 1, and all but 0
     * is read as true.
     *
     * @return the codec
     */
    public static Codec<boolean[]> booleans() {
        return BOOLEANS;
    }

    /**
     * {@code short} arrays; encoding refers to the array itself, a payload that is no multiple of 2 bytes fails.
     *
     * @return the codec
     */
    public static Codec<short[]> shorts() {
        return SHORTS;
    }

    /**
     * {@code char} arrays; encoding refers to the array itself, a payload that is no multiple of 2 bytes fails.
     *
     * @return the codec
     */
    public static Codec<char[]> chars() {
        return CHARS;
    }

    /**
     * {@code int} arrays; encoding refers to the array itself, a payload that is no multiple of 4 bytes fails.
     *
     * @return the codec
     */
    public static Codec<int[]> ints() {
        return INTS;
    }

    /**
     * {@code float} arrays; encoding refers to the array itself, a payload that is no multiple of 4 bytes fails.
     *
     * @return the codec
     */
    public static Codec<float[]> floats() {
        return FLOATS;
    }

    /**
     * {@code long} arrays; encoding refers to the array itself, a payload that is no multiple of 8 bytes fails.
     *
     * @return the codec
     */
    public static Codec<long[]> longs() {
        return LONGS;
    }

    /**
     * {@code double} arrays; encoding refers to the array itself, a payload that is no multiple of 8 bytes fails.
     *
     * @return the codec
     */
    public static Codec<double[]> doubles() {
        return DOUBLES;
    }

    /**
     * One {@code byte}; a payload of another length than 1 byte fails.
     *
     * @return the codec
     */
    public static Codec<Byte> byteValue() {
        return BYTE_VALUE;
    }

    /**
     * One {@code boolean}; a payload of another length than 1 byte fails. True is written as 1, and all but 0 is read as
     * true.
     *
     * @return the codec
     */
    public static Codec<Boolean> booleanValue() {
        return BOOLEAN_VALUE;
    }

    /**
     * One {@code short}; a payload of another length than 2 bytes fails.
     *
     * @return the codec
     */
    public static Codec<Short> shortValue() {
        return SHORT_VALUE;
    }

    /**
     * One {@code char}; a payload of another length than 2 bytes fails.
     *
     * @return the codec
     */
    public static Codec<Character> charValue() {
        return CHAR_VALUE;
    }

    /**
     * One {@code int}; a payload of another length than 4 bytes fails.
     *
     * @return the codec
     */
    public static Codec<Integer> intValue() {
        return INT_VALUE;
    }

    /**
     * One {@code float}; a payload of another length than 4 bytes fails.
     *
     * @return the codec
     */
    public static Codec<Float> floatValue() {
        return FLOAT_VALUE;
    }

    /**
     * One {@code long}; a payload of another length than 8 bytes fails.
     *
     * @return the codec
     */
    public static Codec<Long> longValue() {
        return LONG_VALUE;
    }

    /**
     * One {@code double}; a payload of another length than 8 bytes fails.
     *
     * @return the codec
     */
    public static Codec<Double> doubleValue() {
        return DOUBLE_VALUE;
    }

    /**
     * The same values, of a limited length: an answer that is longer fails with {@link TruncationException} without taking memory,
     * and so does a question, at its asker, that is longer than its handler's codec reads.
     *
     * @param codec how to read and write a value
     * @param longestBytes the longest payload to be read, 0 or more
     * @param <T> the values' type
     * @return the codec
     * @throws MpiException {@link ErrorClass#ARG} if the length is negative
     */
    public static <T> Codec<T> limited(Codec<T> codec, long longestBytes) {
        if (longestBytes < 0) {
            throw new MpiException(ErrorClass.ARG, "a limit of " + longestBytes + " bytes is negative");
        }
        return new LimitedCodec<>(codec, longestBytes);
    }

    /**
     * Values whose elements of a derived type travel, such as a column of a matrix: for streams, questions and
     * {@code send}, as {@link Buffer#as} is for all else.
     *
     * <pre>{@code
     * Datatype column = Datatype.DOUBLE.vector(rows, 1, columns);
     * Codec<double[]> codec = Codecs.elements(column, 1, Buffers::of, () -> new double[rows * columns]);
     * world.sendStream(matrices, codec, 1, TAG);
     * }</pre>
     *
     * @param type of each element
     * @param count how many of a value travel, 0 or more
     * @param memory a value's memory
     * @param room makes the value that a payload goes into; what is not among the elements stays as it is there
     * @param <T> the values' type
     * @return a codec, whose payloads are as long as the elements; a value in whose memory they don't lie fails with {@link
     *     ErrorClass#BUFFER} or {@link ErrorClass#TYPE}, another payload with {@link ErrorClass#CONVERSION}
     * @throws MpiException {@link ErrorClass#COUNT} if the count is negative, or their length more than a {@code long} holds
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.5.1.11">MPI-4.1, 5.1.11</a>
     */
    public static <T> Codec<T> elements(Datatype type, long count, Function<T, Buffer> memory, Supplier<T> room) {
        if (count < 0 || Math.multiplyHigh(count, type.sizeBytes()) != 0 || count * type.sizeBytes() < 0) {
            throw new MpiException(
                    ErrorClass.COUNT,
                    count < 0
                            ? "count " + count + " is negative"
                            : count + " elements of " + type + " are more bytes than a long holds");
        }
        return new ElementsCodec<>(type, count, memory, room);
    }

    /** Elements of a derived type in a value's memory. */
    private static final class ElementsCodec<T> implements Codec<T> {

        private final Datatype type;
        private final long count;
        private final Function<T, Buffer> memory;
        private final Supplier<T> room;

        ElementsCodec(Datatype type, long count, Function<T, Buffer> memory, Supplier<T> room) {
            this.type = type;
            this.count = count;
            this.memory = memory;
            this.room = room;
        }

        private Payload elements(T value, boolean forReceive) {
            Payload elements = Payload.of(memory.apply(value).as(type, count));
            elements.check(forReceive);
            return elements;
        }

        @Override
        public SendBuffer encode(T value) {
            return elements(value, false);
        }

        @Override
        public T decode(ByteBuffer payload) {
            if (payload.remaining() != longestBytes()) {
                throw new MpiException(
                        ErrorClass.CONVERSION,
                        "payload of " + payload.remaining() + " bytes is not " + count + " elements of " + type
                                + ", which have " + longestBytes());
            }
            T value = room.get();
            Payload elements = elements(value, true).sequential();
            elements.copyFrom(0, payload);
            elements.received();
            return value;
        }

        @Override
        public long longestBytes() {
            return count * type.sizeBytes();
        }
    }

    /** Primitive arrays as payload: what {@link Buffer} does to an array, both ways. */
    private static final class ArrayCodec<A> implements Codec<A> {

        private final Datatype datatype;
        private final IntFunction<A> newArray;
        private final Function<A, Buffer> buffer;

        ArrayCodec(Datatype datatype, IntFunction<A> newArray, Function<A, Buffer> buffer) {
            this.datatype = datatype;
            this.newArray = newArray;
            this.buffer = buffer;
        }

        @Override
        public SendBuffer encode(A value) {
            return buffer.apply(value);
        }

        @Override
        public A decode(ByteBuffer payload) {
            int size = Math.toIntExact(datatype.sizeBytes());
            if (payload.remaining() % size != 0) {
                throw new MpiException(
                        ErrorClass.CONVERSION,
                        "payload of " + payload.remaining() + " bytes is no multiple of the " + size + " bytes of "
                                + datatype);
            }
            A array = newArray.apply(payload.remaining() / size);
            Payload.of(buffer.apply(array)).copyFrom(0, payload);
            return array;
        }
    }

    /** One primitive as payload. */
    private static final class ValueCodec<T> implements Codec<T> {

        private final Datatype datatype;
        private final Function<T, SendBuffer> buffer;
        private final Function<ByteBuffer, T> value;

        ValueCodec(Datatype datatype, Function<T, SendBuffer> buffer, Function<ByteBuffer, T> value) {
            this.datatype = datatype;
            this.buffer = buffer;
            this.value = value;
        }

        @Override
        public SendBuffer encode(T value) {
            return buffer.apply(value);
        }

        @Override
        public T decode(ByteBuffer payload) {
            if (payload.remaining() != datatype.sizeBytes()) {
                throw new MpiException(
                        ErrorClass.CONVERSION,
                        "payload of " + payload.remaining() + " bytes is no " + datatype + ", which has "
                                + datatype.sizeBytes());
            }
            return value.apply(payload.order(ByteOrder.LITTLE_ENDIAN));
        }
    }

    /** Text as UTF-8. New coders report malformed input, where the ones that {@code String} uses would replace it. */
    private static final class StringCodec implements Codec<String> {

        @Override
        public SendBuffer encode(String value) {
            try {
                return Buffers.of(StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value)));
            } catch (CharacterCodingException e) {
                throw new MpiException(ErrorClass.CONVERSION, "text has half a surrogate pair: " + e.getMessage(), e);
            }
        }

        @Override
        public String decode(ByteBuffer payload) {
            int length = payload.remaining();
            try {
                return StandardCharsets.UTF_8.newDecoder().decode(payload).toString();
            } catch (CharacterCodingException e) {
                throw new MpiException(
                        ErrorClass.CONVERSION, "payload of " + length + " bytes is not UTF-8: " + e.getMessage(), e);
            }
        }
    }

    /** Reads no more than it is allowed. */
    private static final class LimitedCodec<T> implements Codec<T> {

        private final Codec<T> codec;
        private final long longestBytes;

        LimitedCodec(Codec<T> codec, long longestBytes) {
            this.codec = codec;
            this.longestBytes = longestBytes;
        }

        @Override
        public SendBuffer encode(T value) {
            return codec.encode(value);
        }

        @Override
        public T decode(ByteBuffer payload) {
            return codec.decode(payload);
        }

        @Override
        public long longestBytes() {
            return Math.min(longestBytes, codec.longestBytes());
        }
    }
}
