package org.reactivempi;

import java.util.Random;
import java.util.function.Function;
import java.util.function.IntFunction;

/** The eight primitive types for tests: how to make a buffer of each, and what its bytes are, one by one. */
enum PrimitiveKind {
    BYTES(
            Datatype.BYTE,
            byte[]::new,
            array -> Buffers.of((byte[]) array),
            (array, offset, count) -> Buffers.of((byte[]) array, offset, count),
            (array, i) -> ((byte[]) array)[i],
            (array, i, raw) -> ((byte[]) array)[i] = (byte) raw),
    BOOLEANS(
            Datatype.BOOLEAN,
            boolean[]::new,
            array -> Buffers.of((boolean[]) array),
            (array, offset, count) -> Buffers.of((boolean[]) array, offset, count),
            (array, i) -> ((boolean[]) array)[i] ? 1 : 0,
            (array, i, raw) -> ((boolean[]) array)[i] = raw != 0),
    SHORTS(
            Datatype.SHORT,
            short[]::new,
            array -> Buffers.of((short[]) array),
            (array, offset, count) -> Buffers.of((short[]) array, offset, count),
            (array, i) -> ((short[]) array)[i],
            (array, i, raw) -> ((short[]) array)[i] = (short) raw),
    CHARS(
            Datatype.CHAR,
            char[]::new,
            array -> Buffers.of((char[]) array),
            (array, offset, count) -> Buffers.of((char[]) array, offset, count),
            (array, i) -> ((char[]) array)[i],
            (array, i, raw) -> ((char[]) array)[i] = (char) raw),
    INTS(
            Datatype.INT,
            int[]::new,
            array -> Buffers.of((int[]) array),
            (array, offset, count) -> Buffers.of((int[]) array, offset, count),
            (array, i) -> ((int[]) array)[i],
            (array, i, raw) -> ((int[]) array)[i] = (int) raw),
    FLOATS(
            Datatype.FLOAT,
            float[]::new,
            array -> Buffers.of((float[]) array),
            (array, offset, count) -> Buffers.of((float[]) array, offset, count),
            (array, i) -> Float.floatToRawIntBits(((float[]) array)[i]),
            (array, i, raw) -> ((float[]) array)[i] = Float.intBitsToFloat((int) raw)),
    LONGS(
            Datatype.LONG,
            long[]::new,
            array -> Buffers.of((long[]) array),
            (array, offset, count) -> Buffers.of((long[]) array, offset, count),
            (array, i) -> ((long[]) array)[i],
            (array, i, raw) -> ((long[]) array)[i] = raw),
    DOUBLES(
            Datatype.DOUBLE,
            double[]::new,
            array -> Buffers.of((double[]) array),
            (array, offset, count) -> Buffers.of((double[]) array, offset, count),
            (array, i) -> Double.doubleToRawLongBits(((double[]) array)[i]),
            (array, i, raw) -> ((double[]) array)[i] = Double.longBitsToDouble(raw));

    private interface Region {
        Buffer of(Object array, int offset, int count);
    }

    private interface Getter {
        long raw(Object array, int index);
    }

    private interface Setter {
        void set(Object array, int index, long raw);
    }

    final Datatype datatype;
    private final IntFunction<Object> newArray;
    private final Function<Object, Buffer> whole;
    private final Region region;
    private final Getter getter;
    private final Setter setter;

    PrimitiveKind(
            Datatype datatype,
            IntFunction<Object> newArray,
            Function<Object, Buffer> whole,
            Region region,
            Getter getter,
            Setter setter) {
        this.datatype = datatype;
        this.newArray = newArray;
        this.whole = whole;
        this.region = region;
        this.getter = getter;
        this.setter = setter;
    }

    Object newArray(int length) {
        return newArray.apply(length);
    }

    Object randomArray(int length, Random random) {
        Object array = newArray(length);
        for (int i = 0; i < length; i++) {
            setter.set(array, i, this == BOOLEANS ? random.nextInt(2) : random.nextLong());
        }
        return array;
    }

    Buffer whole(Object array) {
        return whole.apply(array);
    }

    Buffer region(Object array, int offset, int count) {
        return region.of(array, offset, count);
    }

    /** The little-endian bytes of an array's first elements, found one by one. */
    byte[] bytesOf(Object array, int length) {
        int size = (int) datatype.sizeBytes();
        byte[] bytes = new byte[length * size];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (getter.raw(array, i / size) >>> (i % size * Byte.SIZE));
        }
        return bytes;
    }
}
