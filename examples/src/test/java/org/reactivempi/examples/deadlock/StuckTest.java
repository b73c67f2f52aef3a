package org.reactivempi.examples.deadlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.examples.failures.Job;
import org.reactivempi.transport.bootstrap.launcher.Launcher;

/** Jobs that wait for ever, as their user sees them. */
class StuckTest {

    private static final String PROGRAM = Deadlock.class.getName();

    @TempDir
    Path directory;

    @Test
    @DisplayName("PRG-4 ranks that wait for each other say how, and end the job with code 35")
    void deadlock() throws Exception {
        Job job = Job.ofLauncher(directory, "-n", "2", "--in-jvm", PROGRAM);

        assertThat(job.lines())
                .anyMatch(line -> line.contains("deadlock: ranks 0 and 1 wait for each other"))
                .anyMatch(line -> line.contains("rank 0 waits for irecv(source 1, tag 7, world), for "))
                .anyMatch(line -> line.contains("rank 1 waits for irecv(source 0, tag 7, world), for "))
                .anyMatch(line -> line.contains("called at checkpoint(\"the receive from the previous rank\")"))
                .anyMatch(line -> line.contains("cycle: rank 0 -> rank 1 -> rank 0"));
        assertThat(job.code()).as("%s", job.lines()).isEqualTo(35);
    }

    @Test
    @DisplayName("PRG-5 short messages that are all sent first come through; nobody says anything")
    void shortOnes() throws Exception {
        Job job = Job.ofLauncher(directory, "-n", "3", "--in-jvm", PROGRAM, "--mode", "send", "--size", "8");

        assertThat(job.lines())
                .containsExactlyInAnyOrder(
                        "rank 0 has its message", "rank 1 has its message", "rank 2 has its message");
        assertThat(job.code()).isZero();
    }

    @Test
    @DisplayName("--deadlock of the launcher names what it may be")
    void wrongOption() throws Exception {
        Job job = Job.ofLauncher(directory, "--deadlock=panic", PROGRAM);

        assertThat(job.lines()).singleElement().asString().contains("panic").contains("[REPORT, ABORT]");
        assertThat(job.code()).isEqualTo(2);
    }

    @Test
    @Timeout(60)
    @DisplayName("SIGUSR1 to the launcher has every rank tell what it waits for, and harms nobody")
    void question() throws Exception {
        Process launcher = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Launcher.class.getName(),
                        "-n",
                        "2",
                        PROGRAM,
                        "--reactivempi.deadlock=report"))
                .redirectErrorStream(true)
                .start();
        try (BufferedReader lines = launcher.inputReader(StandardCharsets.UTF_8)) {
            readUntil(lines, line -> line.contains("cycle: rank 0 -> rank 1 -> rank 0"));
            for (int i = 0; i < 2; i++) {
                new ProcessBuilder("kill", "-USR1", Long.toString(launcher.pid()))
                        .start()
                        .waitFor();
                readUntil(lines, line -> line.contains("rank ") && line.contains(" of 2 at "));
                readUntil(lines, line -> line.contains("rank ") && line.contains(" of 2 at "));
                readUntil(lines, line -> line.contains("irecv(source ") && line.contains("POSTED"));
            }
            assertThat(launcher.isAlive()).isTrue();
        } finally {
            launcher.descendants().forEach(ProcessHandle::destroyForcibly);
            launcher.destroyForcibly();
        }
    }

    private static void readUntil(BufferedReader lines, Predicate<String> wanted) throws IOException {
        String line = lines.readLine();
        while (line != null && !wanted.test(line)) {
            line = lines.readLine();
        }
        assertThat(line).isNotNull();
    }
}
