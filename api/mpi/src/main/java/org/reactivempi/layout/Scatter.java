package org.reactivempi.layout;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A layout with gaps at irregular places, each time several of them at equal distances.
 *
 * @param displacements of the places
 * @param ends of the places in the payload
 * @param stride bytes from one to the next at a place
 * @param child what is there
 */
record Scatter(long[] displacements, long[] ends, long stride, Layout child) implements Layout {

    static Scatter of(long[] displacements, long[] counts, long stride, Layout child) {
        long[] ends = new long[counts.length];
        long end = 0;
        for (int i = 0; i < ends.length; i++) {
            end = Math.addExact(end, Math.multiplyExact(counts[i], child.size()));
            ends[i] = end;
        }
        return new Scatter(displacements, ends, stride, child);
    }

    @Override
    public long size() {
        return ends[ends.length - 1];
    }

    private long begin(int place) {
        return place == 0 ? 0 : ends[place - 1];
    }

    private long count(int place) {
        return (ends[place] - begin(place)) / child.size();
    }

    @Override
    public long low() {
        long low = Long.MAX_VALUE;
        for (int i = 0; i < ends.length; i++) {
            low = Math.min(low, displacements[i] + Math.min(0, (count(i) - 1) * stride));
        }
        return low + child.low();
    }

    @Override
    public long high() {
        long high = Long.MIN_VALUE;
        for (int i = 0; i < ends.length; i++) {
            high = Math.max(high, displacements[i] + Math.max(0, (count(i) - 1) * stride));
        }
        return high + child.high();
    }

    @Override
    public long elements() {
        return size() / child.size() * child.elements();
    }

    @Override
    public long elements(long bytes) {
        long whole = bytes / child.size();
        long last = child.elements(bytes - whole * child.size());
        return last < 0 ? -1 : whole * child.elements() + last;
    }

    @Override
    public boolean isAligned(long bytes) {
        return stride % bytes == 0
                && child.isAligned(bytes)
                && Arrays.stream(displacements).allMatch(each -> each % bytes == 0);
    }

    @Override
    public Layout shifted(long by) {
        return new Scatter(displacements, ends, stride, child.shifted(by));
    }

    @Override
    public void move(
            Memory memory, boolean out, long base, int count, long step, ByteBuffer payload, int at, int atStride) {
        for (int i = 0; i < count; i++) {
            for (int place = 0; place < ends.length; place++) {
                child.move(
                        memory,
                        out,
                        base + i * step + displacements[place],
                        (int) count(place),
                        stride,
                        payload,
                        at + i * atStride + (int) begin(place),
                        (int) child.size());
            }
        }
    }

    @Override
    public void movePart(Memory memory, boolean out, long base, long from, int length, ByteBuffer payload, int at) {
        int end = at + length;
        int place = Indexed.blockAt(ends, from);
        for (long into = from - begin(place); at < end; place++) {
            int part = (int) Math.min(ends[place] - begin(place) - into, end - at);
            long before = into / child.size();
            Repeat.movePart(
                    memory,
                    out,
                    base + displacements[place] + before * stride,
                    stride,
                    child,
                    into - before * child.size(),
                    part,
                    payload,
                    at);
            at += part;
            into = 0;
        }
    }

    @Override
    public long blocks() {
        return size() / child.size() * child.blocks();
    }

    @Override
    public long address(long from) {
        int place = Indexed.blockAt(ends, from);
        long into = from - begin(place);
        long before = into / child.size();
        return displacements[place] + before * stride + child.address(into - before * child.size());
    }

    @Override
    public long blockLeft(long from) {
        return child.blockLeft((from - begin(Indexed.blockAt(ends, from))) % child.size());
    }

    @Override
    public long equalBlocks(long from, long most) {
        return child.equalBlocks((from - begin(Indexed.blockAt(ends, from))) % child.size(), most);
    }

    @Override
    public void blocks(long base, Blocks visitor) {
        for (int place = 0; place < ends.length; place++) {
            long count = count(place);
            for (long i = 0; i < count; i++) {
                child.blocks(base + displacements[place] + i * stride, visitor);
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Scatter that
                && stride == that.stride
                && child.equals(that.child)
                && Arrays.equals(displacements, that.displacements)
                && Arrays.equals(ends, that.ends);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Arrays.hashCode(displacements) + Arrays.hashCode(ends)) + child.hashCode();
    }

    @Override
    public String toString() {
        return "Scatter[displacements=" + Arrays.toString(displacements) + ", ends=" + Arrays.toString(ends)
                + ", stride=" + stride + ", child=" + child + "]";
    }
}
