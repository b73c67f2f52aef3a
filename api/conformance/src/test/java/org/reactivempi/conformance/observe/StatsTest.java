package org.reactivempi.conformance.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.Buffers.bytes;
import static org.reactivempi.conformance.observe.ObservedJob.traffic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.Buffers;
import org.reactivempi.Settings;
import reactor.core.publisher.Flux;

class StatsTest {

    @TempDir
    Path directory;

    @Test
    @DisplayName(
            "how much each rank has sent to which other, what took long, and what to do about messages that nobody expected")
    void report() throws IOException {
        Path file = directory.resolve("stats");
        ObservedJob.run(
                3,
                Settings.create().stats(file.toString()),
                world -> world.rank() == 2
                        ? world.barrier()
                        : world.rank() == 0
                                ? Flux.range(0, 50)
                                        .concatMap(i -> world.isend(bytes(new byte[100]), 1, 0))
                                        .then(world.barrier())
                                : world.barrier()
                                        .thenMany(Flux.range(0, 50)
                                                .concatMap(i -> world.irecv(Buffers.of(new byte[100]), 0, 0)))
                                        .then());
        List<String> lines = Files.readAllLines(file);
        assertThat(lines.get(0)).isEqualTo("messages sent, and their bytes:");
        assertThat(lines.get(2)).matches("\\s+0\\s+-\\s+5[0-9]\\s+[0-9-]+");
        assertThat(lines.get(3)).contains("4.9 KiB");
        assertThat(lines).contains("slowest waits:", "hints:");
        assertThat(lines)
                .anyMatch(
                        line -> line.matches(
                                "  rank 1: \\d+ eager messages from rank 0 \\(of \\d+ in all\\) were unexpected: post receives earlier"));
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    @DisplayName("many ranks don't fit beside each other")
    void many() throws IOException {
        Path file = directory.resolve("stats");
        ObservedJob.run(14, Settings.create().channel("local").stats(file.toString()), world -> traffic(world));
        assertThat(Files.readAllLines(file))
                .contains("messages sent, and their bytes; the 20 pairs of ranks with most bytes:")
                .anyMatch(line -> line.matches("  from 3 to 4: \\d+, 195.\\d KiB"));
    }
}
