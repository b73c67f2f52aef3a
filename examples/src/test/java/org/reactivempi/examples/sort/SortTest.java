package org.reactivempi.examples.sort;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.ExitException;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import picocli.CommandLine;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

class SortTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    @OnEveryChannel(ranks = 3)
    @DisplayName("random numbers are sorted, and rank 0 alone says so, once")
    void random(Ranks ranks) {
        assertThat(run(ranks, "--numbers", "10000"))
                .startsWith("sort: 10000 numbers on 3 ranks in ")
                .contains("all there, all in order")
                .hasLineCount(1);
    }

    @MpiTest(ranks = 4)
    @DisplayName("a file becomes a sorted one, also where numbers are equal, few, or none")
    void files(Ranks ranks) throws IOException {
        long[] random = new Random(7).longs(20_000).toArray();
        long[] equal = new long[5000];
        long[] few = {3, Long.MAX_VALUE, Long.MIN_VALUE};
        for (long[] numbers : List.of(random, equal, few, new long[0])) {
            Path in = Files.write(folder.resolve("in"), bytes(numbers));
            Path out = folder.resolve("out");

            assertThat(run(ranks, in.toString(), "--out", out.toString()))
                    .startsWith("sort: " + numbers.length + " numbers on 4 ranks");

            Arrays.sort(numbers);
            assertThat(Files.readAllBytes(out)).isEqualTo(bytes(numbers));
        }
    }

    @MpiTest(ranks = 1)
    @DisplayName("a file of other things than numbers is told in one line")
    void broken(Ranks ranks) throws IOException {
        Path in = Files.write(folder.resolve("in"), new byte[12]);

        StepVerifier.create(new Sort(ranks.world(0)).run(options(in.toString()), System.out))
                .expectErrorSatisfies(error -> assertThat(error)
                        .isInstanceOf(ExitException.class)
                        .hasMessage(in + ": 12 bytes are no whole numbers of 8 bytes"))
                .verify(TIMEOUT);
    }

    private static byte[] bytes(long[] numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES);
        bytes.asLongBuffer().put(numbers);
        return bytes.array();
    }

    private static String run(Ranks ranks, String... arguments) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, UTF_8);
        Flux.range(0, ranks.size())
                .flatMap(rank -> new Sort(ranks.world(rank)).run(options(arguments), out), ranks.size())
                .blockLast(TIMEOUT);
        return printed.toString(UTF_8);
    }

    private static SortOptions options(String... arguments) {
        SortOptions options = new SortOptions();
        new CommandLine(options).setSeparator(" ").parseArgs(arguments);
        return options;
    }
}
