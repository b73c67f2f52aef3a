package org.reactivempi.conformance.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.observe.ObservedJob.TIMEOUT;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.Session;
import org.reactivempi.Settings;
import org.reactivempi.conformance.ChildJvm;
import org.reactivempi.transport.fixtures.FreePorts;

/** A process that is killed while rank 0 takes its part of a trace. */
@Tag("once")
class KilledSenderTest {

    private static final String SECRET = "a secret of the test, long enough";

    @TempDir
    Path directory;

    @Test
    @DisplayName(
            "a process that is killed while it hands over its part of a trace costs that part, and rank 0 ends in order")
    void killed() throws Exception {
        String peers = FreePorts.peers(2);
        Path trace = directory.resolve("trace.json");
        ProcessBuilder builder = ChildJvm.program(
                        List.of("-XX:TieredStopAtLevel=1", "-Dreactivempi.peers=" + peers, "-Dreactivempi.rank=1"),
                        KilledProgram.class)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile());
        builder.environment().put("REACTIVEMPI_SECRET", SECRET);
        Process one = builder.start();
        try {
            Session zero = Session.start(Settings.create()
                            .peers(peers)
                            .rank(0)
                            .secret(SECRET)
                            .heartbeatInterval(Duration.ofSeconds(1))
                            .reconnectTimeout(Duration.ofSeconds(3))
                            .trace(trace.toString()))
                    .blockOptional(TIMEOUT)
                    .orElseThrow();
            zero.world().barrier().block(TIMEOUT);
            zero.close().onErrorComplete().block(TIMEOUT);

            assertThat(one.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(one.exitValue()).isEqualTo(KilledProgram.CODE);
            assertThat(TraceFile.check(trace).processes()).containsExactly("rank 0");
            assertThat(directory).isDirectoryNotContaining("glob:**.part").isDirectoryNotContaining("glob:**.done");
        } finally {
            one.destroyForcibly();
        }
    }
}
