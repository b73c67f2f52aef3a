package org.reactivempi.examples.transpose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.ExitException;
import org.reactivempi.Settings;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

class TransposeTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static String transpose(Ranks ranks, int size) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        Mono.when(Flux.range(0, ranks.size())
                        .map(rank -> Transpose.transpose(ranks.world(rank), size, out))
                        .toIterable())
                .block(TIMEOUT);
        return said.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({"1, 7", "2, 8", "3, 10", "4, 3", "5, 1"})
    @DisplayName("each element comes to its place, on any number of ranks, also where some have no rows")
    void anyNumberOfRanks(int size, int rows) {
        try (Ranks ranks = Ranks.start(size, Settings.create())) {
            assertThat(transpose(ranks, rows))
                    .startsWith("transpose: " + rows + " x " + rows + " numbers on " + size
                            + " ranks, all in their places");
        }
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("each element comes to its place over any channel, in long messages")
    void anyChannel(Ranks ranks) {
        assertThat(transpose(ranks, 400)).contains("all in their places");
    }

    @MpiTest(ranks = 1)
    @DisplayName("rows that are no transposed ones are noticed; a matrix that is too large is told")
    void wrong(Ranks ranks) {
        assertThat(new Rows(3, 0, 1).numbered().wrong()).isEqualTo(6);
        assertThatExceptionOfType(ExitException.class)
                .isThrownBy(() ->
                        Transpose.transpose(ranks.world(0), 20_000, System.out).block(TIMEOUT))
                .withMessageContaining("20000 is more than 10000");
    }
}
