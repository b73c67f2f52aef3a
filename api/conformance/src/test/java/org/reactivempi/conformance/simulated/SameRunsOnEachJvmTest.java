package org.reactivempi.conformance.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.conformance.ChildJvm;

/** A run is its seed, whatever executes it: interpreter, compilers, and each JDK that is installed beside this one. */
@Tag("long")
class SameRunsOnEachJvmTest {

    private static final String SEEDS = "200";

    @TempDir
    private Path directory;

    /** How the JVM executes a program. */
    private static final List<List<String>> WAYS =
            List.of(List.of(), List.of("-Xint"), List.of("-XX:TieredStopAtLevel=1"), List.of("-XX:-TieredCompilation"));

    @Test
    @Timeout(600)
    @DisplayName("SIM-3 the same 200 runs interpreted, compiled by either compiler or both, and on each JDK")
    void same() throws IOException, InterruptedException {
        String here = run(Path.of(System.getProperty("java.home")), List.of());
        assertThat(here.lines().map(line -> line.split(" ")[1]))
                .as("hashes")
                .hasSize(200)
                .doesNotHaveDuplicates();
        for (List<String> way : WAYS.subList(1, WAYS.size())) {
            assertThat(run(Path.of(System.getProperty("java.home")), way))
                    .as("%s", way)
                    .isEqualTo(here);
        }
        for (Path other : others()) {
            assertThat(run(other, List.of())).as("%s", other.getFileName()).isEqualTo(here);
        }
    }

    private String run(Path home, List<String> options) throws IOException, InterruptedException {
        ProcessBuilder program = ChildJvm.program(options, HashesProgram.class, SEEDS);
        program.command().set(0, home.resolve("bin").resolve("java").toString());
        return ChildJvm.awaited(
                program.redirectError(directory.resolve("errors").toFile()), directory);
    }

    /** The JDKs that stand beside that of this test, from 17 on. */
    private static List<Path> others() throws IOException {
        Path own = Path.of(System.getProperty("java.home")).toRealPath();
        try (Stream<Path> beside = Files.list(own.getParent())) {
            return beside.filter(home -> Files.isExecutable(home.resolve("bin").resolve("java")))
                    .map(SameRunsOnEachJvmTest::real)
                    .distinct()
                    .filter(home -> !home.equals(own) && release(home) >= 17)
                    .sorted()
                    .toList();
        }
    }

    private static Path real(Path home) {
        try {
            return home.toRealPath();
        } catch (IOException e) {
            return home;
        }
    }

    private static int release(Path home) {
        try (Stream<String> lines = Files.lines(home.resolve("release"))) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> line.replaceAll("[^0-9.]", "").split("\\.")[0])
                    .mapToInt(Integer::parseInt)
                    .findFirst()
                    .orElse(0);
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }
}
