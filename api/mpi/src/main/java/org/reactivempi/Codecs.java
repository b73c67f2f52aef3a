package org.reactivempi;

import java.nio.ByteBuffer;

/**
 * The codecs that need no library: bytes, text, primitives and arrays of them. Numbers are little-endian, as in every
 * {@link Buffer}.
 *
 * @since 0.1
 */
public final class Codecs {

    private static final Codec<byte[]> BYTES = new ArrayCodec<>(Datatype.BYTE, byte[]::new, Buffer::bytes);
    private static final Codec<boolean[]> BOOLEANS =
            new ArrayCodec<>(Datatype.BOOLEAN, boolean[]::new, Buffer::booleans);
    private static final Codec<short[]> SHORTS = new ArrayCodec<>(Datatype.SHORT, short[]::new, Buffer::shorts);
    private static final Codec<char[]> CHARS = new ArrayCodec<>(Datatype.CHAR, char[]::new, Buffer::chars);
    private static final Codec<int[]> INTS = new ArrayCodec<>(Datatype.INT, int[]::new, Buffer::ints);
    private static final Codec<float[]> FLOATS = new ArrayCodec<>(Datatype.FLOAT, float[]::new, Buffer::floats);
    private static final Codec<long[]> LONGS = new ArrayCodec<>(Datatype.LONG, long[]::new, Buffer::longs);
    private static final Codec<double[]> DOUBLES = new ArrayCodec<>(Datatype.DOUBLE, double[]::new, Buffer::doubles);
    private static final Codec<Byte> BYTE_VALUE = new ValueCodec<>(Datatype.BYTE, Buffer::bytes, ByteBuffer::get);
    private static final Codec<Boolean> BOOLEAN_VALUE =
            new ValueCodec<>(Datatype.BOOLEAN, Buffer::booleans, bytes -> bytes.get() != 0);
    private static final Codec<Short> SHORT_VALUE =
            new ValueCodec<>(Datatype.SHORT, Buffer::shorts, ByteBuffer::getShort);
    private static final Codec<Character> CHAR_VALUE =
            new ValueCodec<>(Datatype.CHAR, Buffer::chars, ByteBuffer::getChar);
    private static final Codec<Integer> INT_VALUE = new ValueCodec<>(Datatype.INT, Buffer::ints, ByteBuffer::getInt);
    private static final Codec<Float> FLOAT_VALUE =
            new ValueCodec<>(Datatype.FLOAT, Buffer::floats, ByteBuffer::getFloat);
    private static final Codec<Long> LONG_VALUE = new ValueCodec<>(Datatype.LONG, Buffer::longs, ByteBuffer::getLong);
    private static final Codec<Double> DOUBLE_VALUE =
            new ValueCodec<>(Datatype.DOUBLE, Buffer::doubles, ByteBuffer::getDouble);
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
}
