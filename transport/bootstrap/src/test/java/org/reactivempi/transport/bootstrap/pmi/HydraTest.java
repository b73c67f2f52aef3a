package org.reactivempi.transport.bootstrap.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.bootstrap.programs.Neighbours;

/** Ranks of MPICH's launcher, where that is installed. */
class HydraTest {

    private static final List<String> RANK = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Neighbours.class.getName());

    @Tag("long")
    @Test
    @DisplayName(
            "LIF-1 MPICH's Hydra launches the same program, by port, by descriptor, and by standard input; what a rank says after its end is said")
    void hydra() throws Exception {
        assumeThat(Stream.of(System.getenv("PATH").split(File.pathSeparator)))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "mpiexec.hydra")));
        List<String> byPort = new ArrayList<>(List.of("mpiexec.hydra", "-pmi-port", "-n", "3"));
        byPort.addAll(RANK);
        List<String> byDescriptor = new ArrayList<>(List.of("mpiexec.hydra", "-n", "3"));
        byDescriptor.addAll(RANK);
        String line = String.join(" ", RANK);
        List<String> byShell = List.of("mpiexec.hydra", "-n", "3", "bash", "-c", "exec " + line + " 0<&$PMI_FD");

        for (List<String> command : List.of(byPort, byDescriptor, byShell)) {
            Process hydra =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            assertThat(hydra.inputReader(StandardCharsets.UTF_8).lines())
                    .containsExactlyInAnyOrder(
                            "rank 0 of 3, 3 here, sees at-1",
                            "rank 1 of 3, 3 here, sees at-2",
                            "rank 2 of 3, 3 here, sees at-0");
            assertThat(hydra.waitFor()).isZero();
        }
    }
}
