package org.reactivempi.examples.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.fixtures.Ended;

/** The ring as a job of MPICH's own process manager, and of Open MPI's, where they are installed. */
@Tag("long")
class RingUnderHydraTest {

    private static final String HYDRA = "mpiexec.hydra";
    private static final String OPEN_MPI = "mpirun.openmpi";
    private static final long LIMIT_SECONDS = 50;

    @TempDir
    Path directory;

    @Test
    @DisplayName("LIF-1 mpiexec.hydra -pmi-port launches a job over TCP")
    void byPort() throws Exception {
        assertThat(launch(List.of(HYDRA, "-pmi-port", "-n", "3"), List.of())).contains("3 ranks");
    }

    @Test
    @DisplayName("LIF-1 mpiexec.hydra hands a descriptor over, as it is or as standard input")
    void byDescriptor() throws Exception {
        assertThat(launch(List.of(HYDRA, "-n", "3"), List.of())).contains("3 ranks");
        // bash, since other shells refuse descriptors of two digits.
        String shell = "exec \"$0\" \"$@\" 0<&$PMI_FD";
        assertThat(launch(List.of(HYDRA, "-n", "3"), List.of("bash", "-c", shell)))
                .contains("3 ranks");
    }

    @Test
    @DisplayName("LIF-1 Open MPI's mpirun launches a job by PMIx; on purpose each rank is a world of one")
    void openMpi() throws Exception {
        assumeTrue(isInstalled(OPEN_MPI), OPEN_MPI + " is not installed");
        List<String> mpirun = List.of(OPEN_MPI, "--allow-run-as-root", "--oversubscribe", "-n", "2");

        assertThat(run(command(mpirun, List.of()), 0)).contains("2 ranks, 50 laps");
        assertThat(run(command(mpirun, List.of("env", "REACTIVEMPI_ALONE=true")), 0))
                .contains("1 ranks, 50 laps")
                .doesNotContain("2 ranks");
    }

    private String launch(List<String> hydra, List<String> shell) throws IOException, InterruptedException {
        assumeTrue(isInstalled(HYDRA), HYDRA + " is not installed");
        return run(command(hydra, shell), 0);
    }

    private String run(List<String> command, int code) throws IOException, InterruptedException {
        return Ended.of(new ProcessBuilder(command), directory.resolve("output"), LIMIT_SECONDS)
                .with(code);
    }

    private static List<String> command(List<String> hydra, List<String> shell) {
        ArrayList<String> command = new ArrayList<>(hydra);
        command.addAll(shell);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Ring.class.getName(), "--laps", "50"));
        return command;
    }

    private static boolean isInstalled(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }
}
