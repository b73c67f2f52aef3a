package org.reactivempi.conformance.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A page of documentation.
 *
 * @param root the project's folder
 * @param path where the page is in it
 */
record Page(Path root, Path path) {

    static final String README = "README.md";

    /** The README, the changelog and the like, and all of docs, in the order of their names. */
    static List<Page> all() {
        Path root = projectRoot();
        try (Stream<Path> top = Files.list(root);
                Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .map(file -> new Page(root, root.relativize(file)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Page named(String path) {
        return new Page(projectRoot(), Path.of(path));
    }

    /** Whether readers are to copy its Java; elsewhere, Java may be a sketch. */
    boolean isForUsers() {
        return path.equals(Path.of(README)) || path.startsWith("docs/guide");
    }

    /** Without folder and ending. */
    String name() {
        return path.getFileName().toString().replace(".md", "");
    }

    List<String> lines() {
        try {
            return Files.readAllLines(root.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a link on this page leads to; it need not exist. */
    Path target(String link) {
        return root.resolve(path).resolveSibling(link);
    }

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
