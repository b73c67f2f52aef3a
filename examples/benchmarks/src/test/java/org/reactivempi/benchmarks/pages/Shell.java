package org.reactivempi.benchmarks.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A shell in a folder of its own, where commands find what readers have in theirs.
 *
 * <p>The examples are those that the build has made before. The compilers of other MPI libraries do not work here: what is
 * measured against them takes minutes.
 */
final class Shell {

    /** How a command has ended. */
    record End(int code, String printed) {}

    private static final long LIMIT_SECONDS = 120;
    private static final String CLASS_PATH = "examples/target/class-path";
    private static final String PATH = "PATH";
    private static final List<String> COMPILERS = List.of("gcc", "mpicc.mpich", "mpicc.openmpi");

    private final Path folder;
    private final Path examples;
    private final String jars;
    private final String path;
    private final Map<String, End> ends = new HashMap<>();

    private Shell(Path folder, Path examples, String jars, String path) {
        this.folder = folder;
        this.examples = examples;
        this.jars = jars;
        this.path = path;
    }

    /**
     * Opens one.
     *
     * @param folder where commands run, and leave what they write
     * @param root of the project
     * @param programs a jar with the programs of the pages
     */
    static Shell in(Path folder, Path root, Path programs) throws IOException {
        String jars = String.join(
                File.pathSeparator,
                programs.toString(),
                root.resolve("examples/target/examples.jar").toString(),
                Files.readString(root.resolve(CLASS_PATH)).strip());
        Path broken = brokenCompilers(Files.createDirectory(folder.resolve("bin")));
        String java = Path.of(System.getProperty("java.home"), "bin").toString();
        String path = String.join(File.pathSeparator, broken.toString(), java, System.getenv(PATH));
        return new Shell(folder, root.resolve("examples/run"), jars, path);
    }

    /** Whether there is something to run: tests that are named on Maven's command line run earlier, too. */
    static boolean isPackaged(Path root) {
        return Files.exists(root.resolve(CLASS_PATH))
                && Files.exists(root.resolve("examples/benchmarks/target/class-path"));
    }

    private static Path brokenCompilers(Path bin) throws IOException {
        for (String compiler : COMPILERS) {
            File file = Files.writeString(bin.resolve(compiler), "#!/bin/sh\nexit 1\n")
                    .toFile();
            if (!file.setExecutable(true)) {
                throw new IOException(file + " cannot be made executable");
            }
        }
        return bin;
    }

    Path folder() {
        return folder;
    }

    /** Runs a line to its end, once; what takes too long is ended, with code 137. */
    End run(String line) {
        return ends.computeIfAbsent(line, this::runNow);
    }

    private End runNow(String line) {
        try {
            return runToItsEnd(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(line, e);
        }
    }

    private End runToItsEnd(String line) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process shell = start(line, output);
        try {
            if (!shell.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                end(shell);
            }
            return new End(shell.waitFor(), Files.readString(output, UTF_8));
        } finally {
            end(shell);
        }
    }

    private Process start(String line, Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", translated(line))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment());
        return builder.start();
    }

    private static void end(Process shell) {
        shell.descendants().forEach(ProcessHandle::destroyForcibly);
        shell.destroyForcibly();
    }

    private String translated(String line) {
        return line.replace("CLASSPATH", "\"$JARS\"").replaceFirst("^examples/run", "\"\\$EXAMPLES\"");
    }

    /** JVMs that live for a second are better off without the second half of their compiler. */
    private Map<String, String> environment() {
        return Map.of(
                PATH,
                path,
                "JARS",
                jars,
                "EXAMPLES",
                examples.toString(),
                "EXAMPLES_BUILD",
                "never",
                "JAVA_HOME",
                System.getProperty("java.home"));
    }
}
