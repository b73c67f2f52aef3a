package org.reactivempi.examples.partitions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.Settings;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import reactor.core.publisher.Flux;

class FractalTest {

    private static final int SIDE = 50;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @OnEveryChannel(ranks = 3)
    @DisplayName("threads, and a Flux, fill the messages of two ranks, and rank 0 paints all bands and says so, once")
    void paints(Ranks ranks) throws IOException {
        int[] byThreads = run(ranks, "--partitions", "7", "--threads", "3");
        assertThat(printed.toString(UTF_8))
                .startsWith("partitions: 50 x 50 dots by 3 threads each of 2 ranks")
                .contains(" of 14 bands")
                .hasLineCount(1);
        assertThat(run(ranks, "--partitions", "5", "--flux")).isEqualTo(byThreads);
        assertThat(byThreads).isEqualTo(expected());
    }

    @Test
    @DisplayName("one rank alone sends the picture to itself, the same as that of four")
    void anyNumber() throws IOException {
        for (int size : new int[] {1, 4}) {
            try (Ranks ranks = Ranks.start(size, Settings.create().channel("local"))) {
                assertThat(run(ranks, "--partitions", "3")).isEqualTo(expected());
            }
        }
    }

    @Test
    @DisplayName("numbers that are too large are refused, and --flux is off unless asked for")
    void wrong() {
        for (List<String> given :
                List.of(List.of("--side", "10001"), List.of("--threads", "1001"), List.of("--partitions", "0"))) {
            assertThatThrownBy(() -> options(given.toArray(String[]::new)))
                    .isInstanceOf(ParameterException.class)
                    .hasMessageContaining(given.get(1) + " is not a number from 1 to ");
        }
        assertThat(options().flux).isFalse();
    }

    /** All of the picture as one band. */
    private int[] expected() throws IOException {
        Strip whole = new Strip(SIDE, 0, 1, SIDE);
        short[] dots = new short[whole.dots()];
        whole.compute(0, dots);
        Painting painting = new Painting(SIDE);
        painting.paint(whole, 0, dots);
        painting.write(file());
        int[] colours = colours();
        assertThat(Arrays.stream(colours).distinct().count()).isGreaterThan(10);
        return colours;
    }

    private int[] run(Ranks ranks, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--side", String.valueOf(SIDE), "--out", file().toString()));
        PrintStream out = new PrintStream(printed, true, UTF_8);
        Flux.range(0, ranks.size())
                .flatMap(
                        rank -> new Fractal(ranks.world(rank), options(all.toArray(String[]::new))).run(out),
                        ranks.size())
                .blockLast(Duration.ofSeconds(20));
        return colours();
    }

    private Path file() {
        return folder.resolve("out.png");
    }

    private int[] colours() throws IOException {
        BufferedImage picture = ImageIO.read(file().toFile());
        return IntStream.range(0, SIDE * SIDE)
                .map(i -> picture.getRGB(i % SIDE, i / SIDE))
                .toArray();
    }

    private static FractalOptions options(String... arguments) {
        FractalOptions options = new FractalOptions();
        new CommandLine(options).setSeparator(" ").parseArgs(arguments);
        return options;
    }
}
