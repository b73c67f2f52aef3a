package org.reactivempi.examples.hello;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.fixtures.Ended;
import org.reactivempi.transport.launcher.Launcher;

/** Which classes a job loads that has nothing to do: each takes its part of the time until a program begins. */
class StartTest {

    private static final long LIMIT_SECONDS = 50;
    private static final String LOADED = "-Xlog:class+load:file=";

    @TempDir
    Path directory;

    private String output = "";

    @BeforeEach
    void run() throws IOException, InterruptedException {
        ProcessBuilder job = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                LOADED + directory.resolve("launcher"),
                "-cp",
                System.getProperty("java.class.path"),
                Launcher.class.getName(),
                "-n",
                "2",
                "--cds",
                "none",
                "--jvm-arg",
                "-XX:TieredStopAtLevel=1",
                "--jvm-arg",
                LOADED + directory.resolve("rank-{rank}"),
                Hello.class.getName());
        output = Ended.of(job, directory.resolve("output"), LIMIT_SECONDS).with(0);
    }

    @Test
    @DisplayName(
            "ranks that reach each other by shared memory load nothing of reactor-netty or of picocli, and the launcher"
                    + " nothing of Reactor, Netty or a logging system")
    void classes() throws IOException {
        assertThat(output).contains("shm to 1", "shm to 0");
        for (int rank = 0; rank < 2; rank++) {
            assertThat(loaded("rank-" + rank))
                    .contains("reactor.core.publisher.Mono")
                    .noneMatch(name -> name.startsWith("reactor.netty.") || name.startsWith("picocli."));
        }
        assertThat(loaded("launcher"))
                .contains("picocli.CommandLine")
                .noneMatch(
                        name -> Stream.of("reactor.", "io.netty.", "org.slf4j.").anyMatch(name::startsWith));
    }

    /** Lines such as {@code [0.1s][info][class,load] NAME source: ...}. */
    private List<String> loaded(String process) throws IOException {
        try (Stream<String> lines = Files.lines(directory.resolve(process), StandardCharsets.UTF_8)) {
            return lines.map(line -> line.substring(line.lastIndexOf(']') + 1).strip())
                    .map(line -> line.split(" ", 2)[0])
                    .toList();
        }
    }
}
