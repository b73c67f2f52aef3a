package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.mpi.RanksInJvm;
import programs.small.HelloWorld;

/** Each small program, from its own Init to its own Finalize, over the channels that ranks in processes take. */
class SmallProgramsTest {

    private static final String CLASS_FILE = ".class";

    static List<String> programs() throws IOException, URISyntaxException {
        Path classes = Path.of(HelloWorld.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files =
                Files.list(classes.resolve(HelloWorld.class.getPackageName().replace('.', '/')))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(CLASS_FILE) && !name.contains("$") && !name.startsWith("package-"))
                    .map(name -> name.substring(0, name.length() - CLASS_FILE.length()))
                    .sorted()
                    .toList();
        }
    }

    static Stream<Arguments> others() throws IOException, URISyntaxException {
        List<String> programs = programs();
        return Stream.of("tcp 4", "shm 2", "shm 4")
                .map(where -> where.split(" "))
                .flatMap(where ->
                        programs.stream().map(program -> Arguments.of(program, Integer.parseInt(where[1]), where[0])));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    @DisplayName("small programs of both APIs run on 2 ranks over tcp, and find what they expect")
    void onTwo(String program) {
        run(program, 2, "tcp");
    }

    @Tag("long")
    @ParameterizedTest(name = "{0} on {1} ranks over {2}")
    @MethodSource("others")
    @DisplayName("so they do on 4 ranks, and over shm")
    void elsewhere(String program, int ranks, String channel) {
        run(program, ranks, channel);
    }

    private static void run(String program, int ranks, String channel) {
        RanksInJvm.of(ranks)
                .with("REACTIVEMPI_CHANNEL", channel)
                .with("REACTIVEMPI_CHECK_TYPES", "on")
                .run("programs.small." + program);
    }

    @Test
    @DisplayName("there are more than sixty small programs, in both spellings")
    void count() throws IOException, URISyntaxException {
        assertThat(programs()).hasSizeGreaterThan(60);
        assertThat(programs().stream().filter(program -> program.endsWith("OfMpiJava")))
                .hasSizeGreaterThan(20);
    }
}
