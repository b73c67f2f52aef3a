package org.reactivempi.examples.cli;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import javax.imageio.ImageIO;

/** A picture as a file. */
public final class PngFile {

    private PngFile() {}

    /**
     * Fails now rather than after all the work; blocks.
     *
     * @param file where a picture is to be written later; it is made if it is not there
     * @throws org.reactivempi.ExitException if that is impossible, with one line that says why
     */
    public static void requireWritable(Path file) {
        try {
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                    .close();
        } catch (IOException e) {
            throw FileProblem.of(file, e);
        }
    }

    /**
     * Writes a picture; blocks.
     *
     * @param image the picture
     * @param file where to; what is there is replaced
     * @throws org.reactivempi.ExitException if that is impossible, with one line that says why
     */
    public static void write(BufferedImage image, Path file) {
        try {
            // First to memory: ImageIO keeps some errors of files to itself.
            ByteArrayOutputStream png = new ByteArrayOutputStream();
            ImageIO.write(image, "png", png);
            Files.write(file, png.toByteArray());
        } catch (IOException e) {
            throw FileProblem.of(file, e);
        }
    }
}
