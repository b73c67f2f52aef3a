package org.reactivempi.examples.heat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.Iterator;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import org.reactivempi.examples.cli.FileProblem;
import org.reactivempi.examples.cli.PngFile;

/** Plates from image files, and to them. Blocks while it reads or writes. */
final class PlateImage {

    /** A plate is one array of doubles, and each rank has two copies of its part. */
    private static final long POINTS_MAX = 100_000_000;

    private PlateImage() {}

    /** The brightness of an image; what is transparent is black. */
    static Plate read(Path file) {
        BufferedImage image = image(file);
        Plate plate = new Plate(image.getWidth(), image.getHeight());
        for (int i = 0; i < plate.values().length; i++) {
            plate.values()[i] = brightness(image.getRGB(i % plate.width(), i / plate.width()));
        }
        return plate;
    }

    /** In colours from the coldest point to the hottest, so that there is something to see whatever they are. */
    static void write(Plate plate, Path file) {
        BufferedImage image = new BufferedImage(plate.width(), plate.height(), BufferedImage.TYPE_INT_RGB);
        DoubleSummaryStatistics all = Arrays.stream(plate.values()).summaryStatistics();
        double range = Math.max(all.getMax() - all.getMin(), Double.MIN_NORMAL);
        for (int i = 0; i < plate.values().length; i++) {
            double warmth = (plate.values()[i] - all.getMin()) / range;
            image.setRGB(i % plate.width(), i / plate.width(), Palette.rgb(warmth));
        }
        PngFile.write(image, file);
    }

    private static BufferedImage image(Path file) {
        if (Files.isDirectory(file)) {
            throw FileProblem.of(file, "is a directory");
        }
        try (InputStream bytes = Files.newInputStream(file);
                ImageInputStream in = new MemoryCacheImageInputStream(bytes)) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) {
                throw FileProblem.of(file, "not an image, or of a kind that Java does not read");
            }
            return image(file, readers.next(), in);
        } catch (IOException e) {
            throw FileProblem.of(file, e);
        }
    }

    private static BufferedImage image(Path file, ImageReader reader, ImageInputStream in) {
        try {
            reader.setInput(in);
            long points = (long) reader.getWidth(0) * reader.getHeight(0);
            if (points > POINTS_MAX) {
                throw FileProblem.of(
                        file, "the image has " + points + " points; at most " + POINTS_MAX + " are allowed");
            }
            return reader.read(0);
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            // Damaged files end in any of these.
            throw FileProblem.of(file, "not a whole image: " + e.getMessage());
        } finally {
            reader.dispose();
        }
    }

    private static double brightness(int argb) {
        double linear = 0.2126 * (argb >> 16 & 0xFF) + 0.7152 * (argb >> 8 & 0xFF) + 0.0722 * (argb & 0xFF);
        return linear / 255 * (argb >>> 24) / 255;
    }
}
