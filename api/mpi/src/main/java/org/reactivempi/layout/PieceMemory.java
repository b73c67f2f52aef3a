package org.reactivempi.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Memory in several {@code ByteBuffer}s of one order, one after the other: what is longer than one of them can be, or has been put
 * together from parts.
 *
 * <p>Blocks that are inside a piece are moved by that piece. A move over several pieces is halved until each half is inside one, or
 * is a single block, which is moved in parts.
 */
final class PieceMemory extends Memory {

    private final BytesMemory[] pieces;
    /** Where each piece ends. */
    private final long[] ends;

    private final ByteOrder order;

    PieceMemory(ByteBuffer... pieces) {
        this.pieces = new BytesMemory[pieces.length];
        this.ends = new long[pieces.length];
        this.order = pieces[0].order();
        long end = 0;
        for (int i = 0; i < pieces.length; i++) {
            this.pieces[i] = new BytesMemory(pieces[i]);
            end += pieces[i].capacity();
            ends[i] = end;
        }
    }

    @Override
    public long sizeBytes() {
        return ends[ends.length - 1];
    }

    @Override
    public @Nullable ByteOrder order() {
        return order;
    }

    @Override
    @Nullable
    ByteBuffer direct(long address, int most) {
        int piece = pieceAt(address);
        return pieces[piece].direct(address - begin(piece), most);
    }

    int pieces() {
        return pieces.length;
    }

    private int pieceAt(long address) {
        int found = Arrays.binarySearch(ends, address);
        return found < 0 ? -found - 1 : found + 1;
    }

    private long begin(int piece) {
        return piece == 0 ? 0 : ends[piece - 1];
    }

    @Override
    byte octet(long element, int width, int index) {
        long address = octetAt(element, width, index);
        int piece = pieceAt(address);
        return pieces[piece].octet(address - begin(piece), 1, 0);
    }

    @Override
    void setOctet(long element, int width, int index, byte value) {
        long address = octetAt(element, width, index);
        int piece = pieceAt(address);
        pieces[piece].setOctet(address - begin(piece), 1, 0, value);
    }

    private long octetAt(long element, int width, int index) {
        return element + (order == ByteOrder.BIG_ENDIAN ? width - 1 - index : index);
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
        moveRows(true, from, rows, rowStride, count, stride, length, width, payload, at, atRow, atBlock);
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
        moveRows(false, to, rows, rowStride, count, stride, length, width, payload, at, atRow, atBlock);
    }

    private void moveRows(
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
        long overRows = (rows - 1) * rowStride;
        long overBlocks = (count - 1) * stride;
        int piece = pieceAt(address + Math.min(0, overRows) + Math.min(0, overBlocks));
        if (address + Math.max(0, overRows) + Math.max(0, overBlocks) + length <= ends[piece]) {
            pieces[piece].move(
                    out,
                    address - begin(piece),
                    rows,
                    rowStride,
                    count,
                    stride,
                    length,
                    width,
                    payload,
                    at,
                    atRow,
                    atBlock);
        } else if (rows > 1) {
            int half = rows / 2;
            long next = address + half * rowStride;
            moveRows(out, address, half, rowStride, count, stride, length, width, payload, at, atRow, atBlock);
            moveRows(
                    out,
                    next,
                    rows - half,
                    rowStride,
                    count,
                    stride,
                    length,
                    width,
                    payload,
                    at + half * atRow,
                    atRow,
                    atBlock);
        } else if (count > 1) {
            int half = count / 2;
            long next = address + half * stride;
            moveRows(out, address, 1, 0, half, stride, length, width, payload, at, atRow, atBlock);
            moveRows(
                    out, next, 1, 0, count - half, stride, length, width, payload, at + half * atBlock, atRow, atBlock);
        } else {
            moveAcross(out, address, length, width, payload, at);
        }
    }

    /** Moves a block that does not end in the piece that it begins in; one of its elements may be in two pieces, too. */
    private void moveAcross(boolean out, long address, int length, int width, ByteBuffer payload, int at) {
        for (int done = 0; done < length; ) {
            int piece = pieceAt(address + done);
            int here = (int) Math.min(length - done, ends[piece] - address - done) & -width;
            if (here > 0) {
                pieces[piece].moveBlock(out, address + done - begin(piece), here, width, payload, at + done);
                done += here;
            } else {
                moveOctets(out, address + done, width, 0, width, payload, at + done);
                done += width;
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
        moveBlocks(true, base, displacements, ends, first, behind, equal, width, payload, at);
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
        moveBlocks(false, base, displacements, ends, first, behind, equal, width, payload, at);
    }

    /** All blocks in a row that are inside one piece at a time. */
    private void moveBlocks(
            boolean out,
            long base,
            long[] displacements,
            long[] blockEnds,
            int first,
            int behind,
            int equal,
            int width,
            ByteBuffer payload,
            int at) {
        int to = at;
        for (int i = first; i < behind; ) {
            int piece = pieceAt(base + displacements[i]);
            long begin = begin(piece);
            int next = i;
            int moved = 0;
            while (next < behind
                    && base + displacements[next] >= begin
                    && base + displacements[next] + length(blockEnds, next) <= ends[piece]) {
                moved += length(blockEnds, next);
                next++;
            }
            if (next > i) {
                pieces[piece].moveIndexed(
                        out, base - begin, displacements, blockEnds, i, next, equal, width, payload, to);
            } else {
                moved = length(blockEnds, i);
                moveAcross(out, base + displacements[i], moved, width, payload, to);
                next = i + 1;
            }
            to += moved;
            i = next;
        }
    }
}
