package org.reactivempi.examples.partitions;

/**
 * The rows of the picture that one rank computes, in bands of equal height. What the last bands have below the picture is computed as well,
 * since all partitions of a message are equally long.
 *
 * @param side width and height of the whole picture
 * @param first its first row
 * @param bands how many
 * @param bandRows the height of each
 */
record Strip(int side, int first, int bands, int bandRows) {

    /** How long a point is followed at most. */
    static final int MOST_STEPS = 400;

    private static final double LEFT = -2.1;
    private static final double TOP = -1.3;
    private static final double WIDTH = 2.6;
    private static final double FAR = 4;

    /** The one of so many strips. */
    static Strip of(FractalOptions options, int number, int strips) {
        int bandRows = ceilDiv(options.side, strips * options.partitions);
        return new Strip(options.side, number * options.partitions * bandRows, options.partitions, bandRows);
    }

    private static int ceilDiv(int dividend, int divisor) {
        return (dividend + divisor - 1) / divisor;
    }

    /** How many dots a band has. */
    int bandDots() {
        return bandRows * side;
    }

    /** How many dots all bands have. */
    int dots() {
        return bands * bandDots();
    }

    /** The row of the picture in which a band begins. */
    int firstRow(int band) {
        return first + band * bandRows;
    }

    /** Computes one band: for each dot, how many steps its point takes to leave, up to {@link #MOST_STEPS}. */
    void compute(int band, short[] dots) {
        int begin = band * bandDots();
        for (int i = 0; i < bandDots(); i++) {
            double x = LEFT + WIDTH * (i % side) / side;
            double y = TOP + WIDTH * (firstRow(band) + i / side) / side;
            dots[begin + i] = steps(x, y);
        }
    }

    private static short steps(double x, double y) {
        double real = 0;
        double imaginary = 0;
        short steps = 0;
        while (steps < MOST_STEPS && real * real + imaginary * imaginary < FAR) {
            double next = real * real - imaginary * imaginary + x;
            imaginary = 2 * real * imaginary + y;
            real = next;
            steps++;
        }
        return steps;
    }
}
