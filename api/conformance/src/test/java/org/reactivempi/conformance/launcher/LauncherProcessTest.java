package org.reactivempi.conformance.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reactivempi.conformance.observe.TraceFile;
import org.reactivempi.transport.launcher.Launcher;

/** As its user's shell sees it. */
@Timeout(60)
class LauncherProcessTest {

    private static final String PROGRAM = StuckProgram.class.getName();

    @TempDir
    Path directory;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(launcher -> {
            launcher.descendants().forEach(ProcessHandle::destroyForcibly);
            launcher.destroyForcibly();
        });
    }

    @Tag("long")
    @Test
    @DisplayName(
            "PRG-4 ranks tell what they wait for when they are asked, report their deadlock, and end by it; trace and"
                    + " statistics are of what they did before")
    void stuck() throws Exception {
        Path trace = directory.resolve("trace.json");
        Process launcher = launch(
                "-n",
                "2",
                "--deadlock=abort",
                "--stats",
                "--trace",
                trace.toString(),
                PROGRAM,
                "--reactivempi.stall-after=300ms");
        try (BufferedReader out = launcher.inputReader(StandardCharsets.UTF_8);
                BufferedReader err = launcher.errorReader(StandardCharsets.UTF_8)) {
            assertThat(List.of(out.readLine(), out.readLine()))
                    .containsExactlyInAnyOrder("rank 0 waits", "rank 1 waits");
            assertSnapshots(launcher, err);
            launcher.getOutputStream().close();
            assertReport(err.lines().toList());
        }

        assertThat(launcher.waitFor()).isEqualTo(35);
        assertThat(TraceFile.check(trace).processes())
                .extracting(name -> name.substring(0, "rank 0".length()))
                .containsExactly("rank 0", "rank 1");
    }

    @Tag("long")
    @Test
    @DisplayName("SES-2 the launcher's sets and the programs of a job are sets of processes, on each of its ranks")
    void processSets() throws Exception {
        String program = SetsProgram.class.getName();
        Process launcher = launch(
                "--process-set", "ocean=0-1", "--process-set", "ice=2,0", "-n", "2", program, ":", "-n", "1", program);
        try (BufferedReader out = launcher.inputReader(StandardCharsets.UTF_8)) {
            String others = " rmpi://HOST=0,1,2 rmpi://APP/0=0,1 rmpi://APP/1=2 rmpi://PRESENT=0,1,2 ocean=0,1 ice=2,0";
            assertThat(out.lines().toList())
                    .containsExactlyInAnyOrder(
                            "rank 0: mpi://WORLD=0,1,2 mpi://SELF=0" + others,
                            "rank 1: mpi://WORLD=0,1,2 mpi://SELF=1" + others,
                            "rank 2: mpi://WORLD=0,1,2 mpi://SELF=2" + others);
        }
        assertThat(launcher.waitFor()).isZero();
    }

    @Tag("long")
    @Test
    @DisplayName("SIGUSR1 shows the stack of a progress thread that the program keeps in a signal")
    void busy() throws Exception {
        Process launcher = launch(BusyProgram.class.getName(), "--reactivempi.blocked-after=0s");
        try (BufferedReader out = launcher.inputReader(StandardCharsets.UTF_8);
                BufferedReader err = launcher.errorReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("busy");
            new ProcessBuilder("kill", "-USR1", Long.toString(launcher.pid()))
                    .start()
                    .waitFor();
            List<String> said = new ArrayList<>();
            while (!hasAll(
                    said, "rank 0: its progress thread does not answer; thread ", "BusyProgram.keepsTheThread")) {
                String line = err.readLine();
                assertThat(line).as("behind %s", said).isNotNull();
                said.add(line);
            }
            launcher.getOutputStream().close();
        }
        assertThat(launcher.waitFor()).isZero();
    }

    private static void assertSnapshots(Process launcher, BufferedReader err) throws Exception {
        new ProcessBuilder("kill", "-USR1", Long.toString(launcher.pid()))
                .start()
                .waitFor();
        List<String> said = new ArrayList<>();
        while (!hasAll(
                said,
                "rank 0 of 2 at ",
                "rank 1 of 2 at ",
                "irecv(source 1, tag 2, world), POSTED",
                "irecv(source 0, tag 2, world), POSTED")) {
            String line = err.readLine();
            assertThat(line).as("behind %s", said).isNotNull();
            said.add(line);
        }
        assertThat(launcher.isAlive()).isTrue();
    }

    private static boolean hasAll(List<String> lines, String... wanted) {
        return List.of(wanted).stream().allMatch(text -> lines.stream().anyMatch(line -> line.contains(text)));
    }

    private static void assertReport(List<String> err) {
        assertThat(err)
                .anyMatch(has("deadlock: ranks 0 and 1 wait for each other; no message is under way"))
                .anyMatch(has("rank 0 waits for irecv(source 1, tag 2, world)"))
                .anyMatch(has("rank 1 waits for irecv(source 0, tag 2, world)"))
                .anyMatch(has("cycle: rank 0 -> rank 1 -> rank 0"))
                .anyMatch(has("messages sent, and their bytes:"))
                .anyMatch(line -> line.matches(".*\\s0\\s+-\\s+1"))
                .anyMatch(line -> line.matches(".*\\s1\\s+1\\s+-"));
    }

    private static Predicate<String> has(String text) {
        return line -> line.contains(text);
    }

    @ParameterizedTest
    @CsvSource({
        "--deadlock=foo, foo, '[REPORT, ABORT]'",
        "--trace=none/there, the trace cannot be written, there is no directory",
        "--trace=/dev/full, the trace cannot be written, /dev/full is no regular file",
    })
    @DisplayName("what is wrong is said in one line before any rank starts, with code 2, and nothing is touched")
    void wrong(String option, String what, String why) throws Exception {
        boolean full = Files.exists(Path.of("/dev/full"));
        assumeTrue(full || !option.contains("/dev/full"));
        Process launcher = launch("-n", "2", option, PROGRAM);

        assertThat(lines(launcher)).singleElement().asString().contains(what).contains(why);
        assertThat(launcher.waitFor()).isEqualTo(2);
        assertThat(Files.exists(Path.of("/dev/full"))).isEqualTo(full);
    }

    private static List<String> lines(Process launcher) throws IOException {
        try (BufferedReader err = launcher.errorReader(StandardCharsets.UTF_8)) {
            return err.lines().toList();
        }
    }

    private Process launch(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Launcher.class.getName()));
        command.addAll(List.of(words));
        Process launcher =
                new ProcessBuilder(command).directory(directory.toFile()).start();
        started.add(launcher);
        return launcher;
    }
}
