package org.reactivempi.benchmarks.modules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The folders of the library's modules, and what is in them. */
final class Modules {

    /** The project's folder. */
    static final Path ROOT = root();

    private Modules() {}

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("transport"))) {
            folder = folder.resolve("..").normalize();
        }
        return folder;
    }

    /** All that have {@code file}. */
    static Stream<Path> with(String file) {
        return Stream.of("api", "transport")
                .flatMap(part -> list(ROOT.resolve(part)))
                .filter(module -> Files.exists(module.resolve(file)));
    }

    /** What is in a folder, in order; nothing if it is none. */
    static Stream<Path> list(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
