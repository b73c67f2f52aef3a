package org.reactivempi.benchmarks.races;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RacesTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();

    private int run(String... arguments) {
        return Races.run(
                List.of(arguments),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(log, true, StandardCharsets.UTF_8));
    }

    @Test
    @DisplayName(
            "SIM-13, SIM-14, SIM-17 each wrong farm is found wrong by the order that makes it so, and the right one right")
    void farms() {
        assertThat(run("--schedules", "100")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains(
                        "== race:",
                        "worker 1 is said to have answered ",
                        "a race: receive(source any, tag 2, context 0)")
                .contains("== deadlock:", "rank 0 waits for receive(source 3, tag 2, world)", "match.3-0.0")
                .contains("== lost:", "something is left: rank 0 has not received: message from ")
                .contains("== order:", "arrive.2-0.", "a race: first at rank 0 is receive(source 2, tag 2, context 0)")
                .contains("== right:", "nothing is wrong: all 6 outcomes, and ");
    }

    @Test
    @DisplayName("wrong arguments are named, with what is allowed")
    void wrongArguments() {
        assertThat(run("--ranks", "2")).isEqualTo(2);
        assertThat(log.toString(StandardCharsets.UTF_8)).contains("--ranks 2 is outside 3..8");
    }
}
