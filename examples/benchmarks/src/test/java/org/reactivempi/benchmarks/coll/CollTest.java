package org.reactivempi.benchmarks.coll;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.reactivempi.examples.results.Row;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import picocli.CommandLine;
import reactor.core.publisher.Flux;

class CollTest {

    @Tag("long")
    @OnEveryChannel(ranks = 3)
    @DisplayName("every operation of every length gives its rows, once, and the barrier and the stream have no length")
    void everyOperation(Ranks ranks) {
        String channel = ranks.settings().asMap().get("channel");
        for (String memory : List.of("heap", "direct")) {
            List<Row> rows =
                    run(ranks, "--tsv", "--millis", "1", "--warm-up", "1", "--sizes", "8,800", "--memory", memory);

            assertThat(rows).extracting(row -> row.origin().channel()).containsOnly(channel);
            assertThat(rows).extracting(row -> row.origin().memory()).containsOnly(memory);
            assertThat(rows).extracting(Row::value).allMatch(value -> value > 0);
            assertThat(rows)
                    .extracting(row -> row.test() + " " + row.bytes() + " " + row.metric())
                    .doesNotHaveDuplicates()
                    .hasSize((2 + 7 * 2) * 3)
                    .contains(
                            "barrier/3 0 p50_us",
                            "reduce/3 8 p50_us",
                            "allreduce/3 800 again_us",
                            "alltoall/3 8 p99_us",
                            "neighbor_alltoall/3 800 p50_us",
                            "neighbor_by_hand/3 8 again_us",
                            "stream/3 0 p50_us");
        }
    }

    private static List<Row> run(Ranks ranks, String... arguments) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, UTF_8);
        Flux.range(0, ranks.size())
                .flatMap(
                        rank -> Coll.play(ranks.world(rank), options(arguments), "adaptive", Duration.ZERO, out),
                        ranks.size())
                .blockLast(Duration.ofSeconds(20));
        return printed.toString(UTF_8)
                .lines()
                .map(line -> Row.parse(line).orElseThrow(() -> new AssertionError(line)))
                .toList();
    }

    private static CollOptions options(String... arguments) {
        CollOptions options = new CollOptions();
        new CommandLine(options)
                .setSeparator(" ")
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(arguments);
        return options;
    }
}
