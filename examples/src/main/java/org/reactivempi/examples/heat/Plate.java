package org.reactivempi.examples.heat;

/**
 * Temperatures on a grid, row by row from the top: 0 is cold, 1 hot.
 *
 * @param width columns, 1 or more
 * @param height rows, 1 or more
 * @param values {@code width * height} temperatures; the memory itself
 */
record Plate(int width, int height, double[] values) {

    Plate(int width, int height) {
        this(width, height, new double[width * height]);
    }
}
