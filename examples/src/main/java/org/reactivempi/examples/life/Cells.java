package org.reactivempi.examples.life;

import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;

/** A rank's block of cells, each 0 or 1, with a halo of one cell around it: copies of the neighbors' edges. */
final class Cells {

    private final int rows;
    private final int columns;
    private final int stride;
    private byte[] now;
    private byte[] next;

    Cells(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
        this.stride = columns + 2;
        this.now = new byte[(rows + 2) * stride];
        this.next = new byte[now.length];
    }

    /**
     * Whether a cell lives at the beginning, about every third one does: the same for a cell of the torus, whichever rank has it.
     */
    static boolean livesAtFirst(long seed, long row, long column) {
        long mixed = (seed * 31 + row) * 0x9E37_79B9_7F4A_7C15L ^ column * 0xC2B2_AE3D_27D4_EB4FL;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8_FEB8_6659_FD93L;
        return Math.floorMod(mixed ^ mixed >>> 32, 3) == 0;
    }

    /** As they are at the beginning; the block's first cell has this place in the torus. */
    void begin(long seed, int firstRow, int firstColumn) {
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                now[(row + 1) * stride + column + 1] =
                        (byte) (livesAtFirst(seed, firstRow + row, firstColumn + column) ? 1 : 0);
            }
        }
    }

    /** A column without the corners; 1 to {@code columns} are the block's own, those beside them the halo. */
    Buffer column(int column) {
        return Buffers.of(now).as(stride + column, Datatype.BYTE.vector(rows, 1, stride), 1);
    }

    /** A row with the corners; 1 to {@code rows} are the block's own, those beside them the halo. */
    Buffer row(int row) {
        return Buffers.of(now, row * stride, stride);
    }

    /** All but the halo. */
    Buffer own() {
        return Buffers.of(now).as(stride + 1, Datatype.BYTE.vector(rows, columns, stride), 1);
    }

    /** A cell lives next if it has three neighbors that live, or if it lives and has two. */
    void step() {
        for (int row = 1; row <= rows; row++) {
            for (int i = row * stride + 1; i <= row * stride + columns; i++) {
                int around = now[i - stride - 1]
                        + now[i - stride]
                        + now[i - stride + 1]
                        + now[i - 1]
                        + now[i + 1]
                        + now[i + stride - 1]
                        + now[i + stride]
                        + now[i + stride + 1];
                next[i] = (byte) (around == 3 || around == 2 && now[i] == 1 ? 1 : 0);
            }
        }
        byte[] old = now;
        now = next;
        next = old;
    }

    /** How many live. */
    long living() {
        long living = 0;
        for (int row = 1; row <= rows; row++) {
            for (int i = row * stride + 1; i <= row * stride + columns; i++) {
                living += now[i];
            }
        }
        return living;
    }
}
