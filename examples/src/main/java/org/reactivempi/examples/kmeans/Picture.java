package org.reactivempi.examples.kmeans;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import org.reactivempi.examples.cli.PngFile;

/** Clusters as a PNG, each in a colour of its own, with a white cross at its centre. Blocks while it writes. */
final class Picture {

    /** Dots on each side. */
    static final int SIDE = 600;

    private static final int ARM = 6;
    private static final int BACKGROUND = 0x101018;
    private static final int WHITE = 0xFFFFFF;
    /** The golden section keeps neighbouring numbers apart on the colour wheel. */
    private static final float TURN = 0.618034f;

    private Picture() {}

    static void write(byte[] dots, double[] centres, Path file) {
        BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < dots.length; i++) {
            image.setRGB(i % SIDE, i / SIDE, dots[i] == 0 ? BACKGROUND : Color.HSBtoRGB(dots[i] * TURN, 0.7f, 0.9f));
        }
        for (int i = 0; i < centres.length; i += 2) {
            cross(image, (int) (centres[i] * SIDE), SIDE - 1 - (int) (centres[i + 1] * SIDE));
        }
        PngFile.write(image, file);
    }

    private static void cross(BufferedImage image, int column, int row) {
        for (int i = -ARM; i <= ARM; i++) {
            dot(image, column + i, row);
            dot(image, column, row + i);
        }
    }

    private static void dot(BufferedImage image, int column, int row) {
        if (column >= 0 && column < SIDE && row >= 0 && row < SIDE) {
            image.setRGB(column, row, WHITE);
        }
    }
}
