package org.reactivempi.benchmarks.soak.group;

import java.nio.ByteBuffer;
import org.reactivempi.Buffer;
import org.reactivempi.Datatype;

/** Elements of messages, in arrays and in bytes. Each is a whole number. */
enum Element {
    SHORT(Datatype.SHORT, Short.BYTES) {
        @Override
        Object array(int length) {
            return new short[length];
        }

        @Override
        Buffer buffer(Object array, int offset, int count) {
            return Buffer.shorts((short[]) array, offset, count);
        }

        @Override
        Buffer view(ByteBuffer memory) {
            return Buffer.of(memory.asShortBuffer());
        }

        @Override
        long get(Object array, int index) {
            return ((short[]) array)[index];
        }

        @Override
        void set(Object array, int index, long value) {
            ((short[]) array)[index] = (short) value;
        }

        @Override
        long get(ByteBuffer memory, int at) {
            return memory.getShort(at);
        }

        @Override
        void set(ByteBuffer memory, int at, long value) {
            memory.putShort(at, (short) value);
        }

        @Override
        long narrow(long value) {
            return (short) value;
        }
    },

    INT(Datatype.INT, Integer.BYTES) {
        @Override
        Object array(int length) {
            return new int[length];
        }

        @Override
        Buffer buffer(Object array, int offset, int count) {
            return Buffer.ints((int[]) array, offset, count);
        }

        @Override
        Buffer view(ByteBuffer memory) {
            return Buffer.of(memory.asIntBuffer());
        }

        @Override
        long get(Object array, int index) {
            return ((int[]) array)[index];
        }

        @Override
        void set(Object array, int index, long value) {
            ((int[]) array)[index] = (int) value;
        }

        @Override
        long get(ByteBuffer memory, int at) {
            return memory.getInt(at);
        }

        @Override
        void set(ByteBuffer memory, int at, long value) {
            memory.putInt(at, (int) value);
        }

        @Override
        long narrow(long value) {
            return (int) value;
        }
    },

    LONG(Datatype.LONG, Long.BYTES) {
        @Override
        Object array(int length) {
            return new long[length];
        }

        @Override
        Buffer buffer(Object array, int offset, int count) {
            return Buffer.longs((long[]) array, offset, count);
        }

        @Override
        Buffer view(ByteBuffer memory) {
            return Buffer.of(memory.asLongBuffer());
        }

        @Override
        long get(Object array, int index) {
            return ((long[]) array)[index];
        }

        @Override
        void set(Object array, int index, long value) {
            ((long[]) array)[index] = value;
        }

        @Override
        long get(ByteBuffer memory, int at) {
            return memory.getLong(at);
        }

        @Override
        void set(ByteBuffer memory, int at, long value) {
            memory.putLong(at, value);
        }

        @Override
        long narrow(long value) {
            return value;
        }
    },

    DOUBLE(Datatype.DOUBLE, Double.BYTES) {
        @Override
        Object array(int length) {
            return new double[length];
        }

        @Override
        Buffer buffer(Object array, int offset, int count) {
            return Buffer.doubles((double[]) array, offset, count);
        }

        @Override
        Buffer view(ByteBuffer memory) {
            return Buffer.of(memory.asDoubleBuffer());
        }

        @Override
        long get(Object array, int index) {
            return whole(((double[]) array)[index]);
        }

        @Override
        void set(Object array, int index, long value) {
            ((double[]) array)[index] = value;
        }

        @Override
        long get(ByteBuffer memory, int at) {
            return whole(memory.getDouble(at));
        }

        @Override
        void set(ByteBuffer memory, int at, long value) {
            memory.putDouble(at, value);
        }

        @Override
        long narrow(long value) {
            return value << UNUSED_BITS >> UNUSED_BITS;
        }
    };

    /** Of a number that a double has exactly. */
    private static final int UNUSED_BITS = 11;

    final Datatype type;
    final int bytes;

    Element(Datatype type, int bytes) {
        this.type = type;
        this.bytes = bytes;
    }

    abstract Object array(int length);

    abstract Buffer buffer(Object array, int offset, int count);

    /** All of the memory as a buffer of the JDK's for such elements. */
    abstract Buffer view(ByteBuffer memory);

    abstract long get(Object array, int index);

    abstract void set(Object array, int index, long value);

    abstract long get(ByteBuffer memory, int at);

    abstract void set(ByteBuffer memory, int at, long value);

    /** What is left of a value in an element. */
    abstract long narrow(long value);

    /** A double that is no whole number is told by its bits, which nobody expects. */
    private static long whole(double value) {
        return value == (long) value ? (long) value : Double.doubleToRawLongBits(value);
    }
}
