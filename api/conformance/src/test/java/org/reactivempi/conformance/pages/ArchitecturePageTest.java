package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each file that docs/architecture.md names as an answer, and each class that it says has a message, exists. */
@Tag("once")
class ArchitecturePageTest {

    private static final Page PAGE = Page.named("docs/architecture.md");

    /** A row of "Where to look": a question, and a folder with a file. */
    private static final Pattern ANSWER = Pattern.compile("^\\| [^|]+\\? \\| `(\\w+/\\w+)`", Pattern.MULTILINE);

    /** A row of "Who has it meanwhile": a class of the protocols. */
    private static final Pattern HOLDER = Pattern.compile("^\\| `(\\w+)` \\| it ", Pattern.MULTILINE);

    @Test
    @DisplayName("each answer under 'Where to look' is a file")
    void answers() {
        List<String> answers = found(ANSWER);
        assertThat(answers).hasSizeGreaterThan(10);
        assertThat(answers)
                .allSatisfy(answer -> assertThat(sources()).anyMatch(file -> file.endsWith(answer + ".java")));
    }

    @Test
    @DisplayName("each class that has a message is one of the protocols")
    void holders() {
        List<String> holders = found(HOLDER);
        assertThat(holders).hasSizeGreaterThan(5);
        assertThat(holders)
                .allSatisfy(holder ->
                        assertThat(sources()).anyMatch(file -> file.endsWith("engine/protocol/" + holder + ".java")));
    }

    private static List<String> found(Pattern row) {
        return row.matcher(String.join("\n", PAGE.lines()))
                .results()
                .map(result -> result.group(1))
                .toList();
    }

    private static List<String> sources() {
        return Stream.of(
                        "transport/engine/src/main",
                        "transport/bootstrap/src/main",
                        "transport/launcher/src/main",
                        "api/core/src/main")
                .flatMap(ArchitecturePageTest::files)
                .toList();
    }

    private static Stream<String> files(String folder) {
        try (Stream<Path> files = Files.walk(PAGE.root().resolve(folder))) {
            return files.map(file -> file.toString().replace('\\', '/')).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
