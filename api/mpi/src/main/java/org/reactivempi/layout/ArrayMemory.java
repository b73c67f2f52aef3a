package org.reactivempi.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A region of a Java array. Addresses are multiples of the element's width, and displacements are counted from the region's
 * begin. The classes within know their element: the loops are written out for each, since a loop over elements of an unknown
 * kind costs several times as much.
 */
abstract class ArrayMemory extends Memory {

    /** Up to here, in elements, a loop over a block costs no more than a view of the payload, which is an object, and a bulk copy. */
    private static final int VIEW_LIMIT = 32;

    private final Object memory;
    private final int offset;
    private final int count;
    private final int shift;

    private ArrayMemory(Object memory, int offset, int count, int width) {
        this.memory = memory;
        this.offset = offset;
        this.count = count;
        this.shift = Integer.numberOfTrailingZeros(width);
    }

    @Override
    public final long sizeBytes() {
        return (long) count << shift;
    }

    @Override
    public final @Nullable ByteOrder order() {
        return null;
    }

    @Override
    final boolean copyBlock(long address, Memory to, long at, int length) {
        if (to.getClass() == getClass()) {
            return copyElements(address, (ArrayMemory) to, at, length);
        }
        return to instanceof BytesMemory bytes && copyBlock(true, address, length, bytes, at);
    }

    /**
     * Copies a block to an array of the same elements: the rest of the one that it begins in, whole ones, and the begin of the last one.
     * False if elements are not cut alike on both sides, which is so for all blocks or for none, since blocks are whole elements.
     */
    private boolean copyElements(long address, ArrayMemory to, long at, int length) {
        int width = 1 << shift;
        int cut = (int) address & (width - 1);
        if (((int) at & (width - 1)) != cut) {
            return false;
        }
        int from = index(address);
        int target = to.index(at);
        int left = length;
        if (cut > 0) {
            int rest = Math.min(width - cut, left);
            copyOctets(from++, to, target++, cut, rest);
            left -= rest;
        }
        int whole = elements(left);
        System.arraycopy(memory, from, to.memory, target, whole);
        left -= whole << shift;
        if (left > 0) {
            copyOctets(from + whole, to, target + whole, 0, left);
        }
        return true;
    }

    /** Copies some bytes of an element, fewer than all, and leaves its others as they are. */
    private void copyOctets(int from, ArrayMemory to, int target, int first, int count) {
        long mask = (1L << count * Byte.SIZE) - 1 << first * Byte.SIZE;
        to.setBits(target, to.bits(target) & ~mask | bits(from) & mask);
    }

    /** Copies a block to or from bytes, which may cut elements; false if these lie there in another order than they travel in. */
    final boolean copyBlock(boolean out, long address, int length, BytesMemory bytes, long at) {
        if (bytes.order() != ByteOrder.LITTLE_ENDIAN) {
            return false;
        }
        int width = 1 << shift;
        long element = address & -width;
        movePart(out, element, width, address - element, length, bytes.bytes(), (int) at);
        return true;
    }

    /** The element at an index of the array, as the low bytes of the result. */
    abstract long bits(int index);

    /** Replaces the element at an index of the array by the low bytes of {@code bits}. */
    abstract void setBits(int index, long bits);

    final int index(long address) {
        return offset + (int) (address >> shift);
    }

    final int elements(long bytes) {
        return (int) (bytes >> shift);
    }

    @Override
    final byte octet(long element, int width, int index) {
        return (byte) (bits(index(element)) >>> index * Byte.SIZE);
    }

    @Override
    final void setOctet(long element, int width, int index, byte value) {
        int bit = index * Byte.SIZE;
        int at = index(element);
        setBits(at, bits(at) & ~(0xFFL << bit) | (value & 0xFFL) << bit);
    }

    /** A region of a {@code byte[]}. */
    static final class OfByte extends ArrayMemory {

        private final byte[] array;

        OfByte(byte[] array, int offset, int count) {
            super(array, offset, count, Byte.BYTES);
            this.array = array;
        }

        @Override
        long bits(int index) {
            return array[index];
        }

        @Override
        void setBits(int index, long bits) {
            array[index] = (byte) bits;
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
                        payload.put(at + row * atRow + k * atBlock, array, first + row * apart + k * step, block);
                    }
                }
                return;
            }
            for (int row = 0; row < rows; row++) {
                int i = first + row * apart;
                int to = at + row * atRow;
                if (block == 1) {
                    for (int k = 0; k < count; k++) {
                        payload.put(to, array[i]);
                        i += step;
                        to += atBlock;
                    }
                    continue;
                }
                for (int k = 0; k < count; k++) {
                    for (int j = 0; j < block; j++) {
                        payload.put(to + j, array[i + j]);
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
                        payload.get(at + row * atRow + k * atBlock, array, first + row * apart + k * step, block);
                    }
                }
                return;
            }
            for (int row = 0; row < rows; row++) {
                int i = first + row * apart;
                int from = at + row * atRow;
                if (block == 1) {
                    for (int k = 0; k < count; k++) {
                        array[i] = payload.get(from);
                        i += step;
                        from += atBlock;
                    }
                    continue;
                }
                for (int k = 0; k < count; k++) {
                    for (int j = 0; j < block; j++) {
                        array[i + j] = payload.get(from + j);
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
                    payload.put(to, array, i, block);
                } else {
                    for (int j = 0; j < block; j++) {
                        payload.put(to + j, array[i + j]);
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
                    payload.get(from, array, i, block);
                } else {
                    for (int j = 0; j < block; j++) {
                        array[i + j] = payload.get(from + j);
                    }
                }
                from += block;
            }
        }
    }

    /** A region of a {@code boolean[]}. */
    static final class OfBoolean extends ArrayMemory {

        private final boolean[] array;

        OfBoolean(boolean[] array, int offset, int count) {
            super(array, offset, count, Byte.BYTES);
            this.array = array;
        }

        @Override
        long bits(int index) {
            return array[index] ? 1 : 0;
        }

        @Override
        void setBits(int index, long bits) {
            array[index] = bits != 0;
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
            boolean[] array = this.array;
            int first = index(from);
            int apart = elements(rowStride);
            int step = elements(stride);
            int block = elements(length);
            if (block > LOOP_LIMIT) {
                for (int row = 0; row < rows; row++) {
                    for (int k = 0; k < count; k++) {
                        putAll(first + row * apart + k * step, block, payload, at + row * atRow + k * atBlock);
                    }
                }
                return;
            }
            for (int row = 0; row < rows; row++) {
                int i = first + row * apart;
                int to = at + row * atRow;
                if (block == 1) {
                    for (int k = 0; k < count; k++) {
                        payload.put(to, (byte) (array[i] ? 1 : 0));
                        i += step;
                        to += atBlock;
                    }
                    continue;
                }
                for (int k = 0; k < count; k++) {
                    for (int j = 0; j < block; j++) {
                        payload.put(to + j, (byte) (array[i + j] ? 1 : 0));
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
            boolean[] array = this.array;
            int first = index(to);
            int apart = elements(rowStride);
            int step = elements(stride);
            int block = elements(length);
            if (block > LOOP_LIMIT) {
                for (int row = 0; row < rows; row++) {
                    for (int k = 0; k < count; k++) {
                        getAll(first + row * apart + k * step, block, payload, at + row * atRow + k * atBlock);
                    }
                }
                return;
            }
            for (int row = 0; row < rows; row++) {
                int i = first + row * apart;
                int from = at + row * atRow;
                if (block == 1) {
                    for (int k = 0; k < count; k++) {
                        array[i] = payload.get(from) != 0;
                        i += step;
                        from += atBlock;
                    }
                    continue;
                }
                for (int k = 0; k < count; k++) {
                    for (int j = 0; j < block; j++) {
                        array[i + j] = payload.get(from + j) != 0;
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
            boolean[] array = this.array;
            int to = at;
            for (int k = first; k < behind; k++) {
                int i = index(base + displacements[k]);
                int block = elements(length(ends, k));
                if (block > LOOP_LIMIT) {
                    putAll(i, block, payload, to);
                } else {
                    for (int j = 0; j < block; j++) {
                        payload.put(to + j, (byte) (array[i + j] ? 1 : 0));
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
            boolean[] array = this.array;
            int from = at;
            for (int k = first; k < behind; k++) {
                int i = index(base + displacements[k]);
                int block = elements(length(ends, k));
                if (block > LOOP_LIMIT) {
                    getAll(i, block, payload, from);
                } else {
                    for (int j = 0; j < block; j++) {
                        array[i + j] = payload.get(from + j) != 0;
                    }
                }
                from += block;
            }
        }

        private void putAll(int index, int elements, ByteBuffer payload, int at) {
            for (int j = 0; j < elements; j++) {
                payload.put(at + j, (byte) (array[index + j] ? 1 : 0));
            }
        }

        private void getAll(int index, int elements, ByteBuffer payload, int at) {
            for (int j = 0; j < elements; j++) {
                array[index + j] = payload.get(at + j) != 0;
            }
        }
    }

    /** A region of a {@code short[]}. */
    static final class OfShort extends ArrayMemory {

        private final short[] array;

        OfShort(short[] array, int offset, int count) {
            super(array, offset, count, Short.BYTES);
            this.array = array;
        }

        @Override
        long bits(int index) {
            return array[index];
        }

        @Override
        void setBits(int index, long bits) {
            array[index] = (short) bits;
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
                ShortBuffer view = view(payload, at);
                for (int row = 0; row < rows; row++) {
                    for (int k = 0; k < count; k++) {
                        view.put(
                                (row * atRow + k * atBlock) / Short.BYTES,
                                array,
                                first + row * apart + k * step,
                                block);
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
            short[] array = this.array;
            int i = from;
            int to = at;
            for (int k = 0; k < count; k++) {
                for (int j = 0; j < block; j++) {
                    payload.putShort(to + j * Short.BYTES, array[i + j]);
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
                ShortBuffer view = view(payload, at);
                for (int row = 0; row < rows; row++) {
                    for (int k = 0; k < count; k++) {
                        view.get(
                                (row * atRow + k * atBlock) / Short.BYTES,
                                array,
                                first + row * apart + k * step,
                                block);
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
            short[] array = this.array;
            int i = to;
            int from = at;
            for (int k = 0; k < count; k++) {
                for (int j = 0; j < block; j++) {
                    array[i + j] = payload.getShort(from + j * Short.BYTES);
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
                    ShortBuffer view = null;
                    int to = at;
                    for (int k = first; k < behind; k++) {
                        int i = begin + elements(displacements[k]);
                        int block = elements(length(ends, k));
                        if (block <= VIEW_LIMIT) {
                            put(i, 0, 1, payload, to, 0, block);
                        } else {
                            view = view == null ? view(payload, at) : view;
                            view.put((to - at) / Short.BYTES, array, i, block);
                        }
                        to += block * Short.BYTES;
                    }
                }
            }
        }

        private void putAt(
                int begin, long[] displacements, int first, int behind, ByteBuffer payload, int at, int block) {
            short[] array = this.array;
            int to = at;
            for (int k = first; k < behind; k++) {
                int i = begin + elements(displacements[k]);
                for (int j = 0; j < block; j++) {
                    payload.putShort(to + j * Short.BYTES, array[i + j]);
                }
                to += block * Short.BYTES;
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
                    ShortBuffer view = null;
                    int from = at;
                    for (int k = first; k < behind; k++) {
                        int i = begin + elements(displacements[k]);
                        int block = elements(length(ends, k));
                        if (block <= VIEW_LIMIT) {
                            get(i, 0, 1, payload, from, 0, block);
                        } else {
                            view = view == null ? view(payload, at) : view;
                            view.get((from - at) / Short.BYTES, array, i, block);
                        }
                        from += block * Short.BYTES;
                    }
                }
            }
        }

        private void getAt(
                int begin, long[] displacements, int first, int behind, ByteBuffer payload, int at, int block) {
            short[] array = this.array;
            int from = at;
            for (int k = first; k < behind; k++) {
                int i = begin + elements(displacements[k]);
                for (int j = 0; j < block; j++) {
                    array[i + j] = payload.getShort(from + j * Short.BYTES);
                }
                from += block * Short.BYTES;
            }
        }

        private static ShortBuffer view(ByteBuffer payload, int at) {
            return payload.slice(at, payload.limit() - at)
                    .order(payload.order())
                    .asShortBuffer();
        }
    }

    /** A region of a {@code char[]}. */
    static final class OfChar extends ArrayMemory {

        private final char[] array;

        OfChar(char[] array, int offset, int count) {
            super(array, offset, count, Character.BYTES);
            this.array = array;
        }

        @Override
        long bits(int index) {
            return array[index];
        }

        @Override
        void setBits(int index, long bits) {
            array[index] = (char) bits;
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
                CharBuffer view = view(payload, at);
                for (int row = 0; row < rows; row++) {
                    for (int k = 0; k < count; k++) {
                        view.put(
                                (row * atRow + k * atBlock) / Character.BYTES,
                                array,
                                first + row * apart + k * step,
                                block);
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
            char[] array = this.array;
            int i = from;
            int to = at;
            for (int k = 0; k < count; k++) {
                for (int j = 0; j < block; j++) {
                    payload.putChar(to + j * Character.BYTES, array[i + j]);
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
                CharBuffer view = view(payload, at);
                for (int row = 0; row < rows; row++) {
                    for (int k = 0; k < count; k++) {
                        view.get(
                                (row * atRow + k * atBlock) / Character.BYTES,
                                array,
                                first + row * apart + k * step,
                                block);
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
            char[] array = this.array;
            int i = to;
            int from = at;
            for (int k = 0; k < count; k++) {
                for (int j = 0; j < block; j++) {
                    array[i + j] = payload.getChar(from + j * Character.BYTES);
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
                    CharBuffer view = null;
                    int to = at;
                    for (int k = first; k < behind; k++) {
                        int i = begin + elements(displacements[k]);
                        int block = elements(length(ends, k));
                        if (block <= VIEW_LIMIT) {
                            put(i, 0, 1, payload, to, 0, block);
                        } else {
                            view = view == null ? view(payload, at) : view;
                            view.put((to - at) / Character.BYTES, array, i, block);
                        }
                        to += block * Character.BYTES;
                    }
                }
            }
        }

        private void putAt(
                int begin, long[] displacements, int first, int behind, ByteBuffer payload, int at, int block) {
            char[] array = this.array;
            int to = at;
            for (int k = first; k < behind; k++) {
                int i = begin + elements(displacements[k]);
                for (int j = 0; j < block; j++) {
                    payload.putChar(to + j * Character.BYTES, array[i + j]);
                }
                to += block * Character.BYTES;
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
                    CharBuffer view = null;
                    int from = at;
                    for (int k = first; k < behind; k++) {
                        int i = begin + elements(displacements[k]);
                        int block = elements(length(ends, k));
                        if (block <= VIEW_LIMIT) {
                            get(i, 0, 1, payload, from, 0, block);
                        } else {
                            view = view == null ? view(payload, at) : view;
                            view.get((from - at) / Character.BYTES, array, i, block);
                        }
                        from += block * Character.BYTES;
                    }
                }
            }
        }

        private void getAt(
                int begin, long[] displacements, int first, int behind, ByteBuffer payload, int at, int block) {
            char[] array = this.array;
            int from = at;
            for (int k = first; k < behind; k++) {
                int i = begin + elements(displacements[k]);
                for (int j = 0; j < block; j++) {
                    array[i + j] = payload.getChar(from + j * Character.BYTES);
                }
                from += block * Character.BYTES;
            }
        }

        private static CharBuffer view(ByteBuffer payload, int at) {
            return payload.slice(at, payload.limit() - at)
                    .order(payload.order())
                    .asCharBuffer();
        }
    }

    /** A region of an {@code int[]}. */
    static final class OfInt extends ArrayMemory {

        private final int[] array;

        OfInt(int[] array, int offset, int count) {
            super(array, offset, count, Integer.BYTES);
            this.array = array;
        }

        @Override
        long bits(int index) {
            return array[index];
        }

        @Override
        void setBits(int index, long bits) {
            array[index] = (int) bits;
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
                        view.put(
                                (row * atRow + k * atBlock) / Integer.BYTES,
                                array,
                                first + row * apart + k * step,
                                block);
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
                        view.get(
                                (row * atRow + k * atBlock) / Integer.BYTES,
                                array,
                                first + row * apart + k * step,
                                block);
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

        private void putAt(
                int begin, long[] displacements, int first, int behind, ByteBuffer payload, int at, int block) {
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

        private void getAt(
                int begin, long[] displacements, int first, int behind, ByteBuffer payload, int at, int block) {
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
            return payload.slice(at, payload.limit() - at)
                    .order(payload.order())
                    .asIntBuffer();
        }
    }

    /** A region of a {@code float[]}. */
    static final class OfFloat extends ArrayMemory {

        private final float[] array;

        OfFloat(float[] array, int offset, int count) {
            super(array, offset, count, Float.BYTES);
            this.array = array;
        }

        @Override
        long bits(int index) {
            return Float.floatToRawIntBits(array[index]);
        }

        @Override
        void setBits(int index, long bits) {
            array[index] = Float.intBitsToFloat((int) bits);
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
                FloatBuffer view = view(payload, at);
                for (int row = 0; row < rows; row++) {
                    for (int k = 0; k < count; k++) {
                        view.put(
                                (row * atRow + k * atBlock) / Float.BYTES,
                                array,
                                first + row * apart + k * step,
                                block);
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
            float[] array = this.array;
            int i = from;
            int to = at;
            for (int k = 0; k < count; k++) {
                for (int j = 0; j < block; j++) {
                    payload.putFloat(to + j * Float.BYTES, array[i + j]);
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
                FloatBuffer view = view(payload, at);
                for (int row = 0; row < rows; row++) {
                    for (int k = 0; k < count; k++) {
                        view.get(
                                (row * atRow + k * atBlock) / Float.BYTES,
                                array,
                                first + row * apart + k * step,
                                block);
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
            float[] array = this.array;
            int i = to;
            int from = at;
            for (int k = 0; k < count; k++) {
                for (int j = 0; j < block; j++) {
                    array[i + j] = payload.getFloat(from + j * Float.BYTES);
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
                    FloatBuffer view = null;
                    int to = at;
                    for (int k = first; k < behind; k++) {
                        int i = begin + elements(displacements[k]);
                        int block = elements(length(ends, k));
                        if (block <= VIEW_LIMIT) {
                            put(i, 0, 1, payload, to, 0, block);
                        } else {
                            view = view == null ? view(payload, at) : view;
                            view.put((to - at) / Float.BYTES, array, i, block);
                        }
                        to += block * Float.BYTES;
                    }
                }
            }
        }

        private void putAt(
                int begin, long[] displacements, int first, int behind, ByteBuffer payload, int at, int block) {
            float[] array = this.array;
            int to = at;
            for (int k = first; k < behind; k++) {
                int i = begin + elements(displacements[k]);
                for (int j = 0; j < block; j++) {
                    payload.putFloat(to + j * Float.BYTES, array[i + j]);
                }
                to += block * Float.BYTES;
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
                    FloatBuffer view = null;
                    int from = at;
                    for (int k = first; k < behind; k++) {
                        int i = begin + elements(displacements[k]);
                        int block = elements(length(ends, k));
                        if (block <= VIEW_LIMIT) {
                            get(i, 0, 1, payload, from, 0, block);
                        } else {
                            view = view == null ? view(payload, at) : view;
                            view.get((from - at) / Float.BYTES, array, i, block);
                        }
                        from += block * Float.BYTES;
                    }
                }
            }
        }

        private void getAt(
                int begin, long[] displacements, int first, int behind, ByteBuffer payload, int at, int block) {
            float[] array = this.array;
            int from = at;
            for (int k = first; k < behind; k++) {
                int i = begin + elements(displacements[k]);
                for (int j = 0; j < block; j++) {
                    array[i + j] = payload.getFloat(from + j * Float.BYTES);
                }
                from += block * Float.BYTES;
            }
        }

        private static FloatBuffer view(ByteBuffer payload, int at) {
            return payload.slice(at, payload.limit() - at)
                    .order(payload.order())
                    .asFloatBuffer();
        }
    }

    /** A region of a {@code long[]}. */
    static final class OfLong extends ArrayMemory {

        private final long[] array;

        OfLong(long[] array, int offset, int count) {
            super(array, offset, count, Long.BYTES);
            this.array = array;
        }

        @Override
        long bits(int index) {
            return array[index];
        }

        @Override
        void setBits(int index, long bits) {
            array[index] = bits;
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
                LongBuffer view = view(payload, at);
                for (int row = 0; row < rows; row++) {
                    for (int k = 0; k < count; k++) {
                        view.put(
                                (row * atRow + k * atBlock) / Long.BYTES, array, first + row * apart + k * step, block);
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
            long[] array = this.array;
            int i = from;
            int to = at;
            for (int k = 0; k < count; k++) {
                for (int j = 0; j < block; j++) {
                    payload.putLong(to + j * Long.BYTES, array[i + j]);
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
                LongBuffer view = view(payload, at);
                for (int row = 0; row < rows; row++) {
                    for (int k = 0; k < count; k++) {
                        view.get(
                                (row * atRow + k * atBlock) / Long.BYTES, array, first + row * apart + k * step, block);
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
            long[] array = this.array;
            int i = to;
            int from = at;
            for (int k = 0; k < count; k++) {
                for (int j = 0; j < block; j++) {
                    array[i + j] = payload.getLong(from + j * Long.BYTES);
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
                    LongBuffer view = null;
                    int to = at;
                    for (int k = first; k < behind; k++) {
                        int i = begin + elements(displacements[k]);
                        int block = elements(length(ends, k));
                        if (block <= VIEW_LIMIT) {
                            put(i, 0, 1, payload, to, 0, block);
                        } else {
                            view = view == null ? view(payload, at) : view;
                            view.put((to - at) / Long.BYTES, array, i, block);
                        }
                        to += block * Long.BYTES;
                    }
                }
            }
        }

        private void putAt(
                int begin, long[] displacements, int first, int behind, ByteBuffer payload, int at, int block) {
            long[] array = this.array;
            int to = at;
            for (int k = first; k < behind; k++) {
                int i = begin + elements(displacements[k]);
                for (int j = 0; j < block; j++) {
                    payload.putLong(to + j * Long.BYTES, array[i + j]);
                }
                to += block * Long.BYTES;
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
                    LongBuffer view = null;
                    int from = at;
                    for (int k = first; k < behind; k++) {
                        int i = begin + elements(displacements[k]);
                        int block = elements(length(ends, k));
                        if (block <= VIEW_LIMIT) {
                            get(i, 0, 1, payload, from, 0, block);
                        } else {
                            view = view == null ? view(payload, at) : view;
                            view.get((from - at) / Long.BYTES, array, i, block);
                        }
                        from += block * Long.BYTES;
                    }
                }
            }
        }

        private void getAt(
                int begin, long[] displacements, int first, int behind, ByteBuffer payload, int at, int block) {
            long[] array = this.array;
            int from = at;
            for (int k = first; k < behind; k++) {
                int i = begin + elements(displacements[k]);
                for (int j = 0; j < block; j++) {
                    array[i + j] = payload.getLong(from + j * Long.BYTES);
                }
                from += block * Long.BYTES;
            }
        }

        private static LongBuffer view(ByteBuffer payload, int at) {
            return payload.slice(at, payload.limit() - at)
                    .order(payload.order())
                    .asLongBuffer();
        }
    }

    /** A region of a {@code double[]}. */
    static final class OfDouble extends ArrayMemory {

        private final double[] array;

        OfDouble(double[] array, int offset, int count) {
            super(array, offset, count, Double.BYTES);
            this.array = array;
        }

        @Override
        long bits(int index) {
            return Double.doubleToRawLongBits(array[index]);
        }

        @Override
        void setBits(int index, long bits) {
            array[index] = Double.longBitsToDouble(bits);
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
                DoubleBuffer view = view(payload, at);
                for (int row = 0; row < rows; row++) {
                    for (int k = 0; k < count; k++) {
                        view.put(
                                (row * atRow + k * atBlock) / Double.BYTES,
                                array,
                                first + row * apart + k * step,
                                block);
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
            double[] array = this.array;
            int i = from;
            int to = at;
            for (int k = 0; k < count; k++) {
                for (int j = 0; j < block; j++) {
                    payload.putDouble(to + j * Double.BYTES, array[i + j]);
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
                DoubleBuffer view = view(payload, at);
                for (int row = 0; row < rows; row++) {
                    for (int k = 0; k < count; k++) {
                        view.get(
                                (row * atRow + k * atBlock) / Double.BYTES,
                                array,
                                first + row * apart + k * step,
                                block);
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
            double[] array = this.array;
            int i = to;
            int from = at;
            for (int k = 0; k < count; k++) {
                for (int j = 0; j < block; j++) {
                    array[i + j] = payload.getDouble(from + j * Double.BYTES);
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
                    DoubleBuffer view = null;
                    int to = at;
                    for (int k = first; k < behind; k++) {
                        int i = begin + elements(displacements[k]);
                        int block = elements(length(ends, k));
                        if (block <= VIEW_LIMIT) {
                            put(i, 0, 1, payload, to, 0, block);
                        } else {
                            view = view == null ? view(payload, at) : view;
                            view.put((to - at) / Double.BYTES, array, i, block);
                        }
                        to += block * Double.BYTES;
                    }
                }
            }
        }

        private void putAt(
                int begin, long[] displacements, int first, int behind, ByteBuffer payload, int at, int block) {
            double[] array = this.array;
            int to = at;
            for (int k = first; k < behind; k++) {
                int i = begin + elements(displacements[k]);
                for (int j = 0; j < block; j++) {
                    payload.putDouble(to + j * Double.BYTES, array[i + j]);
                }
                to += block * Double.BYTES;
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
                    DoubleBuffer view = null;
                    int from = at;
                    for (int k = first; k < behind; k++) {
                        int i = begin + elements(displacements[k]);
                        int block = elements(length(ends, k));
                        if (block <= VIEW_LIMIT) {
                            get(i, 0, 1, payload, from, 0, block);
                        } else {
                            view = view == null ? view(payload, at) : view;
                            view.get((from - at) / Double.BYTES, array, i, block);
                        }
                        from += block * Double.BYTES;
                    }
                }
            }
        }

        private void getAt(
                int begin, long[] displacements, int first, int behind, ByteBuffer payload, int at, int block) {
            double[] array = this.array;
            int from = at;
            for (int k = first; k < behind; k++) {
                int i = begin + elements(displacements[k]);
                for (int j = 0; j < block; j++) {
                    array[i + j] = payload.getDouble(from + j * Double.BYTES);
                }
                from += block * Double.BYTES;
            }
        }

        private static DoubleBuffer view(ByteBuffer payload, int at) {
            return payload.slice(at, payload.limit() - at)
                    .order(payload.order())
                    .asDoubleBuffer();
        }
    }
}
