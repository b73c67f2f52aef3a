package org.reactivempi.conformance.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.reactivempi.Buffers.bytes;
import static org.reactivempi.conformance.observe.ObservedJob.traffic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.Buffers;
import org.reactivempi.Settings;
import reactor.core.publisher.Flux;

class TraceTest {

    private static final int RECEIVES_OF_A_RANK = 6;

    @TempDir
    Path directory;

    private List<String> files() throws IOException {
        try (var files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "tcp"})
    @DisplayName("a trace keeps the rules of its format, and has an arrow for each message that was received")
    void trace(String channel) throws IOException {
        Path file = directory.resolve("trace.json");
        Settings settings = Settings.create().channel(channel).trace(file.toString());
        ObservedJob.run(3, settings, world -> traffic(world));

        TraceFile trace = TraceFile.check(file);
        assertThat(trace.receives()).isGreaterThanOrEqualTo(3 * RECEIVES_OF_A_RANK);
        assertThat(trace.processes()).containsExactly("rank 0", "rank 1", "rank 2");
        assertThat(trace.names(0))
                .contains("isend to 1", "irecv from 2", "irecv from any", "issend to 1", "mprobe from 2")
                .contains("eager", "rendezvous", "own", "cleared to send to 1", "connected to 1 by " + channel)
                .contains("receives posted", "messages unexpected", "bytes unexpected", "credit at rank 1");
        assertThat(files()).containsExactly("trace.json");
    }

    @Test
    @DisplayName("a rank that is alone writes its trace")
    void alone() {
        Path file = directory.resolve("trace.json");
        ObservedJob.run(1, Settings.create().trace(file.toString()), world -> traffic(world));
        assertThat(TraceFile.check(file).receives()).isGreaterThanOrEqualTo(RECEIVES_OF_A_RANK);
    }

    @Test
    @DisplayName("where the trace cannot be written, the job runs without")
    void unwritable() throws IOException {
        Settings settings = Settings.create()
                .trace(directory.resolve("none").resolve("trace").toString());
        ObservedJob.run(2, settings, world -> traffic(world));
        assertThat(files()).isEmpty();
    }

    @Test
    @DisplayName("where the disk is full, the job runs to its end, and its trace ends early")
    void fullDisk() throws Exception {
        Path file = directory.resolve("trace");
        // The same device as /dev/full, which takes root. The header is what is written first: it fails, or what comes
        // after it does.
        Process made =
                new ProcessBuilder("mknod", directory.resolve("trace.1.part").toString(), "c", "1", "7").start();
        assumeTrue(made.waitFor() == 0);
        ObservedJob.run(2, Settings.create().trace(file.toString()), world -> traffic(world));
        assertThat(file).doesNotExist();
    }

    @Test
    @DisplayName("a thousand messages of a sender that is held back, and the credit that it lacks")
    void stalls() {
        Path file = directory.resolve("trace.json");
        Settings settings =
                Settings.create().channel("tcp").eagerCreditBytes(16384).trace(file.toString());
        ObservedJob.run(
                2,
                settings,
                world -> world.rank() == 0
                        ? Flux.range(0, 1000)
                                .flatMap(i -> world.isend(bytes(new byte[1000]), 1, 0), 1000)
                                .then()
                        : world.probe(0, 0)
                                .thenMany(Flux.range(0, 1000)
                                        .concatMap(i -> world.irecv(Buffers.of(new byte[1000]), 0, 0)))
                                .then());
        TraceFile trace = TraceFile.check(file);
        assertThat(trace.receives()).isGreaterThanOrEqualTo(1000);
        assertThat(trace.names(0)).contains("no credit at rank 1");
    }
}
