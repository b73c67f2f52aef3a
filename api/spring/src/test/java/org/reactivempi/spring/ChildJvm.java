package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A JVM with the class path of the test, whose output goes to a file. It ends with the test, and so does all that it has started. */
final class ChildJvm implements AutoCloseable {

    private static final long LIMIT_SECONDS = 150;

    private final Path output;
    private final Process process;

    private ChildJvm(Path output, Process process) {
        this.output = output;
        this.process = process;
    }

    /** Starts a JVM with this one's class path, and these words after it. */
    static ChildJvm start(Path output, Map<String, String> environment, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        return new ChildJvm(output, builder.start());
    }

    /** What it has printed, when it has ended with this code. */
    String ended(int code) throws IOException, InterruptedException {
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(ended).as("ended in time: %s", text).isTrue();
        assertThat(process.exitValue()).as(text).isEqualTo(code);
        return text;
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
