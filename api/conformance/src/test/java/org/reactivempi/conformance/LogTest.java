package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What strangers may do to the log, and the log to a job: in JVMs of their own, whose standard error is what it is here. */
class LogTest {

    private static final int STRANGERS = 2000;
    private static final Pattern MORE = Pattern.compile(", and (\\d+) more in the last ");

    @TempDir
    Path directory;

    @Test
    @DisplayName("PRG-7 a process whose standard error is a full pipe goes on passing messages, and ends")
    void fullPipe() throws Exception {
        ProcessBuilder program = ChildJvm.program(List.of(), LogProgram.class, "tcp", "20", "full");
        assertThat(ChildJvm.awaited(program, directory).lines().findFirst()).hasValue("100");
    }

    @Tag("long")
    @Test
    @DisplayName("PRG-7 strangers write a line in a second, and the numbers in it add up to how many came")
    void strangers() throws Exception {
        String[] output = ChildJvm.run(directory, LogProgram.class, "tcp", Integer.toString(STRANGERS), "read")
                .split("\\R");
        List<String> lines;
        try (var errors = Files.lines(directory.resolve("errors"), StandardCharsets.UTF_8)) {
            lines = errors.filter(line -> line.contains("refused the connection with a stranger"))
                    .toList();
        }
        assertThat(lines.stream().mapToInt(LogTest::count).sum()).isEqualTo(STRANGERS);
        assertThat(lines).hasSizeBetween(2, 3 + Integer.parseInt(output[1]) / 1000);
    }

    @Tag("long")
    @Test
    @DisplayName(
            "PRG-7 a rank without descriptors says that it accepts nobody, with the limit, and accepts again when it can")
    void descriptors() throws Exception {
        ProcessBuilder program = ChildJvm.program(List.of(), LogProgram.class, "tcp", "1", "descriptors");
        program.command().addAll(0, List.of("bash", "-c", "ulimit -n 300; exec \"$@\"", "bash"));
        Process child = program.start();
        try (BufferedReader errors = child.errorReader(StandardCharsets.UTF_8)) {
            assertThat(lineWith(errors, "cannot accept connections by tcp"))
                    .contains("Too many open files; this process may have 300 descriptors, see ulimit -n");
            child.getOutputStream().write('\n');
            child.getOutputStream().close();
            lineWith(errors, "connections by tcp are accepted again");
            assertThat(child.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("100");
        } finally {
            child.destroyForcibly();
        }
    }

    private static String lineWith(BufferedReader reader, String words) throws IOException {
        String line = reader.readLine();
        while (line != null && !line.contains(words)) {
            line = reader.readLine();
        }
        assertThat(line).as("line with %s", words).isNotNull();
        return line;
    }

    private static int count(String line) {
        Matcher more = MORE.matcher(line);
        return 1 + (more.find() ? Integer.parseInt(more.group(1)) : 0);
    }
}
