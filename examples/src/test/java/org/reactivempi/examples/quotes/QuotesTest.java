package org.reactivempi.examples.quotes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;

class QuotesTest {

    /** Enough for answers on a machine that is busy. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @Tag("long")
    @OnEveryChannel(ranks = 2)
    @DisplayName("ASK-1 each question has its own answer, also behind one that was given up")
    void everyAnswer(Ranks ranks) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, UTF_8);

        Flux.range(0, ranks.size())
                .flatMap(
                        rank -> Quotes.quotes(
                                ranks.world(rank), List.of("ACME", "SLOW", "NONE", "LAST"), PATIENCE, out),
                        2)
                .blockLast(TIMEOUT);

        assertThat(printed.toString(UTF_8).lines())
                .containsExactlyInAnyOrder(
                        "rank 0 asked rank 1: ACME: 32.58",
                        "rank 0 asked rank 1: SLOW: no answer within 2000 ms",
                        "rank 0 asked rank 1: NONE: there is no price of NONE",
                        "rank 0 asked rank 1: LAST: 92.38",
                        "rank 1 asked rank 0: ACME: 32.58",
                        "rank 1 asked rank 0: SLOW: no answer within 2000 ms",
                        "rank 1 asked rank 0: NONE: there is no price of NONE",
                        "rank 1 asked rank 0: LAST: 92.38");
    }
}
