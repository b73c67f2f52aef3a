package org.reactivempi.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.fixtures.Ended;

class RunTest {

    private static final long LIMIT_SECONDS = 50;

    @TempDir
    Path directory;

    @Test
    @DisplayName("a name that is nearly one gets a suggestion, and the list of all")
    void suggestion() throws Exception {
        assertThat(run(2, "helo"))
                .startsWith("examples/run: no example is called helo; did you mean hello")
                .contains("wordcount");
    }

    @Test
    @DisplayName("--version shows the version")
    void version() throws Exception {
        assertThat(run(0, "--version")).startsWith("reactive-mpi ");
    }

    @Test
    @DisplayName("--help of an example shows its own options, and where those of the launcher are")
    void help() throws Exception {
        assertThat(run(0, "ring", "--help"))
                .contains("--laps", "ring [-n RANKS]", "examples/run --help lists the options of the launcher")
                .doesNotContain("--channel");
    }

    private String run(int code, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Run.class.getName()));
        command.addAll(List.of(words));
        return Ended.of(new ProcessBuilder(command), directory.resolve("output"), LIMIT_SECONDS)
                .with(code);
    }
}
