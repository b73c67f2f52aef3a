package org.reactivempi.benchmarks.rma;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.reactivempi.ExitException;
import org.reactivempi.examples.results.Row;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import picocli.CommandLine;
import reactor.core.publisher.Flux;

class RmaTest {

    @Tag("long")
    @OnEveryChannel(ranks = 3)
    @DisplayName("every operation gives its rows, once, those of bandwidth for each length; further ranks wait")
    void everyOperation(Ranks ranks) {
        String channel = ranks.settings().asMap().get("channel");
        for (String memory : List.of("heap", "direct")) {
            List<Row> rows =
                    run(ranks, "--tsv", "--millis", "1", "--warm-up", "1", "--sizes", "800,70000", "--memory", memory);

            assertThat(rows).extracting(row -> row.origin().channel()).containsOnly(channel);
            assertThat(rows).extracting(row -> row.origin().memory()).containsOnly(memory);
            assertThat(rows).extracting(Row::value).allMatch(value -> value > 0);
            assertThat(rows)
                    .extracting(row -> row.test() + " " + row.bytes() + " " + row.metric())
                    .doesNotHaveDuplicates()
                    .hasSize((channel.equals("local") || channel.equals("shm") ? 13 : 11) * 2 + 2 * 2)
                    .contains(
                            "put_flush 8 p50_us",
                            "get 8 p99_us",
                            "fetch_and_op 8 p50_us",
                            "compare_and_swap 8 p50_us",
                            "puts 8 p50_us",
                            "lock_put_unlock 8 p50_us",
                            "put_fence 8 p50_us",
                            "gets 8 p50_us",
                            "accumulates 8 p50_us",
                            "put_column 8192 p50_us",
                            "get_long 65536 p50_us",
                            "put_bw 800 MB_per_s",
                            "get_bw 70000 MB_per_s");
        }
    }

    @MpiTest(ranks = 3)
    @DisplayName("more than two that play measure what is collective, and the rows say how many they were")
    void players(Ranks ranks) {
        assertThat(run(ranks, "--tsv", "--millis", "1", "--warm-up", "1", "--players", "3"))
                .extracting(row -> row.test() + " " + row.bytes() + " " + row.metric())
                .containsExactly("put_fence_of_3 8 p50_us", "put_fence_of_3 8 p99_us");
        assertThatExceptionOfType(ExitException.class)
                .isThrownBy(() -> run(ranks, "--players", "4"))
                .withMessage("rma: 3 ranks, needed are 4 or more: examples/run rma -n 4");
        assertThatExceptionOfType(ExitException.class)
                .isThrownBy(() -> run(ranks, "--players", "1"))
                .withMessage("rma: --players 1, allowed are 2 or more");
    }

    @MpiTest(ranks = 1)
    @DisplayName("a rank alone is told what is needed")
    void alone(Ranks ranks) {
        assertThatExceptionOfType(ExitException.class)
                .isThrownBy(() -> run(ranks))
                .withMessage("rma: 1 ranks, needed are 2 or more: examples/run rma -n 2");
    }

    private static List<Row> run(Ranks ranks, String... arguments) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, UTF_8);
        Flux.range(0, ranks.size())
                .flatMap(
                        rank -> Rma.play(ranks.world(rank), options(arguments), "adaptive", Duration.ZERO, out),
                        ranks.size())
                .blockLast(Duration.ofSeconds(20));
        return printed.toString(UTF_8)
                .lines()
                .map(line -> Row.parse(line).orElseThrow(() -> new AssertionError(line)))
                .toList();
    }

    private static RmaOptions options(String... arguments) {
        RmaOptions options = new RmaOptions();
        new CommandLine(options)
                .setSeparator(" ")
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(arguments);
        return options;
    }
}
