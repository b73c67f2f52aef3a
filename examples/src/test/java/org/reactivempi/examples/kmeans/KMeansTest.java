package org.reactivempi.examples.kmeans;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
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

class KMeansTest {

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final ByteArrayOutputStream watched = new ByteArrayOutputStream();

    @OnEveryChannel(ranks = 3)
    @DisplayName("all ranks have the same centres, bit for bit, and rank 0 draws all points and says so, once")
    void clusters(Ranks ranks) throws IOException {
        List<KMeans> all = run(ranks, "--points", "3000", "--clusters", "5");

        assertThat(all.get(1).centres()).isEqualTo(all.get(0).centres());
        assertThat(all.get(2).centres()).isEqualTo(all.get(0).centres());
        assertThat(printed.toString(UTF_8))
                .startsWith("kmeans: 3000 points, 5 clusters, 3 ranks")
                .contains("last move 0.000000")
                .hasLineCount(1);
        BufferedImage picture = ImageIO.read(folder.resolve("out.png").toFile());
        long colours = IntStream.range(0, Picture.SIDE * Picture.SIDE)
                .map(i -> picture.getRGB(i % Picture.SIDE, i / Picture.SIDE))
                .distinct()
                .count();
        assertThat(colours)
                .as("of the clusters, the background and the crosses")
                .isEqualTo(5 + 2);
        assertThat(watched.toString(UTF_8)).contains("step 1, centres move by ").endsWith("by 0.000000 \n");
    }

    @Test
    @DisplayName("one rank finds the clusters that four find")
    void anyNumber() {
        double[][] found = new double[2][];
        for (int i = 0; i < 2; i++) {
            try (Ranks ranks = Ranks.start(i == 0 ? 1 : 4, Settings.create().channel("local"))) {
                found[i] =
                        run(ranks, "--points", "2000", "--clusters", "4").get(0).centres();
            }
        }
        assertThat(found[1]).containsExactly(found[0], within(1e-9));
    }

    @Test
    @DisplayName("more clusters than a byte can tell are refused")
    void wrong() {
        assertThatThrownBy(() -> options("--clusters", "101"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("101 is not a number from 1 to 100");
    }

    private List<KMeans> run(Ranks ranks, String... arguments) {
        PrintStream out = new PrintStream(printed, true, UTF_8);
        List<KMeans> all = IntStream.range(0, ranks.size())
                .mapToObj(rank -> {
                    KMeansOptions options = options(arguments);
                    options.out = folder.resolve("out.png");
                    return new KMeans(
                            ranks.world(rank), options, new Progress(new PrintStream(watched, true, UTF_8), true));
                })
                .toList();
        Flux.fromIterable(all).flatMap(each -> each.run(out), ranks.size()).blockLast(Duration.ofSeconds(20));
        return all;
    }

    private static KMeansOptions options(String... arguments) {
        KMeansOptions options = new KMeansOptions();
        new CommandLine(options).setSeparator(" ").parseArgs(arguments);
        return options;
    }
}
