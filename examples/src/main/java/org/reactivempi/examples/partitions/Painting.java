package org.reactivempi.examples.partitions;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import org.reactivempi.examples.cli.PngFile;

/** The picture, which is painted band by band. Threads may paint different bands at the same time. */
final class Painting {

    private final int side;
    private final int[] colours;

    Painting(int side) {
        this.side = side;
        this.colours = new int[side * side];
    }

    /** Paints a band that has arrived; nothing of it below the picture. */
    void paint(Strip strip, int band, short[] dots) {
        int from = band * strip.bandDots();
        int to = strip.firstRow(band);
        int rows = Math.min(strip.bandRows(), side - to);
        for (int i = 0; i < rows * side; i++) {
            colours[to * side + i] = colour(dots[from + i]);
        }
    }

    private static int colour(int steps) {
        return steps == Strip.MOST_STEPS
                ? 0
                : Color.HSBtoRGB(0.6f + steps / 60f, 0.8f, Math.min(1, 0.3f + steps / 20f));
    }

    /** Blocks while it writes. */
    void write(Path file) {
        BufferedImage image = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, side, side, colours, 0, side);
        PngFile.write(image, file);
    }
}
