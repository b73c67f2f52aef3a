package org.reactivempi.benchmarks.soak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.examples.Run;

/** The soak as its user runs it, for a few seconds. */
@Tag("long")
class SoakTest {

    private static final int INTERRUPTED = 130;
    private static final long SIGINT_BIT = 1L << (2 - 1);

    private Process soak;

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Run.class.getName(),
                "soak"));
        command.addAll(Arrays.asList(arguments));
        soak = new ProcessBuilder(command).redirectErrorStream(true).start();
        return soak;
    }

    @AfterEach
    void end() {
        if (soak != null) {
            soak.descendants().forEach(ProcessHandle::destroyForcibly);
            soak.destroyForcibly();
        }
    }

    private String output() throws IOException {
        try (BufferedReader reader = soak.inputReader(UTF_8)) {
            return reader.lines().collect(Collectors.joining("\n"));
        }
    }

    @Test
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    @DisplayName(
            "ORD-4 12 s of cuts, pauses, a kill and a return: nothing is lost, repeated or reordered, and all values are right")
    void short12Seconds() throws Exception {
        start(
                "--minutes",
                "0.2",
                "-n",
                "3",
                "--seed",
                "7",
                "--cut-every",
                "1",
                "--pause-every",
                "4",
                "--kill-every",
                "8");
        String output = output();
        assertThat(soak.waitFor()).as(output).isZero();
        // What ranks say on standard error may come after it.
        assertThat(output.lines())
                .anyMatch(line -> line.matches(
                        "soak: 3 ranks over tcp, \\d+ s, seed 7: [1-9]\\d+ messages, .*; survived [1-9]\\d* cuts, "
                                + "[1-9]\\d* pauses, [1-9]\\d* kills, [1-9]\\d* returns; 0 lost, 0 repeated, 0 reordered,"
                                + " 0 damaged; highest of a rank: .*, [1-9]\\d* threads, \\d+ descriptors"));
        assertRight(output, Lanes.known());
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "rsocket", "local"})
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    @DisplayName("the same for some seconds over another channel: what the channel cannot do stays out, and says so")
    void otherChannels(String channel) throws Exception {
        start("--minutes", "0.05", "-n", "3", "--seed", "9", "--channel", channel, "--kill-every", "8");
        String output = output();
        assertThat(soak.waitFor()).as(output).isZero();
        assertThat(output)
                .contains("soak: lane returns stays out over " + channel
                        + ": ranks of a list, which alone may return, speak over tcp");
        assertRight(
                output,
                Lanes.known().stream().filter(lane -> !lane.equals("returns")).toList());
    }

    /** Each of these lanes has moved something. */
    private static void assertRight(String output, List<String> lanes) {
        assertThat(output.lines()
                        .filter(line -> line.matches("soak: lane .* [1-9]\\d* right"))
                        .map(line -> line.split(" +")[2]))
                .as(output)
                .containsExactlyElementsOf(lanes);
    }

    @Test
    @Timeout(value = 100, unit = TimeUnit.SECONDS)
    @DisplayName("an interrupt ends it, with a summary of what was until then")
    void interrupted() throws Exception {
        assumeFalse(ignoresInterrupts(), "a shell without job control makes what runs in its background ignore SIGINT");
        start("-n", "2", "--seed", "8", "--minutes", "5", "--pause-every", "0", "--lanes", "ask,returns");
        try (BufferedReader reader = soak.inputReader(UTF_8)) {
            assertThat(reader.readLine()).isEqualTo("soak: 2 ranks over tcp for 300 s, seed 8");
            new ProcessBuilder("kill", "-INT", Long.toString(soak.pid()))
                    .start()
                    .waitFor();
            assertThat(reader.lines())
                    .anyMatch(line -> line.startsWith("soak: 2 ranks over tcp, ") && line.contains("ended early"))
                    .noneMatch(line -> line.startsWith("soak: lane plain"));
        }
        assertThat(soak.waitFor()).isEqualTo(INTERRUPTED);
    }

    private static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .map(line -> line.substring("SigIgn:".length()).trim())
                        .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & SIGINT_BIT) != 0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --minutes 0      | --minutes': 0 is not a number of minutes from 0.01 to 100000
                    --minutes ten    | --minutes': ten is not a number of minutes from 0.01 to 100000
                    -n 1             | -n': 1 is not a number of ranks from 2 to 64
                    --seed -1        | --seed': -1 is not a number from 0 to 999999999
                    --channel udp    | --channel': udp is none of tcp, shm, rsocket, local
                    --lanes rma      | --lanes' (NAMES): rma is none of plain, probed, persistent, streams, cancelled, communicators, collectives, side-by-side, collective-streams, ask, derived-types, direct-memory, records, request-lists, blocking, threads, failures, facade, kills, returns
                    --kill-every 1h  | --kill-every': 1h is not a number of seconds from 0 to 3600
                    --cut-every x    | --cut-every': x is not a number of seconds from 0 to 3600
                    --pause-every -5 | --pause-every': -5 is not a number of seconds from 0 to 3600
                    """)
    @DisplayName("wrong arguments are named in one line")
    void wrongArguments(String arguments, String problem) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, UTF_8);
        int code = Soak.run(List.of(arguments.split(" ")), List.of(), out, out);
        assertThat(printed.toString(UTF_8))
                .isEqualTo("soak: Invalid value for option '" + problem + "; --help shows all options\n");
        assertThat(code).isEqualTo(2);
    }

    @Test
    @DisplayName("an unknown option is named, and --help shows all")
    void otherArguments() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, UTF_8);
        assertThat(Soak.run(List.of("--hours", "3"), List.of(), out, out)).isEqualTo(2);
        assertThat(printed.toString(UTF_8)).startsWith("soak: Unknown option");
        assertThat(Soak.run(List.of("--help"), List.of(), out, out)).isZero();
        assertThat(printed.toString(UTF_8)).contains("--minutes");
    }
}
