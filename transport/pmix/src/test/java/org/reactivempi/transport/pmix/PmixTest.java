package org.reactivempi.transport.pmix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.bootstrap.BootstrapException;
import org.reactivempi.transport.bootstrap.detect.Bootstraps;
import reactor.test.StepVerifier;

/** Ranks of Open MPI's mpirun, which speaks PMIx, where it is installed. */
@Tag("long")
class PmixTest {

    private static final String MPIRUN = "mpirun.openmpi";
    private static final long LIMIT_SECONDS = 50;
    private static final Duration TIMEOUT = Duration.ofSeconds(LIMIT_SECONDS);

    @TempDir
    Path directory;

    private Process job;

    @BeforeEach
    void installed() {
        assumeTrue(
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, MPIRUN))),
                MPIRUN + " is not installed");
    }

    private Process launch(int ranks, String... program) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(MPIRUN, "--allow-run-as-root", "--oversubscribe", "-n", Integer.toString(ranks)));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(program));
        job = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();
        return job;
    }

    private String output() throws IOException {
        return Files.readString(directory.resolve("output"), StandardCharsets.UTF_8);
    }

    private String run(int code, int ranks, String... program) throws IOException, InterruptedException {
        boolean ended = launch(ranks, program).waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        String text = output();
        assertThat(ended).as("ended in time, output: %s", text).isTrue();
        assertThat(job.exitValue()).as("exit code, output: %s", text).isEqualTo(code);
        return text;
    }

    @AfterEach
    void end() {
        if (job != null) {
            job.descendants().forEach(ProcessHandle::destroyForcibly);
            job.destroyForcibly();
        }
    }

    @Test
    @DisplayName("LIF-1 ranks of Open MPI's mpirun know their place, find each other's values, and share a secret")
    void exchange() throws Exception {
        String said = run(0, 3, PmixProgram.class.getName(), "exchange");

        for (int rank = 0; rank < 3; rank++) {
            assertThat(said)
                    .contains("rank " + rank + " of 3, 3 on its host, sees value0 value1 value2"
                            + " and <nobody has published nothing-0>"
                            + " and <key address-" + (rank + 1) + " is none of rank " + rank);
        }
        assertThat(found(said, " in (pmix-\\S+) with").distinct()).hasSize(1);
        assertThat(found(said, " with ([0-9a-f]{64})").distinct()).hasSize(1);
        assertThat(found(said, "after the end: (.*)"))
                .containsOnly("<this rank has finished its part in the job>")
                .hasSize(3);
    }

    @Test
    @DisplayName("LIF-3 a rank that aborts ends the others, and mpirun with its code")
    void abort() throws Exception {
        run(7, 3, PmixProgram.class.getName(), "abort");
    }

    @Test
    @DisplayName("LIF-2 a rank that ends without finalizing is an error of the job")
    void unfinished() throws Exception {
        assertThat(run(1, 2, PmixProgram.class.getName(), "end")).contains("without calling \"finalize\"");
    }

    @Test
    @DisplayName("LIF-3 ranks end when their mpirun is killed")
    void orphans() throws Exception {
        launch(2, PmixProgram.class.getName(), "wait");
        List<ProcessHandle> ranks = List.of();
        while (ranks.size() < 2) {
            assertThat(job.waitFor(20, TimeUnit.MILLISECONDS))
                    .as("whether the job has ended")
                    .isFalse();
            ranks = found(output(), "waiting (\\d+)\n")
                    .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                    .toList();
        }

        job.destroyForcibly();

        for (ProcessHandle rank : ranks) {
            rank.onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Test
    @DisplayName("LIF-1 without libpmix a rank of PMIx says what is missing")
    void withoutLibrary() {
        assertThatThrownBy(() -> Pmix.load("PMIX_RANK=0", List.of("pmix-of-nobody")))
                .isInstanceOf(BootstrapException.class)
                .hasMessageContaining("(PMIX_RANK=0), but libpmix")
                .hasMessageContaining("libpmix2")
                .hasMessageContaining("pmix-of-nobody");
    }

    @Test
    @DisplayName("LIF-1 a process in the environment of a launcher that does not answer fails")
    void nobodyThere() {
        Map<String, String> environment = Map.of("PMIX_RANK", "0", "PMIX_NAMESPACE", "gone");
        StepVerifier.create(Bootstraps.detect(environment))
                .expectErrorSatisfies(error -> assertThat(error).hasMessageContaining("PMIx_Init"))
                .verify(TIMEOUT);
    }

    private static Stream<String> found(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.results().map(result -> result.group(1));
    }
}
