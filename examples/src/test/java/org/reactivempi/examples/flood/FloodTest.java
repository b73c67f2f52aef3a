package org.reactivempi.examples.flood;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.ExitException;
import org.reactivempi.Settings;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import picocli.CommandLine;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

class FloodTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @OnEveryChannel(ranks = 3, settings = "unexpected-limit-bytes=1048576")
    @DisplayName("RES-1 what does not fit into the receiver's memory arrives as well, in order")
    void report(Ranks ranks) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, UTF_8);
        Flux.range(0, ranks.size())
                .flatMap(
                        rank -> new Flood(ranks.world(rank), options("--messages", "10000", "--sleep-millis", "1"))
                                .run(out),
                        ranks.size())
                .blockLast(TIMEOUT);
        assertThat(printed.toString(UTF_8))
                .startsWith("20000 messages from 2 ranks in ")
                .contains("none lost");
    }

    @Test
    @DisplayName("a single rank ends with one line")
    void alone() {
        try (Ranks ranks = Ranks.start(1, Settings.create())) {
            StepVerifier.create(new Flood(ranks.world(0), options()).run(System.out))
                    .verifyErrorSatisfies(error -> assertThat(error)
                            .isInstanceOf(ExitException.class)
                            .hasMessageContaining("needed are 2 or more"));
        }
    }

    private static FloodOptions options(String... arguments) {
        FloodOptions options = new FloodOptions();
        new CommandLine(options).setSeparator(" ").parseArgs(arguments);
        return options;
    }
}
