package org.reactivempi.core.window;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;
import org.reactivempi.Op;
import org.reactivempi.Payload;
import org.reactivempi.transport.engine.port.EngineWindows.Memory;

/**
 * The memory of a rank that others of its host reach as well. Each rank combines elements there by the processor's atomic instructions,
 * also for those who reach it by packets alone, so that all of them are atomic to each other; but for elements that there are no such
 * instructions for, pairs and those that are not aligned: these are combined by the rank whose memory it is, and by nobody else.
 */
final class SegmentMemory implements Memory {

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final ByteBuffer pages;
    private final int base;
    private final boolean alone;
    private final ByteBuffer segment;
    /** Looks at a part of it, for a moment each; by the progress thread. */
    private final ByteBuffer view;

    private final BufferMemory plain;

    /**
     * A part of some pages.
     *
     * @param pages whole ones, so that each element lies in a whole word
     * @param base where it begins in them
     * @param size how long it is, in bytes
     * @param alone whether accumulates are more than their elements, so that only the rank whose memory it is can do them
     */
    SegmentMemory(ByteBuffer pages, int base, int size, boolean alone) {
        this.pages = pages;
        this.base = base;
        this.alone = alone;
        this.segment = pages.slice(base, size).order(ByteOrder.LITTLE_ENDIAN);
        this.view = segment.duplicate();
        this.plain = new BufferMemory(Payload.of(Buffers.of(segment)));
    }

    /** The memory, for loads and stores. */
    ByteBuffer segment() {
        return segment;
    }

    Buffer buffer() {
        return Buffers.of(segment);
    }

    @Override
    public void check(long at, long lengthBytes) {
        plain.check(at, lengthBytes);
    }

    @Override
    public void write(long at, ByteBuffer source) {
        plain.write(at, source);
    }

    @Override
    public void read(long at, ByteBuffer target) {
        plain.read(at, target);
    }

    @Override
    public @Nullable ByteBuffer direct(long at, int most) {
        return plain.direct(at, most);
    }

    @Override
    public ByteBuffer glance(long at, int most) {
        int begin = (int) at;
        return view.limit((int) Math.min(segment.capacity(), at + most)).position(begin);
    }

    @Override
    public long spanBytes(int element, long payloadBytes) {
        return plain.spanBytes(element, payloadBytes);
    }

    @Override
    public boolean isAtomic(int element, long at, long payloadBytes) {
        return !alone && isAligned(element, at);
    }

    private boolean isAligned(int element, long at) {
        int width = (int) Elements.type(element).sizeBytes();
        return !Elements.isPair(element) && (width == 1 || pages.alignmentOffset(base + (int) at, width) == 0);
    }

    @Override
    public void accumulate(int op, int element, long at, ByteBuffer operands, @Nullable ByteBuffer before) {
        plain.check(at, spanBytes(element, operands.remaining()));
        if (!isAligned(element, at)) {
            plain.accumulate(op, element, at, operands, before);
            return;
        }
        ByteBuffer values = fromFirst(operands);
        int length = values.remaining();
        ByteBuffer old = before == null ? null : fromFirst(before);
        combine(op, element, base + (int) at, values, old);
        operands.position(operands.limit());
        if (before != null) {
            before.position(before.position() + length);
        }
    }

    /** The rest of a buffer, whose byte 0 is the next one. */
    private static ByteBuffer fromFirst(ByteBuffer rest) {
        return rest.position() == 0 && rest.order() == ByteOrder.LITTLE_ENDIAN
                ? rest
                : rest.slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    private void combine(int op, int element, int index, ByteBuffer values, @Nullable ByteBuffer old) {
        int width = (int) Elements.type(element).sizeBytes();
        if (op == Elements.NO_OP || op == Elements.REPLACE || op == Elements.SUM && isAdded(element)) {
            for (int i = 0; i < values.limit(); i += width) {
                long value = get(values, i, width);
                long was = switch (op) {
                    case Elements.NO_OP -> get(index + i, width);
                    case Elements.REPLACE -> set(index + i, width, value);
                    default -> add(index + i, width, value);
                };
                if (old != null) {
                    put(old, i, width, was);
                }
            }
        } else {
            combine(plain.reducer(op, element), index, width, values, old);
        }
    }

    /** Whether there is an instruction that adds. */
    private static boolean isAdded(int element) {
        return Elements.type(element) == Datatype.INT || Elements.type(element) == Datatype.LONG;
    }

    private long add(int index, int width, long value) {
        return width == Long.BYTES
                ? (long) LONGS.getAndAdd(pages, index, value)
                : Integer.toUnsignedLong((int) INTS.getAndAdd(pages, index, (int) value));
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

    @Override
    public ByteBuffer compareAndSwap(int element, long at, long value, long expected) {
        int width = BufferMemory.compared(element);
        plain.check(at, width);
        if (!isAligned(element, at)) {
            return plain.compareAndSwap(element, at, value, expected);
        }
        long found = swap(base + (int) at, width, Bits.masked(expected, width), Bits.masked(value, width));
        return Bits.bytes(found, width);
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

    /** Replaces an element if it is the expected one, and says what was there. */
    private long swap(int index, int width, long expected, long is) {
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
