package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program of the tests in a JVM of its own, for measures that the tests' own watches would spoil. */
public final class ChildJvm {

    private static final long LIMIT_SECONDS = 600;

    private ChildJvm() {}

    /** Returns what the program printed; fails unless it ends well and in time. Newer JVMs write warnings as well. */
    static String run(Path directory, Class<?> program, String... arguments) throws IOException, InterruptedException {
        return run(directory, List.of(), program, arguments);
    }

    /** The same, with options for the JVM. */
    static String run(Path directory, List<String> options, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        return awaited(
                program(options, program, arguments)
                        .redirectError(directory.resolve("errors").toFile()),
                directory);
    }

    /** The JVM, before it is started. */
    public static ProcessBuilder program(List<String> options, Class<?> program, String... arguments) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(java, "-cp", System.getProperty("java.class.path")));
        command.addAll(options);
        command.add(program.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    /** Starts it and returns what it printed; where its standard error is not redirected, nobody reads that. */
    public static String awaited(ProcessBuilder program, Path directory) throws IOException, InterruptedException {
        Path output = directory.resolve("output");
        Path errors = directory.resolve("errors");
        Process child = program.redirectOutput(output.toFile()).start();
        try {
            boolean ended = child.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            String wrong = Files.exists(errors) ? Files.readString(errors, StandardCharsets.UTF_8) : "not read";
            assertThat(ended).as("ended in time, errors: %s", wrong).isTrue();
            assertThat(child.exitValue()).as("exit code, errors: %s", wrong).isZero();
            return Files.readString(output, StandardCharsets.UTF_8);
        } finally {
            child.destroyForcibly();
        }
    }
}
