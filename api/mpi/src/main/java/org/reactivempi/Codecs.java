package org.reactivempi;

/**
 * The codecs that need no library: bytes, text and arrays of numbers.
 *
 * @since 0.1
 */
public final class Codecs {

    private static final Codec<byte[]> BYTES = new ArrayCodec<>(Datatype.BYTE, byte[]::new, Buffer::bytes);
    private static final Codec<int[]> INTS = new ArrayCodec<>(Datatype.INT, int[]::new, Buffer::ints);
    private static final Codec<long[]> LONGS = new ArrayCodec<>(Datatype.LONG, long[]::new, Buffer::longs);
    private static final Codec<double[]> DOUBLES = new ArrayCodec<>(Datatype.DOUBLE, double[]::new, Buffer::doubles);
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
     * {@code int} arrays; encoding refers to the array itself, a payload that is no multiple of 4 bytes fails.
     *
     * @return the codec
     */
    public static Codec<int[]> ints() {
        return INTS;
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
}
