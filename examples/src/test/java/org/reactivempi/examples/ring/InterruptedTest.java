package org.reactivempi.examples.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.transport.launcher.Launcher;

/** A job that is told to end while its ranks send and receive. */
class InterruptedTest {

    private static final int RANKS = 3;
    private static final long TIMEOUT_SECONDS = 30;

    @Test
    @DisplayName("RES-3 a job in the middle of traffic ends when its launcher is told to, and leaves no process")
    void terminated() throws Exception {
        assertEnds("shm");
    }

    @Tag("long")
    @ParameterizedTest(name = "[{0}]")
    @ValueSource(strings = {"tcp", "rsocket"})
    @DisplayName("RES-3 the same over sockets")
    void terminatedOverSockets(String channel) throws Exception {
        assertEnds(channel);
    }

    private static void assertEnds(String channel) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process launcher = new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Launcher.class.getName(),
                        "-n",
                        Integer.toString(RANKS),
                        "--channel",
                        channel,
                        "--jvm-arg",
                        "-XX:TieredStopAtLevel=1",
                        EndlessRing.class.getName())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader said = launcher.inputReader()) {
            List<ProcessHandle> ranks = ranks(said);
            launcher.toHandle().destroy();

            assertThat(launcher.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(launcher.exitValue())
                    .as(() ->
                            "the launcher's end, after it said " + said.lines().toList())
                    .isEqualTo(143);
            assertThat(ranks).noneMatch(ProcessHandle::isAlive);
        } finally {
            launcher.destroyForcibly();
        }
    }

    /** Each rank says its process id when messages go round; the JVM may have warnings of its own. */
    private static List<ProcessHandle> ranks(BufferedReader said) throws IOException {
        List<ProcessHandle> ranks = new ArrayList<>();
        while (ranks.size() < RANKS) {
            String line = said.readLine();
            assertThat(line).as("the next line of %s", ranks).isNotNull();
            if (line.matches("\\d+")) {
                ranks.add(ProcessHandle.of(Long.parseLong(line)).orElseThrow());
            }
        }
        return ranks;
    }
}
