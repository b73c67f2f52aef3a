package org.reactivempi.layout;

import java.nio.ByteBuffer;

/**
 * All that differs between primitive types whose loops have one source: how an element becomes bits, and bits an element. The build
 * puts another type's name into {@code toInt}, or {@code toByte}, and the compiler chooses among methods of the same name.
 */
final class Bits {

    private Bits() {}

    /** Of whole numbers, shorter ones included. */
    static long of(long value) {
        return value;
    }

    /** NaNs as they are. */
    static long of(float value) {
        return Float.floatToRawIntBits(value);
    }

    static long of(double value) {
        return Double.doubleToRawLongBits(value);
    }

    static short toShort(long bits) {
        return (short) bits;
    }

    static char toChar(long bits) {
        return (char) bits;
    }

    static int toInt(long bits) {
        return (int) bits;
    }

    static float toFloat(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    static long toLong(long bits) {
        return bits;
    }

    static double toDouble(long bits) {
        return Double.longBitsToDouble(bits);
    }

    static byte octet(byte value) {
        return value;
    }

    static byte octet(boolean value) {
        return (byte) (value ? 1 : 0);
    }

    static byte toByte(byte octet) {
        return octet;
    }

    static boolean toBoolean(byte octet) {
        return octet != 0;
    }

    static void put(byte[] array, int index, int elements, ByteBuffer payload, int at) {
        payload.put(at, array, index, elements);
    }

    /** The JDK has no bulk copy for them. */
    static void put(boolean[] array, int index, int elements, ByteBuffer payload, int at) {
        for (int j = 0; j < elements; j++) {
            payload.put(at + j, octet(array[index + j]));
        }
    }

    static void get(byte[] array, int index, int elements, ByteBuffer payload, int at) {
        payload.get(at, array, index, elements);
    }

    static void get(boolean[] array, int index, int elements, ByteBuffer payload, int at) {
        for (int j = 0; j < elements; j++) {
            array[index + j] = toBoolean(payload.get(at + j));
        }
    }
}
