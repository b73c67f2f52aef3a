package org.reactivempi.examples.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program that runs, with the processes that it has started; a test waits for what it prints. */
final class Program implements AutoCloseable {

    private static final long LIMIT_SECONDS = 300;
    /** So short a program isn't worth the second compiler. */
    private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";

    private final Process process;
    private final BufferedReader output;
    private final List<String> lines = new ArrayList<>();

    private Program(Process process) {
        this.process = process;
        this.output = process.inputReader(UTF_8);
        // Nothing else wakes a thread that reads.
        CompletableFuture.delayedExecutor(LIMIT_SECONDS, TimeUnit.SECONDS).execute(this::close);
    }

    static Program start(Map<String, String> environment, Class<?> main, List<String> words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                ONE_COMPILER,
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return new Program(builder.start());
    }

    /** The next line with these words; fails where the program ends before. */
    String await(String words) throws IOException {
        String line = output.readLine();
        while (line != null && !line.contains(words)) {
            lines.add(line);
            line = output.readLine();
        }
        assertThat(line).as("the line with \"%s\" after %s", words, lines).isNotNull();
        lines.add(line);
        return line;
    }

    /** Its exit code, when it has printed all. */
    int end() throws IOException, InterruptedException {
        output.lines().forEach(lines::add);
        return process.waitFor();
    }

    /** What it has printed, as far as was waited for. */
    List<String> lines() {
        return lines;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** As Ctrl-C does in a terminal, but for the processes that it has started. */
    void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    /** Itself and what it has started, so that nobody hears of it from a launcher. */
    void kill() {
        Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList()
                .forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
        kill();
    }
}
