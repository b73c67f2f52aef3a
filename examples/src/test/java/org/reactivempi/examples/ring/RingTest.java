package org.reactivempi.examples.ring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Settings;
import org.reactivempi.examples.results.Row;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import picocli.CommandLine;
import reactor.core.publisher.Flux;

class RingTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @OnEveryChannel(ranks = 4)
    @DisplayName("the token takes every step, and laps of warming up are not counted")
    void report(Ranks ranks) {
        assertThat(run(ranks, "--laps", "50", "--warm-up", "5"))
                .startsWith("4 ranks, 50 laps; the token has made 220 steps\n")
                .contains("latency of a step: median ");
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("rows for files name the channel, and the number of ranks")
    void rows(Ranks ranks) {
        assertThat(run(ranks, "--laps", "20", "--tsv")
                        .lines()
                        .map(line -> Row.parse(line).orElseThrow()))
                .allSatisfy(row -> assertThat(row.origin().channel())
                        .isEqualTo(ranks.settings().asMap().get("channel")))
                .allSatisfy(row -> assertThat(row.value()).isPositive())
                .extracting(Row::metric)
                .containsExactly("step_p50_us_3", "step_min_us_3", "step_max_us_3");
    }

    @Test
    @DisplayName("a rank that is alone passes the token to itself")
    void alone() {
        try (Ranks ranks = Ranks.start(1, Settings.create())) {
            assertThat(run(ranks, "--laps", "10")).startsWith("1 ranks, 10 laps; the token has made 11 steps\n");
        }
    }

    private static String run(Ranks ranks, String... arguments) {
        RingOptions options = new RingOptions();
        new CommandLine(options).setSeparator(" ").parseArgs(arguments);
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, UTF_8);
        Flux.range(0, ranks.size())
                .flatMap(rank -> new Ring(ranks.world(rank)).run(options, "adaptive", out), ranks.size())
                .blockLast(TIMEOUT);
        return printed.toString(UTF_8);
    }
}
