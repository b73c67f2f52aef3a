package org.reactivempi.examples.kmeans;

import java.util.SplittableRandom;

/** A rank's share of the random points, each x and y between 0 and 1: the same points, whatever the number of ranks. */
final class Points {

    private static final int BLOBS = 12;
    private static final double BLOB_WIDTH = 0.03;
    private static final double SMALLEST = 1e-9;

    private final double[] x;
    private final double[] y;

    private Points(int count) {
        this.x = new double[count];
        this.y = new double[count];
    }

    /** One of so many shares. */
    static Points share(int points, int part, int parts) {
        int first = (int) ((long) points * part / parts);
        int end = (int) ((long) points * (part + 1) / parts);
        Points own = new Points(end - first);
        for (int i = first; i < end; i++) {
            own.make(i - first, i);
        }
        return own;
    }

    /** The centres at the beginning: the first points of all. */
    static double[] firstCentres(int clusters) {
        Points first = new Points(clusters);
        double[] centres = new double[2 * clusters];
        for (int i = 0; i < clusters; i++) {
            first.make(i, i);
            centres[2 * i] = first.x[i];
            centres[2 * i + 1] = first.y[i];
        }
        return centres;
    }

    private void make(int place, int number) {
        SplittableRandom random = new SplittableRandom(number);
        SplittableRandom blob = new SplittableRandom(-1 - random.nextInt(BLOBS));
        x[place] = near(blob.nextDouble(), random);
        y[place] = near(blob.nextDouble(), random);
    }

    private static double near(double middle, SplittableRandom random) {
        double value = 0.1 + 0.8 * middle + BLOB_WIDTH * random.nextGaussian();
        return Math.max(0, Math.min(1 - SMALLEST, value));
    }

    int count() {
        return x.length;
    }

    /** Adds this rank's part to what all ranks add up: of each cluster the sums of x and of y, and how many points it has. */
    double[] sums(double[] centres) {
        double[] sums = new double[centres.length / 2 * 3];
        for (int i = 0; i < x.length; i++) {
            int cluster = nearest(i, centres);
            sums[3 * cluster] += x[i];
            sums[3 * cluster + 1] += y[i];
            sums[3 * cluster + 2]++;
        }
        return sums;
    }

    private int nearest(int point, double[] centres) {
        int nearest = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < centres.length / 2; i++) {
            double right = x[point] - centres[2 * i];
            double up = y[point] - centres[2 * i + 1];
            double distance = right * right + up * up;
            if (distance < least) {
                least = distance;
                nearest = i;
            }
        }
        return nearest;
    }

    /** A square picture of these points: of each dot the cluster that it belongs to, from 1 on, or 0. */
    byte[] picture(double[] centres, int side) {
        byte[] dots = new byte[side * side];
        for (int i = 0; i < x.length; i++) {
            int column = (int) (x[i] * side);
            int row = side - 1 - (int) (y[i] * side);
            dots[row * side + column] = (byte) (nearest(i, centres) + 1);
        }
        return dots;
    }
}
