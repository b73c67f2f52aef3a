package org.reactivempi.transport.bootstrap.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {

    /** What the ranks run here: prints nothing, but is a class of the class path. */
    static final class RankProgram {

        private RankProgram() {}

        public static void main(String[] args) {}
    }

    @TempDir
    Path directory;

    private Path jar;
    private Path file;
    private ClassArchive archive;

    @BeforeEach
    void makeJar() throws IOException {
        jar = directory.resolve("program.jar");
        file = directory.resolve("classes.jsa");
        archive = ClassArchive.of(file, jar.toString());
        String entry = RankProgram.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                InputStream in = Objects.requireNonNull(RankProgram.class.getResourceAsStream("/" + entry))) {
            out.putNextEntry(new JarEntry(entry));
            in.transferTo(out);
        }
        age(jar, 10);
    }

    @Test
    @DisplayName("rank 0 makes the archive, and from then on all ranks take their classes from it, without a word")
    void madeAndUsed() throws Exception {
        assertThat(archive.arguments(1)).isEmpty();
        assertThat(run(archive.arguments(0))).noneMatch(line -> line.contains("RankProgram"));

        assertThat(file).isNotEmptyFile();
        assertThat(archive.arguments(0)).isEqualTo(archive.arguments(1));
        assertThat(run(archive.arguments(1))).isEmpty();
        List<String> traced = new ArrayList<>(archive.arguments(1));
        traced.add("-Xlog:class+load");
        assertThat(run(traced))
                .anyMatch(line -> line.contains(RankProgram.class.getName() + " ")
                        && line.contains("source: shared objects file"));
    }

    @Test
    @DisplayName("an archive that is older than its classes is made again; one that is damaged is ignored")
    void outdated() throws Exception {
        Files.writeString(file, "no archive");
        assertThat(run(archive.arguments(1))).isEmpty();

        age(file, 20);
        assertThat(archive.arguments(1)).isEmpty();
        assertThat(run(archive.arguments(0))).isEmpty();
        assertThat(Files.size(file)).isGreaterThan(1000);
    }

    @Test
    @DisplayName("a class path with a directory has no archive")
    void directories() {
        assertThat(archive.problem()).isNull();
        assertThat(ClassArchive.of(file, jar + System.getProperty("path.separator") + directory)
                        .problem())
                .isEqualTo("--cds needs a class path of jar files; " + directory + " is a directory");
    }

    private static void age(Path path, int minutes) throws IOException {
        Files.setLastModifiedTime(path, FileTime.fromMillis(System.currentTimeMillis() - minutes * 60_000L));
    }

    /** The lines that a JVM prints which runs the program with these arguments; all is well with it. */
    private List<String> run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        command.addAll(List.of("-cp", jar.toString(), RankProgram.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text.lines().toList();
    }
}
