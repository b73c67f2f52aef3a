package org.reactivempi.examples.hello;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Settings;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;

class HelloTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @OnEveryChannel(ranks = 4)
    @DisplayName("each rank says once who it is, and names the channel that leads to each other one")
    void everyPair(Ranks ranks) {
        String channel = ranks.settings().asMap().get("channel");

        assertThat(run(ranks).lines().map(line -> line.replaceFirst(" on .*, thread ", " on ")))
                .containsExactlyInAnyOrder(
                        "rank 0 of 4 on reactive-mpi-0, " + channel + " to 1-3",
                        "rank 1 of 4 on reactive-mpi-1, " + channel + " to 0 and 2-3",
                        "rank 2 of 4 on reactive-mpi-2, " + channel + " to 0-1 and 3",
                        "rank 3 of 4 on reactive-mpi-3, " + channel + " to 0-2");
    }

    @Test
    @DisplayName("a rank that is alone says so")
    void alone() {
        try (Ranks ranks = Ranks.start(1, Settings.create())) {
            assertThat(run(ranks)).startsWith("rank 0 of 1 on ").endsWith(", thread reactive-mpi-0, alone\n");
        }
    }

    @Test
    @DisplayName("ranks are grouped by their channel, neighbours in one")
    void groups() {
        Channels channels = new Channels();
        for (int rank : new int[] {0, 1, 2, 4, 6, 7}) {
            channels.add("shm", rank);
        }
        channels.add("tcp", 5);

        assertThat(channels).hasToString("shm to 0-2 and 4 and 6-7, tcp to 5");
    }

    private static String run(Ranks ranks) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, UTF_8);
        Flux.range(0, ranks.size())
                .flatMap(rank -> Hello.hello(ranks.world(rank), out), ranks.size())
                .blockLast(TIMEOUT);
        return printed.toString(UTF_8);
    }
}
