package org.reactivempi.layout;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Different layouts one after the other: a struct. Many elements are moved field by field, some elements at a time, so that each
 * field has a loop of its own, and the memory is still in the cache when the next field comes.
 *
 * @param fields what follows each other, 2 or more
 * @param ends of all fields in the payload
 */
record Sequence(List<Layout> fields, long[] ends) implements Layout {

    static Sequence of(List<Layout> fields) {
        long[] ends = new long[fields.size()];
        long end = 0;
        for (int i = 0; i < ends.length; i++) {
            end = Math.addExact(end, fields.get(i).size());
            ends[i] = end;
        }
        return new Sequence(List.copyOf(fields), ends);
    }

    @Override
    public long size() {
        return ends[ends.length - 1];
    }

    @Override
    public long low() {
        return fields.stream().mapToLong(Layout::low).min().orElse(0);
    }

    @Override
    public long high() {
        return fields.stream().mapToLong(Layout::high).max().orElse(0);
    }

    @Override
    public long elements() {
        return fields.stream().mapToLong(Layout::elements).sum();
    }

    @Override
    public long elements(long bytes) {
        long elements = 0;
        long begin = 0;
        for (int i = 0; i < ends.length; i++) {
            if (bytes < ends[i]) {
                long last = fields.get(i).elements(bytes - begin);
                return last < 0 ? -1 : elements + last;
            }
            elements += fields.get(i).elements();
            begin = ends[i];
        }
        return elements;
    }

    @Override
    public boolean isAligned(long bytes) {
        return fields.stream().allMatch(field -> field.isAligned(bytes));
    }

    @Override
    public Layout shifted(long by) {
        return new Sequence(fields.stream().map(field -> field.shifted(by)).toList(), ends);
    }

    @Override
    public void move(
            Memory memory, boolean out, long base, int count, long stride, ByteBuffer payload, int at, int atStride) {
        for (int first = 0; first < count; first += Memory.CHUNK) {
            int number = Math.min(Memory.CHUNK, count - first);
            int begin = at + first * atStride;
            for (int i = 0; i < ends.length; i++) {
                Layout field = fields.get(i);
                field.move(memory, out, base + first * stride, number, stride, payload, begin, atStride);
                begin += (int) field.size();
            }
        }
    }

    @Override
    public void movePart(Memory memory, boolean out, long base, long from, int length, ByteBuffer payload, int at) {
        int end = at + length;
        int i = Indexed.blockAt(ends, from);
        for (long into = i == 0 ? from : from - ends[i - 1]; at < end; i++) {
            Layout field = fields.get(i);
            int part = (int) Math.min(field.size() - into, end - at);
            if (part == field.size()) {
                field.move(memory, out, base, 1, 0, payload, at, part);
            } else {
                field.movePart(memory, out, base, into, part, payload, at);
            }
            at += part;
            into = 0;
        }
    }

    @Override
    public long blocks() {
        return fields.stream().mapToLong(Layout::blocks).sum();
    }

    private long begin(int field) {
        return field == 0 ? 0 : ends[field - 1];
    }

    @Override
    public long address(long from) {
        int field = Indexed.blockAt(ends, from);
        return fields.get(field).address(from - begin(field));
    }

    @Override
    public long blockLeft(long from) {
        int field = Indexed.blockAt(ends, from);
        return fields.get(field).blockLeft(from - begin(field));
    }

    @Override
    public long equalBlocks(long from, long most) {
        int field = Indexed.blockAt(ends, from);
        return fields.get(field).equalBlocks(from - begin(field), most);
    }

    @Override
    public void blocks(long base, Blocks visitor) {
        fields.forEach(field -> field.blocks(base, visitor));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sequence that && fields.equals(that.fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    @Override
    public String toString() {
        return "Sequence[fields=" + fields + ", ends=" + Arrays.toString(ends) + "]";
    }
}
