package org.reactivempi.examples.life;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Dims;
import org.reactivempi.ExitException;
import org.reactivempi.Settings;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import reactor.core.publisher.Flux;

class LifeTest {

    private static final int STEPS = 20;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @ParameterizedTest
    @CsvSource({"1, 9, 7", "2, 6, 5", "3, 4, 9", "4, 1, 1", "5, 3, 2", "6, 5, 4", "9, 1, 3", "12, 2, 2"})
    @DisplayName(
            "any number of ranks has the cells of a plain loop over the torus, and rank 0 draws them and says so, once")
    void anyNumberOfRanks(int size, int rows, int columns) throws IOException {
        try (Ranks ranks = Ranks.start(size, Settings.create().channel("local"))) {
            assertAsPlainLoop(ranks, rows, columns);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0,1", "0,0,1,1", "0,1,1,0,2"})
    @DisplayName("the cells are the same when ranks of a host get a block of the torus")
    void severalHosts(String hosts) throws IOException {
        try (Ranks ranks = Ranks.start(8, Settings.create().channel("local").with("rank-hosts", hosts))) {
            assertAsPlainLoop(ranks, 4, 3);
        }
    }

    @Tag("long")
    @OnEveryChannel(ranks = 4)
    @DisplayName("the cells are the same over any channel")
    void anyChannel(Ranks ranks) throws IOException {
        assertAsPlainLoop(ranks, 30, 3000);
    }

    private void assertAsPlainLoop(Ranks ranks, int rows, int columns) throws IOException {
        int[] dims = Dims.create(ranks.size(), 0, 0);
        int height = dims[0] * rows;
        int width = dims[1] * columns;
        boolean[][] expected = plain(height, width);
        LifeOptions options = options("--rows", "" + rows, "--columns", "" + columns, "--steps", "" + STEPS);
        options.out = folder.resolve("out.png");

        PrintStream out = new PrintStream(printed, true, UTF_8);
        Flux.range(0, ranks.size())
                .flatMap(rank -> Life.run(ranks.world(rank), options, out), ranks.size())
                .blockLast(Duration.ofSeconds(60));

        BufferedImage picture = ImageIO.read(options.out.toFile());
        assertThat(picture.getHeight()).isEqualTo(height);
        assertThat(picture.getWidth()).isEqualTo(width);
        boolean[][] drawn = new boolean[height][width];
        long living = 0;
        for (int row = 0; row < height; row++) {
            for (int column = 0; column < width; column++) {
                drawn[row][column] = picture.getRGB(column, row) == 0xFFFBBE2F;
                living += drawn[row][column] ? 1 : 0;
            }
        }
        assertThat(Arrays.deepEquals(drawn, expected)).isTrue();
        assertThat(printed.toString(UTF_8))
                .startsWith("life: " + height + " x " + width + " cells, 20 steps, " + living + " cells live; see ")
                .hasLineCount(1);
    }

    private static boolean[][] plain(int height, int width) {
        boolean[][] now = new boolean[height][width];
        for (int row = 0; row < height; row++) {
            for (int column = 0; column < width; column++) {
                now[row][column] = Cells.livesAtFirst(1, row, column);
            }
        }
        for (int step = 0; step < STEPS; step++) {
            boolean[][] next = new boolean[height][width];
            for (int row = 0; row < height; row++) {
                for (int column = 0; column < width; column++) {
                    int around = around(now, row, column);
                    next[row][column] = around == 3 || around == 2 && now[row][column];
                }
            }
            now = next;
        }
        return now;
    }

    private static int around(boolean[][] now, int row, int column) {
        int height = now.length;
        int width = now[0].length;
        return (int) IntStream.range(0, 9)
                .filter(i -> i != 4)
                .filter(i -> now[Math.floorMod(row + i / 3 - 1, height)][Math.floorMod(column + i % 3 - 1, width)])
                .count();
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("more cells than fit into a picture are refused, and sides that are no sides")
    void tooMany(Ranks ranks) {
        assertThatThrownBy(() -> options("--rows", "4001"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("4001 is not a number from 1 to 4000");
        LifeOptions options = options();
        options.rows = 10_000;
        options.columns = 10_000;
        assertThatThrownBy(() -> Life.run(ranks.world(0), options, System.out).block())
                .isInstanceOf(ExitException.class)
                .hasMessageContaining("more than 100000000 cells");
    }

    private static LifeOptions options(String... arguments) {
        LifeOptions options = new LifeOptions();
        new CommandLine(options).setSeparator(" ").parseArgs(arguments);
        return options;
    }
}
