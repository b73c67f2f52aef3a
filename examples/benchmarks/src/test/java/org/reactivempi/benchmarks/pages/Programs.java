package org.reactivempi.benchmarks.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;

/** Makes a jar of programs that stand on pages, as their readers do. Any thread. */
final class Programs {

    private final Path folder;

    private Programs(Path folder) {
        this.folder = folder;
    }

    /**
     * Compiles them.
     *
     * @param folder for sources, classes and the jar
     * @param sources by the names of their classes
     */
    static Path jar(Path folder, Map<String, String> sources) throws IOException {
        Programs programs = new Programs(folder);
        Path classes = programs.compile(sources);
        Path jar = folder.resolve("programs.jar");
        programs.run("jar", List.of("--create", "--file", jar.toString(), "-C", classes.toString(), "."));
        return jar;
    }

    private Path compile(Map<String, String> sources) throws IOException {
        Path classes = folder.resolve("classes");
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path")));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = folder.resolve(source.getKey() + ".java");
            arguments.add(Files.writeString(file, source.getValue()).toString());
        }
        run("javac", arguments);
        return classes;
    }

    private void run(String tool, List<String> arguments) {
        int code = ToolProvider.findFirst(tool)
                .orElseThrow()
                .run(System.out, System.err, arguments.toArray(String[]::new));
        assertThat(code).as("%s %s", tool, arguments).isZero();
    }
}
