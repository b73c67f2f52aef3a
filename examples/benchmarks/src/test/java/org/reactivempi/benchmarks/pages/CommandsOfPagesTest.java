package org.reactivempi.benchmarks.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What readers copy from the pages into their shell does what the pages say. */
class CommandsOfPagesTest {

    private static final Set<String> LAUNCHED = Set.of("Neighbours", "Survivors", "Pi", "Hello");

    private static final Pages PAGES = new Pages();
    private static final String TESTS = PAGES.tests();

    @TempDir
    static Path folder;

    private static Shell shell;

    @BeforeAll
    static void open() throws IOException {
        assumeTrue(Shell.isPackaged(PAGES.folder()), "the examples are packaged later");
        Map<String, String> programs = PAGES.programs();
        assertThat(programs).containsKeys(LAUNCHED.toArray(String[]::new));
        programs.keySet().retainAll(LAUNCHED);
        Path desk = Files.createDirectory(folder.resolve("desk"));
        Files.copy(PAGES.folder().resolve("README.md"), desk.resolve("README.md"));
        shell = Shell.in(desk, PAGES.folder(), Programs.jar(folder, programs));
    }

    @Test
    @DisplayName("each command of a page is known, and so is its short form")
    void known() {
        assertThat(PAGES.commands())
                .allSatisfy((line, page) -> assertThat(Commands.of(line))
                        .withFailMessage(
                                "%s has the command \"%s\", which the table in %s does not have: add it there, with words that"
                                        + " end it within two seconds; or say which test runs it, or why nothing can",
                                page, line, Commands.class.getName())
                        .isPresent());
    }

    @Test
    @DisplayName("no command is kept that stands on no page any more, or twice")
    void needed() {
        assertThat(Commands.all().stream().map(Command::line))
                .doesNotHaveDuplicates()
                .isSubsetOf(PAGES.commands().keySet());
    }

    private static Stream<Command> elsewhere() {
        return Commands.all().stream().filter(command -> !command.isRunHere());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    @DisplayName("a command that is not run here is run by a test that exists, or has a reason")
    void elsewhere(Command command) {
        assertThat(command.tests().isEmpty()).isNotEqualTo(command.reason().isEmpty());
        assertThat(command.tests())
                .allSatisfy(test -> assertThat(TESTS)
                        .contains("class " + test.substring(0, test.indexOf('#')))
                        .contains(" void " + test.substring(test.indexOf('#') + 1) + "("));
    }

    private static Stream<Command> works() {
        return Commands.all().stream().filter(Command::isRunHere);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    @DisplayName("a command does what its page says")
    void works(Command command) {
        Shell.End end = shell.run(command.shortForm());

        assertThat(end.code()).as("%s", end.printed()).isEqualTo(command.code());
        assertThat(command.words()).allSatisfy(word -> assertThat(end.printed()).contains(word));
        assertThat(command.files())
                .allSatisfy(file -> assertThat(shell.folder().resolve(file)).isNotEmptyFile());
    }
}
