package org.reactivempi.examples.counter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.Settings;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import picocli.CommandLine;
import reactor.core.publisher.Flux;

class CounterTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @OnEveryChannel(ranks = 3)
    @DisplayName("each piece is done once, over any channel, and rank 0 alone says by whom")
    void anyChannel(Ranks ranks) {
        String said = count(ranks, "--pieces", "500", "--numbers", "20");

        assertThat(said.lines())
                .hasSize(4)
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("counter: 1229 primes below 10000: 500 pieces, each done once, in "),
                        line -> assertThat(line).startsWith("counter: rank 0 has done "),
                        line -> assertThat(line).startsWith("counter: rank 1 has done "),
                        line -> assertThat(line).startsWith("counter: rank 2 has done "));
        assertThat(said.lines()
                        .skip(1)
                        .mapToInt(line -> Integer.parseInt(line.split(" ")[5]))
                        .sum())
                .isEqualTo(500);
    }

    @ParameterizedTest
    @CsvSource({"1, 10, 100, 168", "4, 1, 1, 0", "4, 2, 500, 168", "2, 1000, 1, 168"})
    @DisplayName("the primes are counted by any number of ranks, also where some get no piece")
    void anyNumber(int size, int pieces, int numbers, int primes) {
        try (Ranks ranks = Ranks.start(size, Settings.create())) {
            assertThat(count(ranks, "--pieces", "" + pieces, "--numbers", "" + numbers))
                    .startsWith("counter: " + primes + " primes below " + pieces * numbers + ": " + pieces + " pieces")
                    .hasLineCount(1 + size);
        }
    }

    @Test
    @DisplayName("a piece that was done twice, or never, and a ticket too many are noticed")
    void wrong() {
        Table table = new Table(1, 3);
        long[] numbers = table.numbers();
        numbers[Table.TICKET] = 5;
        numbers[Table.rank(0)] = 4;
        numbers[Table.piece(1, 0)] = 1;
        numbers[Table.piece(1, 1)] = 2;

        assertThat(table.wrong())
                .containsExactly(
                        "piece 1 was done 2 times",
                        "piece 2 was done 0 times",
                        "the ranks have done 4 pieces, and there are 3",
                        "5 tickets were drawn, and not 4");
    }

    private static String count(Ranks ranks, String... arguments) {
        CounterOptions options = new CounterOptions();
        new CommandLine(options).setSeparator(" ").parseArgs(arguments);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, UTF_8);
        Flux.range(0, ranks.size())
                .flatMap(rank -> new Counter(ranks.world(rank), options, out).run(), ranks.size())
                .blockLast(TIMEOUT);
        return said.toString(UTF_8);
    }
}
