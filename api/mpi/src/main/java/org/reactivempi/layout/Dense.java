package org.reactivempi.layout;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Elements of one width, without gaps.
 *
 * @param displacement of the first one
 * @param length of all in bytes
 * @param width of each in bytes
 */
record Dense(long displacement, long length, int width) implements Layout {

    /** Nothing. */
    static final Dense NOTHING = new Dense(0, 0, 1);

    @Override
    public long size() {
        return length;
    }

    @Override
    public long low() {
        return displacement;
    }

    @Override
    public long high() {
        return displacement + length;
    }

    @Override
    public long elements() {
        return length / width;
    }

    @Override
    public long elements(long bytes) {
        return bytes % width == 0 ? bytes / width : -1;
    }

    @Override
    public boolean isAligned(long bytes) {
        return length == 0 || displacement % bytes == 0;
    }

    @Override
    public Layout shifted(long by) {
        return length == 0 ? this : new Dense(Math.addExact(displacement, by), length, width);
    }

    @Override
    public void move(
            Memory memory, boolean out, long base, int count, long stride, ByteBuffer payload, int at, int atStride) {
        if (count == 1 || stride == length && atStride == length) {
            memory.moveBlock(out, base + displacement, (int) length * count, width, payload, at);
        } else {
            memory.move(out, base + displacement, 1, 0, count, stride, (int) length, width, payload, at, 0, atStride);
        }
    }

    @Override
    public void movePart(Memory memory, boolean out, long base, long from, int length, ByteBuffer payload, int at) {
        memory.movePart(out, base + displacement, width, from, length, payload, at);
    }

    @Override
    public long blocks() {
        return length == 0 ? 0 : 1;
    }

    @Override
    public long address(long from) {
        return displacement + from;
    }

    @Override
    public long blockLeft(long from) {
        return length - from;
    }

    @Override
    public void blocks(long base, Blocks visitor) {
        if (length > 0) {
            visitor.block(base + displacement, length, width);
        }
    }

    /** By hand, as {@link #hashCode}: what the compiler makes of a record takes milliseconds of each rank's start. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Dense that
                && displacement == that.displacement
                && length == that.length
                && width == that.width;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Long.hashCode(displacement) + Long.hashCode(length)) + width;
    }
}
