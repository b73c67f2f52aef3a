package org.reactivempi.core.window;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Datatype;
import org.reactivempi.Op;

/** Aligned elements in some pages, combined by the processor's atomic instructions. An index is that of an element's first byte. */
final class AtomicElements {

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final ByteBuffer pages;

    /** Those of whole pages, so that each element lies in a whole word. */
    AtomicElements(ByteBuffer pages) {
        this.pages = pages;
    }

    boolean isAligned(int index, int width) {
        return width == 1 || pages.alignmentOffset(index, width) == 0;
    }

    /**
     * Combines elements with those that are here.
     *
     * @param values little-endian, from index 0 to the limit
     * @param old gets what was here, from index 0 on; null if nobody wants to know
     * @param reducers what reduces elements that no instruction does
     */
    void combine(int op, int element, int index, ByteBuffer values, @Nullable ByteBuffer old, BufferMemory reducers) {
        int width = (int) Elements.type(element).sizeBytes();
        Datatype type = Elements.type(element);
        if (op == Elements.NO_OP || op == Elements.REPLACE || op == Elements.SUM && isAdded(type)) {
            for (int i = 0; i < values.limit(); i += width) {
                long value = get(values, i, width);
                long was = switch (op) {
                    case Elements.NO_OP -> get(index + i, width);
                    case Elements.REPLACE -> set(index + i, width, value);
                    default -> add(type, index + i, width, value);
                };
                if (old != null) {
                    put(old, i, width, was);
                }
            }
        } else {
            combine(reducers.reducer(op, element), index, width, values, old);
        }
    }

    /** Whether an instruction adds, or a loop for each element; other sums take a reducer. */
    private static boolean isAdded(Datatype type) {
        return type == Datatype.INT || type == Datatype.LONG || type == Datatype.FLOAT || type == Datatype.DOUBLE;
    }

    private long add(Datatype type, int index, int width, long value) {
        if (type == Datatype.LONG) {
            return (long) LONGS.getAndAdd(pages, index, value);
        }
        if (type == Datatype.INT) {
            return Integer.toUnsignedLong((int) INTS.getAndAdd(pages, index, (int) value));
        }
        long was = get(index, width);
        for (long found = swap(index, width, was, sum(width, was, value)); found != was; ) {
            was = found;
            found = swap(index, width, was, sum(width, was, value));
        }
        return was;
    }

    /** Of numbers with a fraction. */
    private static long sum(int width, long left, long right) {
        return width == Long.BYTES
                ? Double.doubleToRawLongBits(Double.longBitsToDouble(left) + Double.longBitsToDouble(right))
                : Integer.toUnsignedLong(
                        Float.floatToRawIntBits(Float.intBitsToFloat((int) left) + Float.intBitsToFloat((int) right)));
    }

    /** Computes a tile from what it sees, and does an element again that has changed meanwhile. */
    private void combine(Op.Reducer reducer, int index, int width, ByteBuffer values, @Nullable ByteBuffer old) {
        int length = values.limit();
        int tile = Math.min(length, BufferMemory.TILE_BYTES);
        ByteBuffer seen = room(tile);
        ByteBuffer result = room(tile);
        for (int done = 0; done < length; done += tile) {
            int part = Math.min(tile, length - done);
            for (int i = 0; i < part; i += width) {
                put(seen, i, width, get(index + done + i, width));
            }
            result.put(0, values, done, part);
            reducer.reduce(seen.clear().limit(part), result.clear().limit(part));
            seen.clear();
            result.clear();
            for (int i = 0; i < part; i += width) {
                long was = get(seen, i, width);
                long is = get(result, i, width);
                for (long found = swap(index + done + i, width, was, is); found != was; ) {
                    was = found;
                    is = combined(reducer, width, was, get(values, done + i, width));
                    found = swap(index + done + i, width, was, is);
                }
                if (old != null) {
                    put(old, done + i, width, was);
                }
            }
        }
    }

    private static ByteBuffer room(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static long combined(Op.Reducer reducer, int width, long left, long right) {
        ByteBuffer seen = room(width);
        ByteBuffer result = room(width);
        put(seen, 0, width, left);
        put(result, 0, width, right);
        reducer.reduce(seen, result);
        return get(result, 0, width);
    }

    // Elements as numbers, without a sign.

    private static long get(ByteBuffer from, int at, int width) {
        return switch (width) {
            case Byte.BYTES -> Byte.toUnsignedLong(from.get(at));
            case Short.BYTES -> Short.toUnsignedLong(from.getShort(at));
            case Integer.BYTES -> Integer.toUnsignedLong(from.getInt(at));
            default -> from.getLong(at);
        };
    }

    private static void put(ByteBuffer to, int at, int width, long bits) {
        switch (width) {
            case Byte.BYTES -> to.put(at, (byte) bits);
            case Short.BYTES -> to.putShort(at, (short) bits);
            case Integer.BYTES -> to.putInt(at, (int) bits);
            default -> to.putLong(at, bits);
        }
    }

    /** Of the segment's, in one piece. */
    private long get(int index, int width) {
        if (width == Long.BYTES) {
            return (long) LONGS.getVolatile(pages, index);
        }
        int word = word(index, width);
        return Bits.masked(Integer.toUnsignedLong((int) INTS.getVolatile(pages, word)) >>> shift(index, word), width);
    }

    /** Where the word of 4 bytes begins that an element is in. */
    private int word(int index, int width) {
        return width == Integer.BYTES ? index : index - pages.alignmentOffset(index, Integer.BYTES);
    }

    private static int shift(int index, int word) {
        return (index - word) * Byte.SIZE;
    }

    /** Replaces an element, and says what was there. */
    private long set(int index, int width, long is) {
        if (width == Long.BYTES) {
            return (long) LONGS.getAndSet(pages, index, is);
        }
        if (width == Integer.BYTES) {
            return Integer.toUnsignedLong((int) INTS.getAndSet(pages, index, (int) is));
        }
        long was = get(index, width);
        for (long found = swap(index, width, was, is); found != was; found = swap(index, width, was, is)) {
            was = found;
        }
        return was;
    }

    /** Replaces an element if it is the expected one, and says what was there; numbers without a sign. */
    long swap(int index, int width, long expected, long is) {
        if (width == Long.BYTES) {
            return (long) LONGS.compareAndExchange(pages, index, expected, is);
        }
        if (width == Integer.BYTES) {
            return Integer.toUnsignedLong((int) INTS.compareAndExchange(pages, index, (int) expected, (int) is));
        }
        int word = word(index, width);
        int shift = shift(index, word);
        int mask = (int) (Bits.masked(-1, width) << shift);
        while (true) {
            int whole = (int) INTS.getVolatile(pages, word);
            long found = Integer.toUnsignedLong(whole & mask) >>> shift;
            if (found != expected) {
                return found;
            }
            if (INTS.compareAndSet(pages, word, whole, whole & ~mask | (int) is << shift)) {
                return found;
            }
        }
    }
}
