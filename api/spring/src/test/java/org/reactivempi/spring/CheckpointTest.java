package org.reactivempi.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What docs/guide/spring.md says of checkpoints of a JVM. */
@Tag("long")
@EnabledOnOs(OS.LINUX)
class CheckpointTest {

    private static final long LIMIT_SECONDS = 150;
    private static final String ON_REFRESH = "-Dspring.context.checkpoint=onRefresh";
    private static final String NO_RANK = "-Dreactivempi.session.enabled=false";

    @TempDir
    Path directory;

    private String run(int code, String... properties) throws Exception {
        Path output = directory.resolve("output");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "-Dorg.crac.Core.Compat=org.reactivempi.spring.crac"));
        command.addAll(List.of(properties));
        command.add(CheckpointApplication.class.getName());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            String text = Files.readString(output, StandardCharsets.UTF_8);
            assertThat(ended).as("ended in time: %s", text).isTrue();
            assertThat(process.exitValue()).as(text).isEqualTo(code);
            return text;
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    @DisplayName("a checkpoint of a rank is refused for its sockets, which does no harm: its listeners go on")
    void rank() throws Exception {
        assertThat(run(0)).contains("it runs", "refused: ", "is open", "heard after it: hello");
    }

    @Test
    @DisplayName("a checkpoint on refresh of a rank fails its start, as its session has joined before")
    void rankOnRefresh() throws Exception {
        assertThat(run(1, ON_REFRESH))
                .contains("Failed to take CRaC checkpoint on refresh")
                .contains("is open")
                .doesNotContain("it runs");
    }

    @Test
    @DisplayName("an application that is no rank has nothing open for a checkpoint, on refresh and later")
    void noRank() throws Exception {
        assertThat(run(0, NO_RANK, ON_REFRESH)).contains("it runs", "restored").doesNotContain("refused");
    }
}
