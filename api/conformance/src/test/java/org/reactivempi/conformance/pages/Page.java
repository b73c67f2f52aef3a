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

    private static final String README = "README.md";

    /** Those whose Java readers copy; elsewhere, it may be a sketch. */
    static List<Page> readmeAndGuide() {
        Path root = projectRoot();
        try (Stream<Path> guide = Files.list(root.resolve("docs/guide"))) {
            return Stream.concat(Stream.of(root.resolve(README)), guide.sorted())
                    .map(file -> new Page(root, root.relativize(file)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Page named(String path) {
        return new Page(projectRoot(), Path.of(path));
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

    private static Path projectRoot() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(README)) || !Files.isDirectory(folder.resolve("docs"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
