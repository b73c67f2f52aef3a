package org.reactivempi.examples.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.ExitException;

class PlateImageTest {

    @TempDir
    Path folder;

    @Test
    @DisplayName("what is written can be read, from black for the coldest to almost white for the hottest")
    void roundTrip() {
        Path file = folder.resolve("plate.png");

        PlateImage.write(new Plate(3, 2, new double[] {0.25, 0.3, 0.35, 0.4, 0.45, 0.5}), file);
        Plate read = PlateImage.read(file);

        assertThat(read.width()).isEqualTo(3);
        assertThat(read.height()).isEqualTo(2);
        assertThat(read.values()).isSorted();
        assertThat(read.values()[0]).isCloseTo(0, within(0.02));
        assertThat(read.values()[5]).isCloseTo(1, within(0.05));
    }

    @Test
    @DisplayName("a plate of one temperature can be written")
    void flat() {
        Path file = folder.resolve("flat.png");

        PlateImage.write(new Plate(1, 1), file);

        assertThat(PlateImage.read(file).values()).hasSize(1);
    }

    @Test
    @DisplayName("what is no image, or not a whole one, is said in one line")
    void badImages() throws IOException {
        Path text = Files.writeString(folder.resolve("text.png"), "no image");
        Path whole = folder.resolve("whole.png");
        PlateImage.write(Pattern.plate(), whole);
        byte[] bytes = Files.readAllBytes(whole);
        Path half = Files.write(folder.resolve("half.png"), Arrays.copyOf(bytes, bytes.length / 2));

        assertExit(text, "not an image, or of a kind that Java does not read");
        assertExit(half, "not a whole image");
        assertExit(folder.resolve("none.png"), "no such file or directory");
        assertExit(folder, "is a directory");
    }

    private static void assertExit(Path file, String message) {
        assertThatThrownBy(() -> PlateImage.read(file))
                .isInstanceOf(ExitException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(message)
                .hasMessageMatching(".+");
    }
}
