package org.reactivempi.examples.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that are killed, and jobs that are aborted. */
@Tag("long")
class MortalsTest {

    private static final String PROGRAM = Mortals.class.getName();
    private static final String SILENT = Silent.class.getName();

    @TempDir
    Path directory;

    /** A job whose other ranks go on when one has failed. */
    private Job goingOn(int ranks, String channel, String... program) throws Exception {
        String[] options = {"-n", Integer.toString(ranks), "--on-failure", "continue", "--channel", channel};
        return Job.ofLauncher(
                directory, Stream.of(options, program).flatMap(Stream::of).toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm,tcp", "tcp"})
    @DisplayName("LIF-4 a rank is killed; the others hear of it, shrink, agree, and end well")
    void killed(String channel) throws Exception {
        Job job = goingOn(3, channel, PROGRAM, "kill", "--reactivempi.reconnect-timeout=2s");

        assertThat(job.lines())
                .contains(
                        "reactive-mpi: rank 2 was killed by signal 9; the others go on",
                        "rank 0 lost rank 2, and knows since when",
                        "rank 1 lost rank 2, and knows since when",
                        "rank 0 agrees on -4",
                        "rank 1 agrees on -4");
        assertThat(job.lines())
                .as("the launcher tells of the dead rank once, and the others' logs do not repeat it")
                .noneMatch(line -> line.contains("LinkState"))
                .filteredOn(line -> line.startsWith("reactive-mpi: rank 2"))
                .hasSize(1);
        assertThat(job.code()).as("%s", job.lines()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm,tcp", "tcp"})
    @DisplayName("LIF-4 a receive doesn't wait for ever for a dead rank that nobody has ever talked to")
    void killedBeforeAnyMessage(String channel) throws Exception {
        Job job = goingOn(2, channel, PROGRAM, "kill early", "--reactivempi.reconnect-timeout=2s");

        assertThat(job.lines())
                .contains("rank 0 hears of ProcessFailedException", "rank 0 hears of ProcessFailedPendingException")
                .as("nobody is pointed at shared memory because a rank has died")
                .noneMatch(line -> line.contains("WARN") && line.contains("shm"));
        assertThat(job.code()).as("%s", job.lines()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp", "rsocket"})
    @DisplayName(
            "LIF-4 a rank that is stopped for ever, and one that keeps its progress thread, fail as if they had died")
    void silentForEver(String channel) throws Exception {
        Job job = goingOn(
                4,
                channel,
                SILENT,
                "for ever",
                "--reactivempi.heartbeat-interval=200ms",
                "--reactivempi.reconnect-timeout=1500ms");

        assertThat(job.lines())
                .contains(
                        "rank 0 gives rank 2 up",
                        "rank 0 gives rank 3 up",
                        "rank 1 gives rank 2 up",
                        "rank 1 gives rank 3 up",
                        "rank 0 agrees on -4",
                        "rank 1 agrees on -4");
        assertThat(job.code()).as("%s", job.lines()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp", "rsocket"})
    @DisplayName("LIF-4 a rank that is stopped for less than the reconnect-timeout loses nothing, and nobody loses it")
    void silentForAWhile(String channel) throws Exception {
        Job job = goingOn(
                4,
                channel,
                SILENT,
                "for a while",
                "--reactivempi.heartbeat-interval=200ms",
                "--reactivempi.reconnect-timeout=20s");

        assertThat(job.lines()).contains("rank 0 hears of all", "rank 1 hears of all");
        assertThat(job.code()).as("%s", job.lines()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm", "rsocket"})
    @DisplayName("LIF-4 what waits for a rank whose process is killed under our launcher ends within a second")
    void killedAndNoticed(String channel) throws Exception {
        Job job = goingOn(4, channel, PROGRAM, "be killed");

        long killed = job.numbersBehind("rank 0 kills 2 at ").get(0);
        for (String end : List.of(
                "a receive of 2 ends with PROC_FAILED at ",
                "a send of 2 ends with PROC_FAILED at ",
                "a receive from any of 2 ends with PROC_FAILED_PENDING at ")) {
            assertThat(job.numbersBehind(end))
                    .as("%s%s", end, job.lines())
                    .hasSize(2)
                    .allMatch(heard -> heard <= killed + 1000);
        }
        assertThat(job.code()).as("%s", job.lines()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"end", "continue"})
    @DisplayName("LIF-3 an abort ends all ranks within 5 s, also those that don't end when they are told to")
    void abortedInTime(String onFailure) throws Exception {
        Job job = Job.ofLauncher(directory, "-n", "3", "--on-failure", onFailure, PROGRAM, "abort the stubborn");

        assertThat(job.code()).as("%s", job.lines()).isEqualTo(7);
        assertThat(job.endMillis())
                .isLessThanOrEqualTo(job.numbersBehind("rank 2 aborts at ").get(0) + 5000);
        assertThat(job.numbersBehind(" has the number "))
                .hasSize(2)
                .noneMatch(process ->
                        ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false));
        assertThat(job.lines()).noneMatch(line -> line.contains("killed"));
        String line = "reactive-mpi: rank 2 has aborted the job with code 7; the remaining ranks were ended";
        assertThat(job.lines().contains(line)).isEqualTo(onFailure.equals("continue"));
    }

    @Test
    @DisplayName("LIF-4 a rank that has finalized without ever talking to this one has not failed")
    void finalizedBeforeAnyMessage() throws Exception {
        Job job = Job.ofLauncher(directory, "-n", "3", PROGRAM, "finalize");

        assertThat(job.lines()).contains("rank 0 0 failed");
        assertThat(job.code()).as("%s", job.lines()).isZero();
    }

    @Test
    @DisplayName("LIF-4 under Hydra, too, such a rank has not failed")
    void finalizedUnderHydra() throws Exception {
        assumeTrue(Job.hasHydra(), "Hydra is not installed");
        Job job = Job.ofHydra(directory, List.of("-n", "3"), PROGRAM, "finalize");

        assertThat(job.lines()).contains("rank 0 0 failed");
        assertThat(job.code()).as("%s", job.lines()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm,tcp", "tcp"})
    @DisplayName("LIF-2 a rank whose message doesn't reach a stopped process ends with code 1, and says why")
    void stopped(String channel) throws Exception {
        Job job = Job.ofLauncher(
                directory,
                "-n",
                "2",
                "--timeout",
                "40s",
                "--channel",
                channel,
                PROGRAM,
                "stop",
                "--reactivempi.reconnect-timeout=2s");

        assertThat(job.lines())
                .anyMatch(line -> line.contains("rank 0: not all that was sent has been delivered: rank 1 "));
        assertThat(job.code()).isEqualTo(1);
    }

    @Test
    @DisplayName("RX-8 a stack that overflows in an operator ends the rank with code 1 and the error")
    void overflow() throws Exception {
        Job job = Job.ofLauncher(directory, "-n", "2", "--timeout", "20s", PROGRAM, "overflow");

        assertThat(job.lines()).anyMatch(line -> line.contains("rank 1: java.lang.StackOverflowError"));
        assertThat(job.code()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--on-failure=end", "--on-failure=continue", "--in-jvm"})
    @DisplayName("LIF-3 a rank aborts: all end, with its code")
    void aborted(String option) throws Exception {
        Job job = Job.ofLauncher(directory, "-n", "3", "--timeout", "20s", option, PROGRAM, "abort");

        assertThat(job.code()).as("%s", job.lines()).isEqualTo(7);
    }

    @Test
    @DisplayName("LIF-3 a rank aborts under Hydra: all end, with its code")
    void abortedUnderHydra() throws Exception {
        assumeTrue(Job.hasHydra(), "Hydra is not installed");
        Job job = Job.ofHydra(directory, List.of("-n", "3"), PROGRAM, "abort");

        assertThat(job.code()).as("%s", job.lines()).isEqualTo(7);
    }
}
