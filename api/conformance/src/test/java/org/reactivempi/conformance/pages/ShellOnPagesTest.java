package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Commands on pages, also those in the running text: their options are options of the launcher, and their profiles are in the
 * build. Those of examples and of the launcher are run by the tests of examples/benchmarks.
 */
@Tag("once")
class ShellOnPagesTest {

    private static final Pattern LAUNCHER = Pattern.compile("launcher\\.Launcher ([^`|\n]*)");
    /** But for settings, which are the program's. */
    private static final Pattern OPTION = Pattern.compile("(?<= )--(?!reactivempi\\.)[a-z][a-z-]+");

    private static final Pattern PROFILE = Pattern.compile("mvn [^`|\n]*-P([a-z]+)");

    private final Path root = Page.named("README.md").root();

    private static Stream<Page> pages() {
        return Stream.concat(Page.all().stream(), Stream.of(Page.named("CONTRIBUTING.md")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    @DisplayName("the launcher knows its options")
    void launcher(Page page) {
        LAUNCHER.matcher(page.text())
                .results()
                .forEach(command -> assertThat(unknown(" " + command.group(1), Stream.of(root.resolve("transport"))))
                        .describedAs(command.group())
                        .isEmpty());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    @DisplayName("the build has the profiles")
    void profiles(Page page) {
        String poms = read(root.resolve("pom.xml"))
                + read(root.resolve("api/stress/pom.xml"))
                + read(root.resolve("api/conformance/pom.xml"));
        PROFILE.matcher(page.text())
                .results()
                .forEach(command ->
                        assertThat(poms).describedAs(command.group()).contains("<id>" + command.group(1) + "</id>"));
    }

    /** The options among the words that no source in the folders reads. */
    private static List<String> unknown(String words, Stream<Path> folders) {
        String sources = sources(folders);
        return OPTION.matcher(words)
                .results()
                .map(MatchResult::group)
                .filter(option -> !sources.contains("\"" + option + "\""))
                .toList();
    }

    private static String sources(Stream<Path> folders) {
        StringBuilder text = new StringBuilder();
        folders.flatMap(ShellOnPagesTest::walk)
                .filter(path -> path.toString().endsWith(".java"))
                .filter(path -> path.toString().contains("main"))
                .forEach(path -> text.append(read(path)));
        return text.toString();
    }

    private static Stream<Path> walk(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
