package org.reactivempi.examples.farm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import picocli.CommandLine;
import reactor.core.publisher.Flux;

class FarmTest {

    @OnEveryChannel(ranks = 3)
    @DisplayName("all tasks are done in both ways, and rank 0 alone says how long that took")
    void farm(Ranks ranks) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, UTF_8);
        FarmOptions options = options("--tasks", "30", "--millis", "1");
        Flux.range(0, ranks.size())
                .flatMap(rank -> new Farm(ranks.world(rank), options, out).run(), ranks.size())
                .blockLast(Duration.ofSeconds(20));
        assertThat(printed.toString(UTF_8).lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("30 tasks in "))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("by demand "),
                        line -> assertThat(line).startsWith("static split").endsWith("each rank did [10, 10, 10]"));
    }

    private static FarmOptions options(String... arguments) {
        FarmOptions options = new FarmOptions();
        new CommandLine(options).setSeparator(" ").parseArgs(arguments);
        return options;
    }
}
