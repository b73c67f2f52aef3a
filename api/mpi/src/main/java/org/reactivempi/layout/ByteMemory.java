package org.reactivempi.layout;

import java.nio.ByteBuffer;

/** A region of {@code byte[]}. One source for all types of one byte. */
final class ByteMemory extends ArrayMemory {

    private final byte[] array;

    ByteMemory(byte[] array, int offset, int count) {
        super(array, offset, count, Byte.BYTES);
        this.array = array;
    }

    @Override
    long bits(int index) {
        return Bits.octet(array[index]);
    }

    @Override
    void setBits(int index, long bits) {
        array[index] = Bits.toByte((byte) bits);
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
        byte[] array = this.array;
        int first = index(from);
        int apart = elements(rowStride);
        int step = elements(stride);
        int block = elements(length);
        if (block > LOOP_LIMIT) {
            for (int row = 0; row < rows; row++) {
                for (int k = 0; k < count; k++) {
                    Bits.put(array, first + row * apart + k * step, block, payload, at + row * atRow + k * atBlock);
                }
            }
            return;
        }
        for (int row = 0; row < rows; row++) {
            int i = first + row * apart;
            int to = at + row * atRow;
            if (block == 1) {
                for (int k = 0; k < count; k++) {
                    payload.put(to, Bits.octet(array[i]));
                    i += step;
                    to += atBlock;
                }
                continue;
            }
            for (int k = 0; k < count; k++) {
                for (int j = 0; j < block; j++) {
                    payload.put(to + j, Bits.octet(array[i + j]));
                }
                i += step;
                to += atBlock;
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
        byte[] array = this.array;
        int first = index(to);
        int apart = elements(rowStride);
        int step = elements(stride);
        int block = elements(length);
        if (block > LOOP_LIMIT) {
            for (int row = 0; row < rows; row++) {
                for (int k = 0; k < count; k++) {
                    Bits.get(array, first + row * apart + k * step, block, payload, at + row * atRow + k * atBlock);
                }
            }
            return;
        }
        for (int row = 0; row < rows; row++) {
            int i = first + row * apart;
            int from = at + row * atRow;
            if (block == 1) {
                for (int k = 0; k < count; k++) {
                    array[i] = Bits.toByte(payload.get(from));
                    i += step;
                    from += atBlock;
                }
                continue;
            }
            for (int k = 0; k < count; k++) {
                for (int j = 0; j < block; j++) {
                    array[i + j] = Bits.toByte(payload.get(from + j));
                }
                i += step;
                from += atBlock;
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
        byte[] array = this.array;
        int to = at;
        for (int k = first; k < behind; k++) {
            int i = index(base + displacements[k]);
            int block = elements(length(ends, k));
            if (block > LOOP_LIMIT) {
                Bits.put(array, i, block, payload, to);
            } else {
                for (int j = 0; j < block; j++) {
                    payload.put(to + j, Bits.octet(array[i + j]));
                }
            }
            to += block;
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
        byte[] array = this.array;
        int from = at;
        for (int k = first; k < behind; k++) {
            int i = index(base + displacements[k]);
            int block = elements(length(ends, k));
            if (block > LOOP_LIMIT) {
                Bits.get(array, i, block, payload, from);
            } else {
                for (int j = 0; j < block; j++) {
                    array[i + j] = Bits.toByte(payload.get(from + j));
                }
            }
            from += block;
        }
    }
}
