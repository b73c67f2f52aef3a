package org.reactivempi.transport.bootstrap.pmi;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.pmi.ScriptedLauncher.Turn;
import reactor.core.publisher.Mono;

/** Launchers whose answers are damaged: each plays the beginning of a session, one damaged answer, and closes. */
class PmiFuzzTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int SEEDS = 400;
    private static final List<String> BITS = List.of(
            "",
            " ",
            "=",
            "\n",
            "cmd=",
            "rc=-1",
            "size=",
            "-",
            "0",
            "99999999999999999999",
            "2147483647",
            "(",
            ",",
            "%",
            "\ncmd=reactive-mpi-failed rank=1\n",
            "\ncmd=reactive-mpi-failed rank=",
            "\ncmd=reactive-mpi-ask\n",
            "\t");

    @Test
    @DisplayName("LIF-1 whatever a launcher answers, a rank joins or fails with a reason, and waits for nothing")
    void damagedAnswers() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            assertEnds(seed);
        }
    }

    private static void assertEnds(int seed) throws Exception {
        Random random = new Random(seed);
        List<Turn> turns = new ArrayList<>(PmiJoinTest.HYDRA.subList(0, 1 + random.nextInt(PmiJoinTest.HYDRA.size())));
        Turn last = turns.remove(turns.size() - 1);
        turns.add(new Turn(last.command(), damaged(last.answer(), random)));
        try (ScriptedLauncher launcher = new ScriptedLauncher(turns)) {
            assertThatCode(() -> PmiJoin.join(launcher.environment(0), TIMEOUT, orphan -> {})
                            .then()
                            .onErrorResume(BootstrapException.class, expected -> Mono.empty())
                            .block(TIMEOUT))
                    .as("seed %d: %s", seed, turns)
                    .doesNotThrowAnyException();
        }
    }

    static String damaged(String answer, Random random) {
        StringBuilder text = new StringBuilder(answer);
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            int at = random.nextInt(text.length() + 1);
            int end = Math.min(text.length(), at + random.nextInt(6));
            text.replace(at, end, BITS.get(random.nextInt(BITS.size())));
        }
        return text.toString();
    }
}
