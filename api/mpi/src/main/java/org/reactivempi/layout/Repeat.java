package org.reactivempi.layout;

import java.nio.ByteBuffer;

/**
 * A layout again and again, at equal distances.
 *
 * @param count how often, 2 or more
 * @param stride bytes from one to the next
 * @param child what is repeated
 * @param size of all of them
 */
record Repeat(long count, long stride, Layout child, long size) implements Layout {

    Repeat(long count, long stride, Layout child) {
        this(count, stride, child, Math.multiplyExact(count, child.size()));
    }

    @Override
    public long low() {
        return child.low() + Math.min(0, (count - 1) * stride);
    }

    @Override
    public long high() {
        return child.high() + Math.max(0, (count - 1) * stride);
    }

    @Override
    public long elements() {
        return count * child.elements();
    }

    @Override
    public long elements(long bytes) {
        long whole = bytes / child.size();
        long last = child.elements(bytes - whole * child.size());
        return last < 0 ? -1 : whole * child.elements() + last;
    }

    @Override
    public boolean isAligned(long bytes) {
        return stride % bytes == 0 && child.isAligned(bytes);
    }

    @Override
    public Layout shifted(long by) {
        return new Repeat(count, stride, child.shifted(by), size);
    }

    @Override
    public void move(
            Memory memory, boolean out, long base, int elements, long step, ByteBuffer payload, int at, int atStride) {
        for (int i = 0; i < elements; i++) {
            child.move(
                    memory, out, base + i * step, (int) count, stride, payload, at + i * atStride, (int) child.size());
        }
    }

    @Override
    public void movePart(Memory memory, boolean out, long base, long from, int length, ByteBuffer payload, int at) {
        long whole = from / child.size();
        movePart(memory, out, base + whole * stride, stride, child, from - whole * child.size(), length, payload, at);
    }

    /** Moves a part of elements at equal distances; the first one begins {@code into} its payload. */
    static void movePart(
            Memory memory,
            boolean out,
            long base,
            long stride,
            Layout element,
            long into,
            int length,
            ByteBuffer payload,
            int at) {
        int end = at + length;
        long size = element.size();
        if (into > 0) {
            int part = (int) Math.min(size - into, length);
            element.movePart(memory, out, base, into, part, payload, at);
            at += part;
            base += stride;
        }
        if (end - at >= size) {
            int whole = end - at == size ? 1 : (end - at) / (int) size;
            element.move(memory, out, base, whole, stride, payload, at, (int) size);
            at += whole * (int) size;
            base += whole * stride;
        }
        if (at < end) {
            element.movePart(memory, out, base, 0, end - at, payload, at);
        }
    }

    @Override
    public long blocks() {
        return count * child.blocks();
    }

    @Override
    public long address(long from) {
        long before = from / child.size();
        return before * stride + child.address(from - before * child.size());
    }

    @Override
    public long blockLeft(long from) {
        return child.blockLeft(from % child.size());
    }

    @Override
    public long equalBlocks(long from, long most) {
        return child.equalBlocks(from % child.size(), most);
    }

    @Override
    public void blocks(long base, Blocks visitor) {
        for (long i = 0; i < count; i++) {
            child.blocks(base + i * stride, visitor);
        }
    }
}
