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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.bootstrap.launcher.Launcher;

/** Applications in processes of their own, started by the launcher or by hand. */
class TwoProcessesTest {

    private static final long LIMIT_SECONDS = 50;
    private static final String GREETED = "rank 1 of 2 was greeted: hello from rank 0";

    @TempDir
    Path directory;

    private Process start(String name, Map<String, String> environment, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(name).toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private String ended(String name, Process process) throws IOException, InterruptedException {
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        String output = Files.readString(directory.resolve(name), StandardCharsets.UTF_8);
        assertThat(ended).as("ended in time: %s", output).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }

    @Test
    @DisplayName("under the launcher, each application is a rank, and all end in order")
    void launched() throws Exception {
        Process launcher =
                start("job", Map.of(), Launcher.class.getName(), "-n", "2", GreetingApplication.class.getName());
        try {
            assertThat(ended("job", launcher)).contains(GREETED);
        } finally {
            launcher.destroyForcibly();
        }
    }

    @Tag("long")
    @Test
    @DisplayName("started by hand with a list of peers, each application is a rank, and all end in order")
    void listed() throws Exception {
        Map<String, String> environment = Map.of("REACTIVEMPI_SECRET", Application.SECRET);
        String peers = "--reactivempi.peers=" + Ports.free(2).peers();
        String main = GreetingApplication.class.getName();
        Process one = start("one", environment, main, peers, "--reactivempi.rank=1");
        Process zero = start("zero", environment, main, peers, "--reactivempi.rank=0");
        try {
            assertThat(ended("one", one)).contains(GREETED);
            ended("zero", zero);
        } finally {
            zero.destroyForcibly();
            one.destroyForcibly();
        }
    }
}
