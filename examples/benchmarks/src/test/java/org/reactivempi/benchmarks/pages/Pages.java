package org.reactivempi.benchmarks.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** README.md and all pages below docs: their commands, and the programs among their Java. Any thread. */
final class Pages {

    private static final Set<String> MADE_BY_BUILDS = Set.of("target", "node_modules");

    private static final Pattern BLOCK = Pattern.compile("^```sh\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern COMMENT = Pattern.compile(" +# .*");
    private static final Pattern IN_TEXT = Pattern.compile("`(examples/run [^`\n]+)`");
    private static final Pattern PROGRAM = Pattern.compile(
            "^```java\n(import (?:(?!^```).)*?^public class (\\w+) \\{.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);

    private final Path root = root();

    /** The project's folder. */
    Path folder() {
        return root;
    }

    /** Each command once, with the page that has it first. */
    Map<String, String> commands() {
        Map<String, String> found = new LinkedHashMap<>();
        paths().forEach(page -> commands(read(page))
                .forEach(line -> found.putIfAbsent(line, root.relativize(page).toString())));
        return found;
    }

    /** A line of a block each; and examples that are named in the running text, or in a table. */
    private static Stream<String> commands(String text) {
        Stream<String> blocks =
                BLOCK.matcher(text).results().flatMap(block -> block.group(1).lines());
        Stream<String> inText = IN_TEXT.matcher(text).results().map(command -> command.group(1));
        return Stream.concat(blocks, inText)
                .map(line -> COMMENT.matcher(line).replaceFirst("").strip())
                .filter(line -> !line.isEmpty());
    }

    /** Sources by the names of their classes. */
    Map<String, String> programs() {
        Map<String, String> found = new LinkedHashMap<>();
        paths().flatMap(page -> PROGRAM.matcher(read(page)).results())
                .forEach((MatchResult program) -> found.put(program.group(2), program.group(1)));
        return found;
    }

    private Stream<Path> paths() {
        return Stream.concat(Stream.of(root.resolve("README.md")), below(root.resolve("docs")));
    }

    private static Stream<Path> below(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList().stream().flatMap(Pages::pagesOf);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> pagesOf(Path entry) {
        String name = String.valueOf(entry.getFileName());
        if (Files.isDirectory(entry)) {
            return MADE_BY_BUILDS.contains(name) ? Stream.empty() : below(entry);
        }
        return name.endsWith(".md") ? Stream.of(entry) : Stream.empty();
    }

    /** All test sources of the project, as one text. */
    String tests() {
        StringBuilder text = new StringBuilder();
        Stream.of("transport", "api", "examples")
                .flatMap(part -> walk(root.resolve(part)))
                .filter(file -> file.toString().endsWith("Test.java"))
                .forEach(file -> text.append(read(file)));
        return text.toString();
    }

    private static Stream<Path> walk(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList().stream();
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

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("docs")) || !Files.isDirectory(folder.resolve("examples"))) {
            folder = folder.resolve("..").normalize();
        }
        return folder;
    }
}
