package org.reactivempi.layout;

import java.nio.ByteBuffer;

/**
 * Blocks of one length at equal distances, in rows at equal distances: a column, a face of a cube, the inner part of a plane.
 *
 * @param displacement of the first block
 * @param rows how many rows, 1 or more
 * @param rowStride bytes from row to row
 * @param count blocks in a row, 2 or more
 * @param stride bytes from block to block
 * @param length of a block in bytes
 * @param width of an element in bytes
 */
record Strided(long displacement, long rows, long rowStride, long count, long stride, long length, int width)
        implements Layout {

    @Override
    public long size() {
        return rows * count * length;
    }

    @Override
    public long low() {
        return displacement + Math.min(0, (rows - 1) * rowStride) + Math.min(0, (count - 1) * stride);
    }

    @Override
    public long high() {
        return displacement + Math.max(0, (rows - 1) * rowStride) + Math.max(0, (count - 1) * stride) + length;
    }

    @Override
    public long elements() {
        return size() / width;
    }

    @Override
    public long elements(long bytes) {
        return bytes % width == 0 ? bytes / width : -1;
    }

    @Override
    public boolean isAligned(long bytes) {
        return displacement % bytes == 0 && rowStride % bytes == 0 && stride % bytes == 0;
    }

    @Override
    public Layout shifted(long by) {
        return new Strided(Math.addExact(displacement, by), rows, rowStride, count, stride, length, width);
    }

    @Override
    public void move(
            Memory memory, boolean out, long base, int elements, long step, ByteBuffer payload, int at, int atStride) {
        int row = (int) (count * length);
        if (rows == 1) {
            rows(memory, out, base + displacement, elements, step, payload, at, atStride);
            return;
        }
        for (int i = 0; i < elements; i++) {
            rows(memory, out, base + displacement + i * step, (int) rows, rowStride, payload, at + i * atStride, row);
        }
    }

    private void rows(
            Memory memory, boolean out, long address, int number, long apart, ByteBuffer payload, int at, int atRow) {
        memory.move(out, address, number, apart, (int) count, stride, (int) length, width, payload, at, atRow, (int)
                length);
    }

    @Override
    public void movePart(Memory memory, boolean out, long base, long from, int bytes, ByteBuffer payload, int at) {
        long block = from / length;
        long row = rows == 1 ? 0 : block / count;
        long column = block - row * count;
        long into = from - block * length;
        int end = at + bytes;
        if (into > 0) {
            int part = (int) Math.min(length - into, bytes);
            memory.movePart(out, address(base, row, column), width, into, part, payload, at);
            at += part;
            column++;
        }
        for (long left = (end - at) / length; left > 0; ) {
            if (column == count) {
                column = 0;
                row++;
            }
            long moved;
            if (column == 0 && left >= count) {
                long whole = rows == 1 ? 1 : left / count;
                rows(memory, out, address(base, row, 0), (int) whole, rowStride, payload, at, (int) (count * length));
                row += whole;
                moved = whole * count;
            } else {
                moved = Math.min(left, count - column);
                memory.move(
                        out,
                        address(base, row, column),
                        1,
                        0,
                        (int) moved,
                        stride,
                        (int) length,
                        width,
                        payload,
                        at,
                        0,
                        (int) length);
                column += moved;
            }
            left -= moved;
            at += (int) (moved * length);
        }
        if (at < end) {
            if (column == count) {
                column = 0;
                row++;
            }
            memory.movePart(out, address(base, row, column), width, 0, end - at, payload, at);
        }
    }

    private long address(long base, long row, long column) {
        return base + displacement + row * rowStride + column * stride;
    }

    @Override
    public long blocks() {
        return rows * count;
    }

    @Override
    public long address(long from) {
        long block = from / length;
        long row = block / count;
        return address(0, row, block - row * count) + from - block * length;
    }

    @Override
    public long blockLeft(long from) {
        return length - from % length;
    }

    @Override
    public long equalBlocks(long from, long most) {
        long block = from / length;
        return block * length == from ? Math.min(count - block % count, most) : 1;
    }

    @Override
    public void blocks(long base, Blocks visitor) {
        for (long row = 0; row < rows; row++) {
            for (long column = 0; column < count; column++) {
                visitor.block(address(base, row, column), length, width);
            }
        }
    }
}
