package org.reactivempi.examples.failures;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reactivempi.transport.fixtures.Ended;
import org.reactivempi.transport.launcher.Launcher;

/** A job that has ended: its exit code, what its ranks and its launcher have printed, and when it was over. */
public record Job(int code, List<String> lines, long endMillis) {

    private static final String HYDRA = "mpiexec.hydra";
    private static final long LIMIT_SECONDS = 60;
    /** So short a program isn't worth the second compiler. */
    private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";

    public static Job ofLauncher(Path directory, String... arguments) throws IOException, InterruptedException {
        return run(directory, launcher(List.of(arguments)));
    }

    /** The words that start the launcher with these arguments. */
    static List<String> launcher(List<String> arguments) {
        List<String> command = java();
        command.add(Launcher.class.getName());
        if (!arguments.contains("--in-jvm")) {
            command.addAll(List.of("--jvm-arg", ONE_COMPILER));
        }
        command.addAll(arguments);
        return command;
    }

    public static Job ofHydra(Path directory, List<String> options, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(HYDRA, "-pmi-port"));
        command.addAll(options);
        command.addAll(java());
        command.addAll(List.of(arguments));
        return run(directory, command);
    }

    /** What ranks have printed after {@code words}, in the order of the lines. */
    public List<Long> numbersBehind(String words) {
        return lines.stream()
                .filter(line -> line.contains(words))
                .map(line -> Long.parseLong(line.substring(line.indexOf(words) + words.length())))
                .toList();
    }

    public static boolean hasHydra() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, HYDRA)));
    }

    private static List<String> java() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ArrayList<>(List.of(java, ONE_COMPILER, "-cp", System.getProperty("java.class.path")));
    }

    private static Job run(Path directory, List<String> command) throws IOException, InterruptedException {
        Ended job = Ended.of(new ProcessBuilder(command), directory.resolve("output"), LIMIT_SECONDS);
        return new Job(job.code(), job.output().lines().toList(), System.currentTimeMillis());
    }
}
