package org.reactivempi.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Some of the elements of a buffer of numbers: blocks in bulk, or element by element where they are short. */
final class ViewMemory extends Memory {

    private final BasicElements elements;
    private final Object numbers;
    private final int offset;
    private final int count;
    private final int width;

    ViewMemory(BasicElements elements, Object numbers, int offset, int count) {
        this.elements = elements;
        this.numbers = numbers;
        this.offset = offset;
        this.count = count;
        this.width = elements.width();
    }

    @Override
    public long sizeBytes() {
        return (long) count * width;
    }

    @Override
    public @Nullable ByteOrder order() {
        return null;
    }

    @Override
    byte octet(long element, int width, int index) {
        return (byte) (elements.bits(numbers, index(element)) >>> index * Byte.SIZE);
    }

    @Override
    void setOctet(long element, int width, int index, byte value) {
        int at = index(element);
        int bit = index * Byte.SIZE;
        elements.setBits(numbers, at, elements.bits(numbers, at) & ~(0xFFL << bit) | (value & 0xFFL) << bit);
    }

    private int index(long address) {
        return offset + (int) (address / width);
    }

    @Override
    void pack(
            long from,
            int rows,
            long rowStride,
            int count,
            long stride,
            int length,
            int width,
            ByteBuffer payload,
            int at,
            int atRow,
            int atBlock) {
        for (int row = 0; row < rows; row++) {
            for (int k = 0; k < count; k++) {
                packBlock(from + row * rowStride + k * stride, length, payload, at + row * atRow + k * atBlock);
            }
        }
    }

    @Override
    void unpack(
            long to,
            int rows,
            long rowStride,
            int count,
            long stride,
            int length,
            int width,
            ByteBuffer payload,
            int at,
            int atRow,
            int atBlock) {
        for (int row = 0; row < rows; row++) {
            for (int k = 0; k < count; k++) {
                unpackBlock(to + row * rowStride + k * stride, length, payload, at + row * atRow + k * atBlock);
            }
        }
    }

    @Override
    void packIndexed(
            long base,
            long[] displacements,
            long[] ends,
            int first,
            int behind,
            int equal,
            int width,
            ByteBuffer payload,
            int at) {
        int to = at;
        for (int k = first; k < behind; k++) {
            int length = length(ends, k);
            packBlock(base + displacements[k], length, payload, to);
            to += length;
        }
    }

    @Override
    void unpackIndexed(
            long base,
            long[] displacements,
            long[] ends,
            int first,
            int behind,
            int equal,
            int width,
            ByteBuffer payload,
            int at) {
        int from = at;
        for (int k = first; k < behind; k++) {
            int length = length(ends, k);
            unpackBlock(base + displacements[k], length, payload, from);
            from += length;
        }
    }

    private void packBlock(long from, int length, ByteBuffer payload, int at) {
        int index = index(from);
        int many = length / width;
        if (many > LOOP_LIMIT) {
            elements.put(numbers, index, many, part(payload, at, length));
            return;
        }
        for (int i = 0; i < many; i++) {
            long bits = elements.bits(numbers, index + i);
            switch (width) {
                case Short.BYTES -> payload.putShort(at + i * width, (short) bits);
                case Integer.BYTES -> payload.putInt(at + i * width, (int) bits);
                default -> payload.putLong(at + i * width, bits);
            }
        }
    }

    private void unpackBlock(long to, int length, ByteBuffer payload, int at) {
        int index = index(to);
        int many = length / width;
        if (many > LOOP_LIMIT) {
            elements.get(numbers, index, many, part(payload, at, length));
            return;
        }
        for (int i = 0; i < many; i++) {
            elements.setBits(
                    numbers,
                    index + i,
                    switch (width) {
                        case Short.BYTES -> payload.getShort(at + i * width);
                        case Integer.BYTES -> payload.getInt(at + i * width);
                        default -> payload.getLong(at + i * width);
                    });
        }
    }

    private static ByteBuffer part(ByteBuffer payload, int at, int length) {
        return payload.slice(at, length).order(payload.order());
    }
}
