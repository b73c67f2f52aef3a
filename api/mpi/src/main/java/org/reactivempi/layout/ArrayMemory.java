package org.reactivempi.layout;

import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A region of a Java array. Addresses are multiples of the element's width, and displacements are counted from the region's
 * begin. There is a class for each type of elements, which has the loops, since a loop over elements of an unknown type costs several
 * times as much.
 */
abstract class ArrayMemory extends Memory {

    /** Up to here, in elements, a loop over a block costs no more than a view of the payload, which is an object, and a bulk copy. */
    static final int VIEW_LIMIT = 32;

    private final Object memory;
    private final int offset;
    private final int count;
    private final int shift;

    ArrayMemory(Object memory, int offset, int count, int width) {
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
}
