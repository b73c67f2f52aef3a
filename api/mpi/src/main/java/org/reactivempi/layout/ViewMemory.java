package org.reactivempi.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** The memory of a {@link NumberView}: blocks in bulk, or element by element where they are short. */
final class ViewMemory extends Memory {

    private final NumberView view;
    private final int width;

    ViewMemory(NumberView view) {
        this.view = view;
        this.width = view.width();
    }

    @Override
    public long sizeBytes() {
        return (long) view.count() * width;
    }

    @Override
    public @Nullable ByteOrder order() {
        return null;
    }

    @Override
    byte octet(long element, int width, int index) {
        return (byte) (view.bits((int) (element / this.width)) >>> index * Byte.SIZE);
    }

    @Override
    void setOctet(long element, int width, int index, byte value) {
        int at = (int) (element / this.width);
        int bit = index * Byte.SIZE;
        view.setBits(at, view.bits(at) & ~(0xFFL << bit) | (value & 0xFFL) << bit);
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
        int index = (int) (from / width);
        int elements = length / width;
        if (elements > LOOP_LIMIT) {
            view.put(index, elements, part(payload, at, length));
            return;
        }
        for (int i = 0; i < elements; i++) {
            long bits = view.bits(index + i);
            switch (width) {
                case Short.BYTES -> payload.putShort(at + i * width, (short) bits);
                case Integer.BYTES -> payload.putInt(at + i * width, (int) bits);
                default -> payload.putLong(at + i * width, bits);
            }
        }
    }

    private void unpackBlock(long to, int length, ByteBuffer payload, int at) {
        int index = (int) (to / width);
        int elements = length / width;
        if (elements > LOOP_LIMIT) {
            view.get(index, elements, part(payload, at, length));
            return;
        }
        for (int i = 0; i < elements; i++) {
            view.setBits(
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
