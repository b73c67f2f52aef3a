package org.reactivempi.conformance.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.conformance.ChildJvm;
import org.reactivempi.transport.launcher.Launcher;

/** A rank's process dies at a random moment of its start, or while it finalizes: a few by a seed, many with {@code -Pharm}. */
@Tag("long")
class KilledProcessesTest {

    private static final boolean ALL = Boolean.getBoolean("harm.all");
    private static final long SEED = Long.getLong("harm.seed", 1);
    /** Longer than a start takes, on most machines. */
    private static final int MOST_MICROS = 700_000;

    @TempDir
    Path directory;

    static Stream<Arguments> moments() {
        Random random = new Random(SEED);
        return Stream.generate(() -> {
                    boolean start = random.nextBoolean();
                    return Arguments.of(
                            random.nextBoolean() ? "tcp" : "shm",
                            start ? "start" : "finalize",
                            random.nextInt(start ? MOST_MICROS : 3000),
                            random.nextInt(3));
                })
                .limit(ALL ? 60 : 3);
    }

    @ParameterizedTest(name = "[{index}] {0}, {1} after {2} us, rank {3}")
    @MethodSource("moments")
    @DisplayName(
            "LIF-3, LIF-4 a process that dies in its start, or while it finalizes, ends the job, which hangs nowhere")
    void killed(String channel, String when, int micros, int rank) throws Exception {
        Path output = directory.resolve("output");
        Process launcher = ChildJvm.program(
                        List.of(),
                        Launcher.class,
                        "-n",
                        "3",
                        "--jvm-arg=-D" + HaltProgram.RANK + "={rank}",
                        HaltProgram.class.getName(),
                        when,
                        Integer.toString(micros),
                        Integer.toString(rank),
                        "--reactivempi.channel=" + channel)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(launcher.waitFor(120, TimeUnit.SECONDS))
                    .as("the job ends")
                    .isTrue();
            String said = Files.readString(output, StandardCharsets.UTF_8);
            assertThat(launcher.exitValue()).as(said).isEqualTo(HaltProgram.CODE);
            assertThat(said).contains("rank " + rank);
        } finally {
            launcher.descendants().forEach(ProcessHandle::destroyForcibly);
            launcher.destroyForcibly();
        }
    }
}
