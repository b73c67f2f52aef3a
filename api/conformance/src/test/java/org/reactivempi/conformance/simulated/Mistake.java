package org.reactivempi.conformance.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A mistake that is put into the engine.
 *
 * @param name in words
 * @param file below the engine's package
 * @param before what stands in it, once
 * @param after what is put in its place
 */
record Mistake(String name, String file, String before, String after) {

    private static final String ENGINE = "transport/engine/src/main/java";
    private static final String PACKAGE = "org/reactivempi/transport/engine";

    /** All that the tests' resources have. */
    static List<Mistake> all() throws IOException {
        List<Mistake> all = new ArrayList<>();
        List<String> lines = Files.readAllLines(root().resolve("api/conformance/src/test/resources/mutations.txt"));
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("== ")) {
                all.add(new Mistake(
                        lines.get(i).substring("== ".length()),
                        value("file: ", lines.get(i + 1)),
                        value("before: ", lines.get(i + 2)),
                        value("after: ", lines.get(i + 3))));
            }
        }
        return all;
    }

    private static String value(String name, String line) {
        assertThat(line).startsWith(name);
        return line.substring(name.length());
    }

    /** That of the project. */
    static Path root() {
        return Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
                .takeWhile(folder -> folder != null)
                .filter(folder -> Files.isDirectory(folder.resolve(ENGINE)))
                .findFirst()
                .orElseThrow();
    }

    /** Compiles the file with the mistake into a folder; what is already there is as it was. */
    void plant(Path folder) throws IOException {
        String source = Files.readString(root().resolve(ENGINE).resolve(PACKAGE).resolve(file));
        int at = source.indexOf(before);
        assertThat(at).as("%s has \"%s\"", file, before).isNotNegative();
        assertThat(source.indexOf(before, at + 1)).as("%s has it once", file).isNegative();
        Path wrong = folder.resolve("source").resolve(Path.of(file).getFileName());
        Files.createDirectories(wrong.getParent());
        Files.writeString(wrong, source.replace(before, after));
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-nowarn",
                        "--release",
                        "17",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.resolve("classes").toString(),
                        wrong.toString());
        assertThat(code).as("compiled").isZero();
    }

    @Override
    public String toString() {
        return name;
    }
}
