package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.LooseJob.TIMEOUT;
import static org.reactivempi.conformance.LooseJob.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.Codecs;
import org.reactivempi.Member;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.core.session.CoreSession;
import org.reactivempi.transport.fixtures.FreePorts;

/** Ranks of a list as processes: killed, started again, and started twice. */
class ListedProcessesTest {

    private static final String SECRET = "a secret of the test, long enough";

    @TempDir
    Path directory;

    private final String peers = FreePorts.peers(2);
    private final List<Process> started = new ArrayList<>();

    private Process one(String... more) throws IOException {
        List<String> options = new ArrayList<>(List.of(
                "-XX:TieredStopAtLevel=1",
                "-Dreactivempi.peers=" + peers,
                "-Dreactivempi.rank=1",
                "-Dreactivempi.heartbeat-interval=1s",
                "-Dreactivempi.reconnect-timeout=3s"));
        options.addAll(List.of(more));
        ProcessBuilder builder = ChildJvm.program(options, ListedProgram.class)
                .redirectErrorStream(true)
                .redirectOutput(output(started.size()).toFile());
        builder.environment().put("REACTIVEMPI_SECRET", SECRET);
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private Path output(int number) {
        return directory.resolve("output" + number);
    }

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    private static int asked(Session zero) {
        return zero.world()
                .ask(0, Codecs.intValue(), Codecs.intValue(), 1, ListedProgram.TAG)
                .blockOptional(TIMEOUT)
                .orElseThrow();
    }

    @Tag("long")
    @Test
    @DisplayName(
            "MBR-2, MBR-3, MBR-6 a rank is killed and started again, twice; one that is started beside it ends with code 36")
    void killedAndStartedAgain() throws Exception {
        Session zero = Session.start(Settings.create()
                        .peers(peers)
                        .rank(0)
                        .secret(SECRET)
                        .heartbeatInterval(Duration.ofSeconds(1))
                        .reconnectTimeout(Duration.ofSeconds(3)))
                .blockOptional(TIMEOUT)
                .orElseThrow();
        try {
            for (int incarnation = 1; incarnation <= 3; incarnation++) {
                Process process = one();
                await(zero, 1, incarnation == 1 ? Member.State.JOINED : Member.State.RETURNED, incarnation);
                assertThat(asked(zero)).isEqualTo((int) process.pid());
                if (incarnation < 3) {
                    process.destroyForcibly();
                    await(zero, 1, Member.State.FAILED, incarnation);
                }
            }
            Process former = started.get(2);
            Process claimant = one("-Dreactivempi.tcp-host=127.0.0.2");
            assertThat(claimant.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(claimant.exitValue()).isEqualTo(36);
            assertThat(Files.readString(output(3), StandardCharsets.UTF_8))
                    .contains("two processes claim rank 1. End the other one first");
            assertThat(asked(zero)).isEqualTo((int) former.pid());
        } finally {
            ((CoreSession) zero).abort("the test is over").block(TIMEOUT);
        }
    }
}
