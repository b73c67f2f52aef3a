package org.reactivempi.conformance.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivempi.core.collective.algorithm.Algorithms;
import org.reactivempi.core.collective.algorithm.Operations;

@Tag("once")
class AlgorithmsPageTest {

    private static final Path PAGE = Path.of("../../docs/guide/collectives.md");
    private static final String TITLE = "| operation | its length | algorithms";
    private static final Pattern NAME = Pattern.compile("`([\\w-]+)`");

    @Test
    @DisplayName("COL-38 the guide has the algorithms of each operation, in the order in which the library tries them")
    void table() throws IOException {
        Map<String, List<String>> table = new LinkedHashMap<>();
        Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.startsWith(TITLE))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split("\\|"))
                .forEach(cells -> names(cells[1]).forEach(operation -> table.put(operation, names(cells[3]))));

        for (Algorithms operation : Operations.all()) {
            assertThat(table).containsEntry(operation.operation(), operation.names());
        }
    }

    private static List<String> names(String cell) {
        List<String> names = new ArrayList<>();
        Matcher name = NAME.matcher(cell);
        while (name.find()) {
            names.add(name.group(1));
        }
        return names;
    }
}
