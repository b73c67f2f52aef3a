package org.reactivempi.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Where elements lie. Addresses are bytes from the memory's begin; that they are inside, and that elements of an array begin at
 * whole indices, has been checked before anything moves.
 *
 * <p>What moves are blocks: rows of blocks at equal distances, each of a whole number of basic elements. On the other side is
 * the payload, in the order of its {@code ByteBuffer}, where blocks mostly follow each other.
 *
 * <pre>
 *  memory   [block]...stride...[block]            rowStride: from the first block of a row
 *           [block]...stride...[block]            to the first one of the next
 *  payload  [block][block][block][block]          unless atBlock and atRow say otherwise
 * </pre>
 */
public abstract class Memory {

    /** Rows and blocks of a move that is one block. */
    private static final int ONE = 1;

    /** How many elements of several fields are moved at a time: as measured, for structs of 16 to 64 bytes. */
    static final int CHUNK = 64;

    /** Up to here, in elements, a loop over a block beats a bulk copy. */
    static final int LOOP_LIMIT = 16;

    Memory() {}

    /**
     * All of a {@code ByteBuffer}, from index 0 to its capacity.
     *
     * @param bytes whose order says how elements lie in it; the caller changes neither that nor its limit
     * @return its memory
     */
    public static Memory of(ByteBuffer bytes) {
        return new BytesMemory(bytes);
    }

    /**
     * All of several {@code ByteBuffer}s of one order, one after the other, each from index 0 to its capacity.
     *
     * @param pieces the caller changes neither their order nor their limit; none is empty
     * @return their memory
     */
    public static Memory of(ByteBuffer... pieces) {
        return switch (pieces.length) {
            case 0 -> new BytesMemory(ByteBuffer.allocate(0));
            case 1 -> new BytesMemory(pieces[0]);
            default -> new PieceMemory(pieces);
        };
    }

    /**
     * How much there is.
     *
     * @return length in bytes
     */
    public abstract long sizeBytes();

    /**
     * In which order elements lie here, where bytes can be moved without knowing what they are.
     *
     * @return the order; null where elements can only be moved one by one
     */
    public abstract @Nullable ByteOrder order();

    /**
     * A part of the memory itself, where the system can read it without a copy.
     *
     * @param address of its first byte
     * @param most how long it may be, 1 byte or more
     * @return a view of its own, of 1 byte or more, which may be shorter than {@code most}; null if it has to be copied, as unless
     *     overridden
     */
    @Nullable
    ByteBuffer direct(long address, int most) {
        return null;
    }

    /**
     * Copies a block, or a part of one, to another memory, with nothing in between. It may begin and end inside of an element, on each side
     * of another one: exactly its bytes are written.
     *
     * @param address of its first byte
     * @param to where it goes
     * @param at address of its first byte there
     * @param length in bytes
     * @return false if these two can only be copied by way of a payload, which is the same for all their blocks; as unless overridden
     */
    boolean copyBlock(long address, Memory to, long at, int length) {
        return false;
    }

    /**
     * Copies blocks into the payload.
     *
     * @param from address of the first block
     * @param rows how many rows, 1 or more
     * @param rowStride bytes from row to row
     * @param count blocks in a row, 1 or more
     * @param stride bytes from block to block
     * @param length of a block in bytes, a multiple of the width
     * @param width of an element in bytes: 1, 2, 4 or 8
     * @param payload where to; its position is neither used nor changed, since it may be memory that others read at the same time
     * @param at index of the first block there
     * @param atRow bytes from row to row there
     * @param atBlock bytes from block to block there
     */
    abstract void pack(
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
            int atBlock);

    /** The same the other way, from the payload. */
    abstract void unpack(
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
            int atBlock);

    /**
     * Copies blocks at irregular places into the payload, where they follow each other.
     *
     * @param base what displacements are counted from
     * @param displacements of all blocks
     * @param ends of all blocks in the payload, from the first block's begin on
     * @param first index of the first block to copy
     * @param behind index after the last one
     * @param equal the length of each block in bytes; 0 if they are not all equal
     * @param width of an element in bytes
     * @param payload where to
     * @param at index of the first copied block there
     */
    abstract void packIndexed(
            long base,
            long[] displacements,
            long[] ends,
            int first,
            int behind,
            int equal,
            int width,
            ByteBuffer payload,
            int at);

    /** The same the other way, from the payload. */
    abstract void unpackIndexed(
            long base,
            long[] displacements,
            long[] ends,
            int first,
            int behind,
            int equal,
            int width,
            ByteBuffer payload,
            int at);

    /** One byte of an element, counted from the lowest. */
    abstract byte octet(long element, int width, int index);

    /** Replaces one byte of an element, counted from the lowest. */
    abstract void setOctet(long element, int width, int index, byte value);

    final void move(
            boolean out,
            long address,
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
        if (out) {
            pack(address, rows, rowStride, count, stride, length, width, payload, at, atRow, atBlock);
        } else {
            unpack(address, rows, rowStride, count, stride, length, width, payload, at, atRow, atBlock);
        }
    }

    final void moveIndexed(
            boolean out,
            long base,
            long[] displacements,
            long[] ends,
            int first,
            int behind,
            int equal,
            int width,
            ByteBuffer payload,
            int at) {
        if (out) {
            packIndexed(base, displacements, ends, first, behind, equal, width, payload, at);
        } else {
            unpackIndexed(base, displacements, ends, first, behind, equal, width, payload, at);
        }
    }

    /** One block of any length. */
    final void moveBlock(boolean out, long address, int length, int width, ByteBuffer payload, int at) {
        move(out, address, ONE, 0, ONE, 0, length, width, payload, at, 0, 0);
    }

    /**
     * A part of a block, which may begin and end inside an element.
     *
     * @param block address of the block
     * @param from first byte of the part
     * @param length of the part in bytes
     */
    final void movePart(boolean out, long block, int width, long from, int length, ByteBuffer payload, int at) {
        int head = (int) from & (width - 1);
        long address = block + from - head;
        int done = 0;
        if (head > 0) {
            done = Math.min(width - head, length);
            moveOctets(out, address, width, head, done, payload, at);
            address += width;
        }
        int whole = (length - done) & -width;
        if (whole > 0) {
            moveBlock(out, address, whole, width, payload, at + done);
            address += whole;
            done += whole;
        }
        if (done < length) {
            moveOctets(out, address, width, 0, length - done, payload, at + done);
        }
    }

    final void moveOctets(boolean out, long element, int width, int first, int length, ByteBuffer payload, int at) {
        boolean big = payload.order() == ByteOrder.BIG_ENDIAN;
        for (int i = 0; i < length; i++) {
            int index = big ? width - 1 - first - i : first + i;
            if (out) {
                payload.put(at + i, octet(element, width, index));
            } else {
                setOctet(element, width, index, payload.get(at + i));
            }
        }
    }

    /** The length of a block of an index. */
    static int length(long[] ends, int block) {
        return (int) (block == 0 ? ends[0] : ends[block] - ends[block - 1]);
    }
}
