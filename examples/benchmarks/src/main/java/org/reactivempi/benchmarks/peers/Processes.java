package org.reactivempi.benchmarks.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands, one at a time, in a folder of their own that is gone afterwards.
 *
 * <pre>
 *  run: start --> wait --> read the output
 *                  ^ |
 *                  | +--time is up--+
 *  Ctrl-C: a shutdown hook ---------+--> end the process and its children
 * </pre>
 */
final class Processes implements AutoCloseable {

    private static final long POLITE_MILLIS = 5000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Path folder;
    private final Duration limit;
    private final Thread hook = new Thread(this::stop, "peers-stop");
    private @Nullable Process running;
    private boolean stopped;

    private Processes(Path folder, Duration limit) {
        this.folder = folder;
        this.limit = limit;
    }

    /** Opens the folder; a JVM that is told to end, ends the commands as well. */
    static Processes open(Duration limitOfEach) throws IOException {
        Processes processes = new Processes(Files.createTempDirectory("reactive-mpi-peers"), limitOfEach);
        Runtime.getRuntime().addShutdownHook(processes.hook);
        return processes;
    }

    /** For what the commands need or make. */
    Path folder() {
        return folder;
    }

    /** Runs a command to its end; is interrupted when all shall end. */
    Outcome run(List<String> command, Map<String, String> environment)
            throws TaskFailure, IOException, InterruptedException {
        Path output = folder.resolve("output");
        Path errors = folder.resolve("errors");
        long start = System.nanoTime();
        Process process = start(command, environment, output, errors);
        try {
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            double wallMillis = (System.nanoTime() - start) / NANOS_PER_MILLI;
            refuseIfStopped();
            if (!ended) {
                String limited = "has not ended within " + limit.toMillis() / 1000.0 + " s";
                throw new TaskFailure(limited + lastWords(errors, output));
            }
            if (process.exitValue() != 0) {
                throw new TaskFailure("ended with code " + process.exitValue() + reason(errors));
            }
            return new Outcome(read(output), wallMillis);
        } finally {
            end(process);
        }
    }

    private synchronized Process start(List<String> command, Map<String, String> environment, Path output, Path errors)
            throws IOException, InterruptedException {
        refuseIfStopped();
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        running = process;
        return process;
    }

    private synchronized void refuseIfStopped() throws InterruptedException {
        if (stopped) {
            throw new InterruptedException("stopped");
        }
    }

    /** Politely first: launchers then end their ranks. */
    private static void end(Process process) {
        List<ProcessHandle> family = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .filter(ProcessHandle::isAlive)
                .toList();
        process.destroy();
        try {
            process.waitFor(POLITE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        family.forEach(ProcessHandle::destroyForcibly);
    }

    /** Ends the command; the thread that runs it starts no other. */
    void stop() {
        @Nullable Process last;
        synchronized (this) {
            stopped = true;
            last = running;
        }
        if (last != null) {
            end(last);
        }
        deleteFolder();
    }

    /** The first error that a compiler tells of, or else what was said last. */
    private static String reason(Path errors) throws IOException {
        Optional<String> error =
                read(errors).lines().filter(line -> line.contains("error: ")).findFirst();
        return error.isPresent() ? behindColon(error.get()) : lastWords(errors);
    }

    /** What was said last, in the first file where anything was. */
    private static String lastWords(Path... files) throws IOException {
        for (Path file : files) {
            Optional<String> last =
                    read(file).lines().filter(line -> !line.isBlank()).reduce((earlier, later) -> later);
            if (last.isPresent()) {
                return behindColon(last.get());
            }
        }
        return "";
    }

    private static String behindColon(String line) {
        return ": " + line.strip();
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
            stop();
        } catch (IllegalStateException e) {
            // The hook runs, and does the same.
        }
    }

    private void deleteFolder() {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // It stands in the system's folder for temporary files, which somebody else empties.
        }
    }
}
