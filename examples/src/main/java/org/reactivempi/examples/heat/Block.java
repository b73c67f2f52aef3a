package org.reactivempi.examples.heat;

import java.util.List;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Datatype;

/**
 * A rank's part of the plate, with a halo around it: copies of the neighbours' edges.
 *
 * <pre>
 *      .  halo above  .
 *   h  +--------------+  h
 *   a  |     own      |  a        a column is a vector: one number of each row
 *   l  |              |  l
 *   o  +--------------+  o
 *      .  halo below  .
 * </pre>
 */
final class Block {

    /** How much of the difference to its neighbours a point takes over in a step; up to 0.25 is stable. */
    private static final double RATE = 0.2;

    private final int width;
    private final int height;
    private final Share rows;
    private final Share columns;
    private final int stride;
    private final Datatype column;
    private double[] now;
    private double[] next;

    /** A part of a plate that is so wide and so high. */
    Block(int width, int height, Share rows, Share columns) {
        this.width = width;
        this.height = height;
        this.rows = rows;
        this.columns = columns;
        this.stride = columns.count() + 2;
        this.column = Datatype.DOUBLE.vector(rows.count(), 1, stride);
        this.now = new double[stride * (rows.count() + 2)];
        this.next = new double[now.length];
    }

    /** Both arrays: first the one that the numbers are in now, then the one that the next step leaves them in; and so on in turn. */
    List<Buffer> memories() {
        return List.of(Buffers.of(now), Buffers.of(next));
    }

    /** Where another rank of the same plate has its halo. */
    HaloPlaces halo(Grid grid, int rank) {
        return new HaloPlaces(grid.rows(rank, height), grid.columns(rank, width));
    }

    /** All but the halo. */
    Buffer own() {
        return at(1, 1, Datatype.DOUBLE.vector(rows.count(), columns.count(), stride));
    }

    Buffer firstRow() {
        return row(1);
    }

    Buffer lastRow() {
        return row(rows.count());
    }

    Buffer haloAbove() {
        return row(0);
    }

    Buffer haloBelow() {
        return row(rows.count() + 1);
    }

    Buffer firstColumn() {
        return at(1, 1, column);
    }

    Buffer lastColumn() {
        return at(1, columns.count(), column);
    }

    Buffer haloLeft() {
        return at(1, 0, column);
    }

    Buffer haloRight() {
        return at(1, columns.count() + 1, column);
    }

    private Buffer row(int row) {
        return Buffers.of(now, row * stride + 1, columns.count());
    }

    private Buffer at(int row, int column, Datatype type) {
        return Buffers.of(now).as((long) Double.BYTES * (row * stride + column), type, 1);
    }

    /** Whether there is nothing to do here, since there are more ranks than rows or columns. */
    boolean isEmpty() {
        return rows.count() == 0 || columns.count() == 0;
    }

    boolean isAtTop() {
        return rows.first() == 0;
    }

    boolean isAtBottom() {
        return rows.end() == height;
    }

    boolean isAtLeft() {
        return columns.first() == 0;
    }

    boolean isAtRight() {
        return columns.end() == width;
    }

    /**
     * Moves heat from each point to its four neighbours; the outermost rows and columns of the plate stay as they are.
     *
     * @return the largest change of a point
     */
    double step() {
        System.arraycopy(now, 0, next, 0, now.length);
        double change = 0;
        int end = Math.min(rows.count(), height - 1 - rows.first());
        for (int row = isAtTop() ? 2 : 1; row <= end; row++) {
            change = Math.max(change, stepRow(row * stride));
        }
        double[] old = now;
        now = next;
        next = old;
        return change;
    }

    private double stepRow(int start) {
        double change = 0;
        int end = start + Math.min(columns.count(), width - 1 - columns.first());
        for (int i = start + (isAtLeft() ? 2 : 1); i <= end; i++) {
            double difference = RATE * (now[i - stride] + now[i - 1] + now[i + 1] + now[i + stride] - 4 * now[i]);
            next[i] = now[i] + difference;
            change = Math.max(change, Math.abs(difference));
        }
        return change;
    }
}
