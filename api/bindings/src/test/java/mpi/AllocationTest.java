package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the package {@code mpi} adds to what a call of the core costs in memory. */
@Tag("long")
class AllocationTest {

    private static final int TIMEOUT_SECONDS = 150;
    private static final int RANKS = 2;
    private static final Set<String> RETURNS_STATUS = Set.of("pingPong", "sendRecv");
    private static final int STATUS_BYTES = 40;
    /** How often a call has to wait for another thread differs from time to time, and a wait allocates. */
    private static final double UNSTEADY = 1.1;

    @TempDir
    Path directory;

    @Test
    @DisplayName(
            "a blocking call of either spelling allocates what the core's own does, and the Status that it returns")
    void blockingCalls() throws Exception {
        List<String> lines = measured();

        assertThat(lines).hasSize(4).allSatisfy(line -> {
            String[] words = line.split(" ");
            int statuses = RETURNS_STATUS.contains(words[0]) ? RANKS : 0;
            double most = Long.parseLong(words[1]) * UNSTEADY + statuses * STATUS_BYTES;
            assertThat(Arrays.stream(words).skip(2).map(Long::parseLong))
                    .as("bytes of both spellings: %s", line)
                    .hasSize(2)
                    .allSatisfy(bytes -> assertThat((double) bytes).isLessThanOrEqualTo(most));
        });
    }

    /** In a JVM of its own: the tests' watches over buffers allocate more than what is measured. */
    private List<String> measured() throws Exception {
        Path output = directory.resolve("output");
        Path errors = directory.resolve("errors");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dio.netty.leakDetection.level=disabled",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "programs.Allocations")
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            boolean ended = program.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            String said = Files.readString(errors);
            assertThat(ended).as(() -> "ended in time, after it said " + said).isTrue();
            assertThat(program.exitValue()).as(() -> said).isZero();
            return Files.readAllLines(output);
        } finally {
            program.destroyForcibly();
        }
    }
}
