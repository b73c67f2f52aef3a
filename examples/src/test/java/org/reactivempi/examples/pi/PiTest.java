package org.reactivempi.examples.pi;

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

class PiTest {

    @OnEveryChannel(ranks = 3)
    @DisplayName("the ranks' parts add up to pi, and rank 0 alone says so, once")
    void pi(Ranks ranks) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, UTF_8);
        Flux.range(0, ranks.size())
                .flatMap(rank -> new Pi(ranks.world(rank)).run(options("--strips", "20000"), out), ranks.size())
                .blockLast(Duration.ofSeconds(20));
        assertThat(printed.toString(UTF_8))
                .startsWith("pi is 3.141592653")
                .contains("20000 strips, 3 ranks")
                .hasLineCount(1);
    }

    private static PiOptions options(String... arguments) {
        PiOptions options = new PiOptions();
        new CommandLine(options).setSeparator(" ").parseArgs(arguments);
        return options;
    }
}
