package org.reactivempi.transport.pmix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks of launchers that speak PMI over a descriptor that the rank inherits. */
@Timeout(value = 100, unit = TimeUnit.SECONDS)
class DescriptorTest {

    private static final String HYDRA = "mpiexec.hydra";

    private static List<String> java(String... program) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                PmixProgram.class.getName()));
        words.addAll(List.of(program));
        return words;
    }

    private static String run(List<String> launcher, List<String> program) throws IOException, InterruptedException {
        assumeTrue(
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, HYDRA))),
                HYDRA + " is not installed");
        List<String> words = new ArrayList<>(launcher);
        words.addAll(program);
        Process job = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(job.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(job.waitFor()).as(said).isZero();
        return said;
    }

    @Test
    @Tag("long")
    @DisplayName("LIF-1 ranks of MPICH's Hydra find its descriptor without a shell's help")
    void withoutShell() throws Exception {
        assertThat(run(List.of(HYDRA, "-n", "3"), java("exchange")))
                .contains("rank 0 of 3, 3 on its host, sees value0 value1 value2")
                .contains("rank 1 of 3, 3 on its host, sees value0 value1 value2")
                .contains("rank 2 of 3, 3 on its host, sees value0 value1 value2");
    }

    @Test
    @Tag("long")
    @DisplayName("LIF-2 what a rank says after its end is said, whether a shell has moved the descriptor or not")
    void saysMore() throws Exception {
        List<String> byShell = new ArrayList<>(List.of("bash", "-c", "exec \"$0\" \"$@\" 0<&$PMI_FD"));
        byShell.addAll(java("end"));
        for (List<String> program : List.of(java("end"), byShell)) {
            assertThat(run(List.of(HYDRA, "-n", "2"), program).lines())
                    .containsExactlyInAnyOrder("rank 0 of 2 has finished", "rank 1 of 2 has finished");
        }
    }

    @Test
    @DisplayName("a descriptor that the process does not have is named")
    void noDescriptor() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(java("end")).redirectErrorStream(true);
        builder.environment().put("PMI_FD", "987");
        builder.environment().put("PMI_RANK", "0");
        builder.environment().put("PMI_SIZE", "1");
        Process rank = builder.start();
        assertThat(new String(rank.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains(
                        "PMI_FD is set, but standard input is not that socket, nor can it become that: descriptor 987: ")
                .contains("Bad file descriptor");
        assertThat(rank.waitFor()).isEqualTo(1);
    }
}
