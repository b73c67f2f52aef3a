package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PER-7: what a persistent request costs in memory, once it runs. */
class AllocationTest {

    private static final long LIMIT_SECONDS = 60;

    private static final long STATUS_BYTES = 32;
    private static final long OPTIONAL_BYTES = 16;
    /** The smallest object. What the JVM and the system make the threads allocate now and then is less for each cycle. */
    private static final long RARE_BYTES = 16;

    @TempDir
    Path directory;

    @ParameterizedTest(name = "[{0}]")
    @ValueSource(strings = {"local", "tcp"})
    @DisplayName(
            "PER-7 in the steady state a send allocates nothing, a receive its status, and the caller what it asks for")
    void bytesOfACycle(String channel) throws Exception {
        long[] bytes = Arrays.stream(run(channel).trim().split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
        assertThat(bytes[0]).as("bytes for a send").isLessThan(RARE_BYTES);
        assertThat(bytes[1]).as("bytes for a receive").isLessThan(STATUS_BYTES + RARE_BYTES);
        assertThat(bytes[2]).as("bytes for both calls of test()").isLessThan(2 * OPTIONAL_BYTES + RARE_BYTES);
    }

    private String run(String channel) throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process program = new ProcessBuilder(
                        java, "-cp", System.getProperty("java.class.path"), AllocationProgram.class.getName(), channel)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean ended = program.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            String text = Files.readString(output, StandardCharsets.UTF_8);
            assertThat(ended).as("ended in time, output: %s", text).isTrue();
            assertThat(program.exitValue()).as("exit code, output: %s", text).isZero();
            return text;
        } finally {
            program.destroyForcibly();
        }
    }
}
