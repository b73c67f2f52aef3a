package org.reactivempi.layout;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/** A region of {@code int[]}. One source for all types with a byte order. */
final class IntMemory extends ArrayMemory {

    private final int[] array;

    IntMemory(int[] array, int offset, int count) {
        super(array, offset, count, Integer.BYTES);
        this.array = array;
    }

    @Override
    long bits(int index) {
        return Bits.of(array[index]);
    }

    @Override
    void setBits(int index, long bits) {
        array[index] = Bits.toInt(bits);
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
        int first = index(from);
        int apart = elements(rowStride);
        int step = elements(stride);
        int block = elements(length);
        if (block > VIEW_LIMIT) {
            IntBuffer view = view(payload, at);
            for (int row = 0; row < rows; row++) {
                for (int k = 0; k < count; k++) {
                    view.put((row * atRow + k * atBlock) / Integer.BYTES, array, first + row * apart + k * step, block);
                }
            }
            return;
        }
        for (int row = 0; row < rows; row++) {
            int i = first + row * apart;
            int to = at + row * atRow;
            // Loops over a constant length are written out by the compiler.
            switch (block) {
                case 1 -> put(i, step, count, payload, to, atBlock, 1);
                case 2 -> put(i, step, count, payload, to, atBlock, 2);
                case 4 -> put(i, step, count, payload, to, atBlock, 4);
                default -> put(i, step, count, payload, to, atBlock, block);
            }
        }
    }

    private void put(int from, int step, int count, ByteBuffer payload, int at, int atBlock, int block) {
        int[] array = this.array;
        int i = from;
        int to = at;
        for (int k = 0; k < count; k++) {
            for (int j = 0; j < block; j++) {
                payload.putInt(to + j * Integer.BYTES, array[i + j]);
            }
            i += step;
            to += atBlock;
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
        int first = index(to);
        int apart = elements(rowStride);
        int step = elements(stride);
        int block = elements(length);
        if (block > VIEW_LIMIT) {
            IntBuffer view = view(payload, at);
            for (int row = 0; row < rows; row++) {
                for (int k = 0; k < count; k++) {
                    view.get((row * atRow + k * atBlock) / Integer.BYTES, array, first + row * apart + k * step, block);
                }
            }
            return;
        }
        for (int row = 0; row < rows; row++) {
            int i = first + row * apart;
            int from = at + row * atRow;
            switch (block) {
                case 1 -> get(i, step, count, payload, from, atBlock, 1);
                case 2 -> get(i, step, count, payload, from, atBlock, 2);
                case 4 -> get(i, step, count, payload, from, atBlock, 4);
                default -> get(i, step, count, payload, from, atBlock, block);
            }
        }
    }

    private void get(int to, int step, int count, ByteBuffer payload, int at, int atBlock, int block) {
        int[] array = this.array;
        int i = to;
        int from = at;
        for (int k = 0; k < count; k++) {
            for (int j = 0; j < block; j++) {
                array[i + j] = payload.getInt(from + j * Integer.BYTES);
            }
            i += step;
            from += atBlock;
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
        int begin = index(base);
        switch (elements(equal)) {
            case 1 -> putAt(begin, displacements, first, behind, payload, at, 1);
            case 2 -> putAt(begin, displacements, first, behind, payload, at, 2);
            case 4 -> putAt(begin, displacements, first, behind, payload, at, 4);
            default -> {
                IntBuffer view = null;
                int to = at;
                for (int k = first; k < behind; k++) {
                    int i = begin + elements(displacements[k]);
                    int block = elements(length(ends, k));
                    if (block <= VIEW_LIMIT) {
                        put(i, 0, 1, payload, to, 0, block);
                    } else {
                        view = view == null ? view(payload, at) : view;
                        view.put((to - at) / Integer.BYTES, array, i, block);
                    }
                    to += block * Integer.BYTES;
                }
            }
        }
    }

    private void putAt(int begin, long[] displacements, int first, int behind, ByteBuffer payload, int at, int block) {
        int[] array = this.array;
        int to = at;
        for (int k = first; k < behind; k++) {
            int i = begin + elements(displacements[k]);
            for (int j = 0; j < block; j++) {
                payload.putInt(to + j * Integer.BYTES, array[i + j]);
            }
            to += block * Integer.BYTES;
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
        int begin = index(base);
        switch (elements(equal)) {
            case 1 -> getAt(begin, displacements, first, behind, payload, at, 1);
            case 2 -> getAt(begin, displacements, first, behind, payload, at, 2);
            case 4 -> getAt(begin, displacements, first, behind, payload, at, 4);
            default -> {
                IntBuffer view = null;
                int from = at;
                for (int k = first; k < behind; k++) {
                    int i = begin + elements(displacements[k]);
                    int block = elements(length(ends, k));
                    if (block <= VIEW_LIMIT) {
                        get(i, 0, 1, payload, from, 0, block);
                    } else {
                        view = view == null ? view(payload, at) : view;
                        view.get((from - at) / Integer.BYTES, array, i, block);
                    }
                    from += block * Integer.BYTES;
                }
            }
        }
    }

    private void getAt(int begin, long[] displacements, int first, int behind, ByteBuffer payload, int at, int block) {
        int[] array = this.array;
        int from = at;
        for (int k = first; k < behind; k++) {
            int i = begin + elements(displacements[k]);
            for (int j = 0; j < block; j++) {
                array[i + j] = payload.getInt(from + j * Integer.BYTES);
            }
            from += block * Integer.BYTES;
        }
    }

    private static IntBuffer view(ByteBuffer payload, int at) {
        return payload.slice(at, payload.limit() - at).order(payload.order()).asIntBuffer();
    }
}
