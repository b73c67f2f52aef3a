package org.reactivempi.conformance.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.conformance.ChildJvm;

/** What simulated jobs are worth: mistakes that are put into the engine, one at a time, are found. */
@Tag("long")
class PlantedMistakesTest {

    @TempDir
    private Path directory;

    static List<Mistake> mistakes() throws IOException {
        return Mistake.all();
    }

    @Test
    @DisplayName("there are ten mistakes or more")
    void enough() throws IOException {
        assertThat(mistakes()).hasSizeGreaterThanOrEqualTo(10);
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    @DisplayName("SIM-12, SIM-15 a mistake in the engine is found, and told")
    void found(Mistake mistake) throws IOException, InterruptedException {
        mistake.plant(directory);
        assertThat(run(directory.resolve("classes"))).isNotBlank().doesNotStartWith(MistakenProgram.NOTHING);
    }

    private String run(Path first) throws IOException, InterruptedException {
        ProcessBuilder program = ChildJvm.program(List.of("-XX:TieredStopAtLevel=1"), MistakenProgram.class);
        List<String> command = program.command();
        int path = command.indexOf("-cp") + 1;
        command.set(path, first + File.pathSeparator + command.get(path));
        String found = ChildJvm.awaited(
                program.redirectError(directory.resolve("errors").toFile()), directory);
        Files.writeString(directory.resolve("found"), found);
        System.out.println(found.strip());
        return found;
    }
}
