package org.reactivempi.benchmarks.soak.side;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A JVM of this class path that is no part of this rank's job, and what it says. */
final class Child {

    private static final List<String> PLACE_OF_THIS_JOB = List.of("PMI_", "PMIX_", "MPI_", "REACTIVEMPI_");
    private static final List<String> SMALL = List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final int LAST_LINES = 12;
    /** What an interrupt from the terminal ends a process with, which reaches all processes. */
    private static final int INTERRUPTED = 130;

    private static final int TERMINATED = 143;

    private final Process process;
    private final Thread reader;
    private final Deque<String> last = new ArrayDeque<>();

    private Child(Process process, Consumer<String> lines) {
        this.process = process;
        this.reader = new Thread(() -> read(lines), "soak-child-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** Options of a small JVM. */
    static List<String> small() {
        return SMALL;
    }

    /** Starts a main class; {@code lines} gets what it says, on a thread of its own. */
    static Child start(
            List<String> options,
            String mainClass,
            List<String> arguments,
            Map<String, String> environment,
            Consumer<String> lines)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SMALL);
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment()
                .keySet()
                .removeIf(name -> PLACE_OF_THIS_JOB.stream().anyMatch(name::startsWith));
        builder.environment().putAll(environment);
        return new Child(builder.start(), lines);
    }

    private void read(Consumer<String> lines) {
        try (BufferedReader output = process.inputReader(UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                remember(line);
                lines.accept(line);
            }
        } catch (IOException ended) {
            // It was ended from here, in the middle of a line.
        }
    }

    private synchronized void remember(String line) {
        last.add(line);
        if (last.size() > LAST_LINES) {
            last.remove();
        }
    }

    synchronized String lastLines() {
        return String.join(" | ", last);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for its end and for all that it has said. */
    int await() throws InterruptedException {
        int code = process.waitFor();
        reader.join();
        return code;
    }

    /** Whether the user has ended it, along with everything else. */
    boolean isInterrupted() {
        return !process.isAlive() && (process.exitValue() == INTERRUPTED || process.exitValue() == TERMINATED);
    }

    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    @Override
    public String toString() {
        return "process " + process.pid() + (process.isAlive() ? "" : ", which has ended with " + process.exitValue());
    }
}
