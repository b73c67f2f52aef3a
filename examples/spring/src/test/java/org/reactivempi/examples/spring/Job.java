package org.reactivempi.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reactivempi.transport.launcher.Launcher;
import reactor.core.publisher.Flux;

/** The example, launched on some ranks. */
final class Job implements AutoCloseable {

    static final Duration LIMIT = Duration.ofSeconds(50);

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Pattern INVITATION = Pattern.compile("open http://localhost:(\\d+)/");

    private final Process launcher;
    private final Path output;

    private Job(Process launcher, Path output) {
        this.launcher = launcher;
        this.output = output;
    }

    static Job start(Path directory, int ranks, String... arguments) throws IOException {
        Path output = Files.createTempFile(directory, "job", ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Launcher.class.getName(),
                "-n",
                Integer.toString(ranks),
                "--jvm-arg",
                "-XX:TieredStopAtLevel=1",
                SpringExample.class.getName()));
        command.addAll(List.of(arguments));
        Process launcher = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new Job(launcher, output);
    }

    /** Waits for the web server; fails when the job ends instead. */
    int port() {
        String text = Flux.interval(Duration.ZERO, LOOK)
                .map(look -> output())
                .filter(said -> INVITATION.matcher(said).find() || !launcher.isAlive())
                .blockFirst(LIMIT);
        Matcher matcher = INVITATION.matcher(String.valueOf(text));
        assertThat(matcher.find()).as(text).isTrue();
        return Integer.parseInt(matcher.group(1));
    }

    String output() {
        try {
            return Files.readString(output, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** As Ctrl-C does. */
    void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(launcher.pid()))
                .start()
                .waitFor();
    }

    int exitCode() throws InterruptedException {
        assertThat(launcher.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as(output())
                .isTrue();
        return launcher.exitValue();
    }

    List<ProcessHandle> ranks() {
        return launcher.descendants().toList();
    }

    @Override
    public void close() {
        launcher.destroy();
        try {
            if (!launcher.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                launcher.destroyForcibly();
            }
        } catch (InterruptedException e) {
            launcher.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
