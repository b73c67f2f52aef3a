package org.reactivempi.examples.heat;

import org.reactivempi.Buffer;

/**
 * A rank's rows, with a halo row above and below: copies of the neighbours' edges.
 *
 * <pre>
 *  row 0            halo above
 *  row 1 to count   own
 *  row count + 1    halo below
 * </pre>
 */
final class Block {

    /** How much of the difference to its neighbours a point takes over in a step; up to 0.25 is stable. */
    private static final double RATE = 0.2;

    private final int width;
    private final int height;
    private final Rows rows;
    private double[] now;
    private double[] next;

    Block(int width, int height, Rows rows) {
        this.width = width;
        this.height = height;
        this.rows = rows;
        this.now = new double[width * (rows.count() + 2)];
        this.next = new double[now.length];
    }

    /** All own rows. */
    Buffer own() {
        return Buffer.doubles(now, width, width * rows.count());
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

    Rows rows() {
        return rows;
    }

    /** Whether these rows end at the bottom of the plate. */
    boolean isLast() {
        return rows.first() + rows.count() == height;
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
        for (int row = rows.first() == 0 ? 2 : 1; row <= end; row++) {
            change = Math.max(change, stepRow(row * width));
        }
        double[] old = now;
        now = next;
        next = old;
        return change;
    }

    private double stepRow(int start) {
        double change = 0;
        for (int i = start + 1; i < start + width - 1; i++) {
            double difference = RATE * (now[i - width] + now[i - 1] + now[i + 1] + now[i + width] - 4 * now[i]);
            next[i] = now[i] + difference;
            change = Math.max(change, Math.abs(difference));
        }
        return change;
    }

    private Buffer row(int row) {
        return Buffer.doubles(now, row * width, width);
    }
}
