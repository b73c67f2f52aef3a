package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A reader of the folder list, or of the table of modules, sees all of them. */
@Tag("once")
class ModulesOnPagesTest {

    private static final List<String> LAYERS = List.of("api", "transport", "examples");
    private static final Pattern FOLDERS = Pattern.compile("^( *)((?:[a-z-]+/ ?)+)", Pattern.MULTILINE);
    private static final Pattern CELL = Pattern.compile("^\\| (`[^|]+`) \\|", Pattern.MULTILINE);
    private static final Pattern NAME = Pattern.compile("`([a-z/-]+)`");

    /** Versions, a zip, and what is for tests of our own. */
    private static final Set<String> IN_NO_TABLE =
            Set.of("api/bom", "api/rmpirun", "api/conformance", "api/stress", "transport/fixtures");

    @Test
    @DisplayName("the list of folders in CONTRIBUTING.md has all modules, and no others")
    void folders() throws IOException {
        String text = Page.named("CONTRIBUTING.md").text();
        int start = text.indexOf("\napi/ ");
        List<String> listed = new ArrayList<>();
        String layer = "";
        for (MatchResult line : matches(FOLDERS, text.substring(start, text.indexOf("\n```", start)))) {
            if (line.group(1).isEmpty()) {
                layer = line.group(2).strip();
            } else {
                for (String folder : line.group(2).strip().split(" ")) {
                    listed.add(layer + folder.substring(0, folder.length() - 1));
                }
            }
        }
        assertThat(listed).containsExactlyInAnyOrderElementsOf(modules(LAYERS));
    }

    @Test
    @DisplayName(
            "the table of docs/architecture.md has a row for each module below api and transport that programs may use")
    void rows() throws IOException {
        String text = Page.named("docs/architecture.md").text();
        String table = text.substring(text.indexOf("| module |"), text.indexOf("## One thread"));
        List<String> named = new ArrayList<>();
        for (MatchResult cell : matches(CELL, table)) {
            String layer = "";
            for (MatchResult name : matches(NAME, cell.group(1))) {
                // "`transport/local`, `shm`" are of one layer.
                int slash = name.group(1).indexOf('/') + 1;
                layer = slash == 0 ? layer : name.group(1).substring(0, slash);
                named.add(layer + name.group(1).substring(slash));
            }
        }
        List<String> expected = modules(List.of("api", "transport"));
        expected.removeAll(IN_NO_TABLE);
        assertThat(named).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static List<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }

    private static List<String> modules(List<String> layers) throws IOException {
        List<String> modules = new ArrayList<>();
        for (String layer : layers) {
            try (Stream<Path> folders = Files.list(Page.named(layer).root().resolve(layer))) {
                folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                        .forEach(folder -> modules.add(layer + "/" + folder.getFileName()));
            }
        }
        return modules;
    }
}
