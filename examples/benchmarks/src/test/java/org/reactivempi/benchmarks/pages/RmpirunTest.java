package org.reactivempi.benchmarks.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.transport.fixtures.Ended;

/** {@code rmpirun} as the build has made it, with a user's jar in a directory elsewhere. */
@Tag("long")
class RmpirunTest {

    private static final long LIMIT_SECONDS = 60;
    private static final Path MADE = Path.of("..", "..", "api", "rmpirun", "target", "rmpirun");
    private static final String SAYS = """
            import mpi.MPI;

            public class %s {
                public static void main(String[] args) throws Exception {
                    MPI.Init(args);
                    int[] sum = {MPI.COMM_WORLD.getRank()};
                    MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
                    System.out.println("%s " + MPI.COMM_WORLD.Rank() + " of " + MPI.COMM_WORLD.Size() + ", sum " + sum[0]
                            + ", program " + MPI.COMM_WORLD.getAttr(MPI.APPNUM));
                    MPI.Finalize();
                }
            }
            """;

    @TempDir
    Path directory;

    private Path command;

    @BeforeEach
    void made() throws IOException {
        assumeTrue(Files.isDirectory(MADE), "rmpirun is made by the phase package");
        try (Stream<Path> versions = Files.list(MADE)) {
            Path script =
                    versions.findFirst().orElseThrow().resolve("bin/rmpirun").toRealPath();
            // As on a PATH.
            command = Files.createSymbolicLink(directory.resolve("rmpirun"), script);
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(directory.resolve("app.jar")))) {
            for (String name : List.of("Main", "Manager", "Worker")) {
                Path source = Files.writeString(directory.resolve(name + ".java"), SAYS.formatted(name, name));
                int failed = compiler.run(
                        null,
                        OutputStream.nullOutputStream(),
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        source.toString());
                assertThat(failed).isZero();
                jar.putNextEntry(new ZipEntry(name + ".class"));
                jar.write(Files.readAllBytes(directory.resolve(name + ".class")));
                Files.delete(directory.resolve(name + ".class"));
            }
        }
    }

    private String run(int code, String... words) throws IOException, InterruptedException {
        List<String> whole = new ArrayList<>(List.of(command.toString()));
        whole.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(whole).directory(directory.toFile());
        builder.environment().putAll(Map.of("JAVA_HOME", System.getProperty("java.home")));
        builder.environment().remove("CLASSPATH");
        return Ended.of(builder, directory.resolve("output"), LIMIT_SECONDS).with(code);
    }

    @Test
    @DisplayName(
            "a program of the package mpi runs from a directory elsewhere, in each of the ways that the page shows")
    void fromElsewhere() throws Exception {
        assertThat(run(0, "-n", "2", "java", "-cp", "app.jar", "Main"))
                .contains("Main 0 of 2, sum 1, program 0")
                .contains("Main 1 of 2, sum 1, program 0");
        assertThat(run(0, "-np", "2", "-cp", "app.jar", "Main")).contains("Main 1 of 2, sum 1, program 0");
        assertThat(run(
                        0, "-n", "1", "java", "-cp", "app.jar", "Manager", ":", "-n", "2", "java", "-cp", "app.jar",
                        "Worker"))
                .contains("Manager 0 of 3, sum 3, program 0")
                .contains("Worker 1 of 3, sum 3, program 1")
                .contains("Worker 2 of 3, sum 3, program 1");
    }

    @Test
    @DisplayName("a class that is not there, and words that are no option, are told in one line each")
    void mistakes() throws Exception {
        assertThat(run(1, "-n", "1", "java", "-cp", "app.jar", "Missing")).contains("Missing");
        assertThat(run(2, "--no-such-option", "java", "Main")).contains("--no-such-option");
    }
}
