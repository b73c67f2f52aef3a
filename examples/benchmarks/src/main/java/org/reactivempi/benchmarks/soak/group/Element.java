package org.reactivempi.benchmarks.soak.group;

import java.nio.ByteBuffer;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;

/** Elements of messages, in arrays and in bytes. Each is a whole number. */
enum Element {
    SHORT(Datatype.SHORT, Short.BYTES),
    INT(Datatype.INT, Integer.BYTES),
    LONG(Datatype.LONG, Long.BYTES),
    DOUBLE(Datatype.DOUBLE, Double.BYTES);

    /** Of a number that a double has exactly. */
    private static final int UNUSED_BITS = 11;

    final Datatype type;
    final int bytes;

    Element(Datatype type, int bytes) {
        this.type = type;
        this.bytes = bytes;
    }

    Object array(int length) {
        return switch (this) {
            case SHORT -> new short[length];
            case INT -> new int[length];
            case LONG -> new long[length];
            case DOUBLE -> new double[length];
        };
    }

    Buffer buffer(Object array, int offset, int count) {
        return switch (this) {
            case SHORT -> Buffers.of((short[]) array, offset, count);
            case INT -> Buffers.of((int[]) array, offset, count);
            case LONG -> Buffers.of((long[]) array, offset, count);
            case DOUBLE -> Buffers.of((double[]) array, offset, count);
        };
    }

    /** All of the memory as a buffer of the JDK's for such elements. */
    Buffer view(ByteBuffer memory) {
        return switch (this) {
            case SHORT -> Buffers.of(memory.asShortBuffer());
            case INT -> Buffers.of(memory.asIntBuffer());
            case LONG -> Buffers.of(memory.asLongBuffer());
            case DOUBLE -> Buffers.of(memory.asDoubleBuffer());
        };
    }

    long get(Object array, int index) {
        return switch (this) {
            case SHORT -> ((short[]) array)[index];
            case INT -> ((int[]) array)[index];
            case LONG -> ((long[]) array)[index];
            case DOUBLE -> whole(((double[]) array)[index]);
        };
    }

    void set(Object array, int index, long value) {
        switch (this) {
            case SHORT -> ((short[]) array)[index] = (short) value;
            case INT -> ((int[]) array)[index] = (int) value;
            case LONG -> ((long[]) array)[index] = value;
            case DOUBLE -> ((double[]) array)[index] = value;
        }
    }

    long get(ByteBuffer memory, int at) {
        return switch (this) {
            case SHORT -> memory.getShort(at);
            case INT -> memory.getInt(at);
            case LONG -> memory.getLong(at);
            case DOUBLE -> whole(memory.getDouble(at));
        };
    }

    void set(ByteBuffer memory, int at, long value) {
        switch (this) {
            case SHORT -> memory.putShort(at, (short) value);
            case INT -> memory.putInt(at, (int) value);
            case LONG -> memory.putLong(at, value);
            case DOUBLE -> memory.putDouble(at, value);
        }
    }

    /** What is left of a value in an element. */
    long narrow(long value) {
        return switch (this) {
            case SHORT -> (short) value;
            case INT -> (int) value;
            case LONG -> value;
            case DOUBLE -> value << UNUSED_BITS >> UNUSED_BITS;
        };
    }

    /** A double that is no whole number is told by its bits, which nobody expects. */
    private static long whole(double value) {
        return value == (long) value ? (long) value : Double.doubleToRawLongBits(value);
    }
}
