package org.reactivempi.conformance.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A page of documentation.
 *
 * @param root the project's folder
 * @param path where the page is in it
 */
record Page(Path root, Path path) {

    private static final String README = "README.md";

    private static final Set<String> MADE_BY_BUILDS = Set.of("target", "node_modules");

    /** The README, and whatever is below docs. */
    static List<Page> all() {
        Path root = projectRoot();
        return Stream.concat(Stream.of(root.resolve(README)), below(root.resolve("docs")))
                .map(file -> new Page(root, root.relativize(file)))
                .toList();
    }

    /** Sorted. Folders that builds make are not looked into. */
    private static Stream<Path> below(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList().stream().flatMap(Page::pagesOf);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Path> pagesOf(Path entry) {
        String name = entry.getFileName().toString();
        if (Files.isDirectory(entry)) {
            return MADE_BY_BUILDS.contains(name) ? Stream.empty() : below(entry);
        }
        return name.endsWith(".md") ? Stream.of(entry) : Stream.empty();
    }

    static Page named(String path) {
        return new Page(projectRoot(), Path.of(path));
    }

    /** As a Java identifier. */
    String identifier() {
        return path.toString().replace(".md", "").replaceAll("\\W", "_");
    }

    List<String> lines() {
        try {
            return Files.readAllLines(root.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String text() {
        return String.join("\n", lines());
    }

    /** Where it is, for names of tests. */
    @Override
    public String toString() {
        return path.toString();
    }

    private static Path projectRoot() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(README)) || !Files.isDirectory(folder.resolve("docs"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
