package org.reactivempi.examples.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that are killed, and jobs that are aborted. */
@Tag("once")
class MortalsTest {

    private static final String PROGRAM = Mortals.class.getName();

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"shm,tcp", "tcp"})
    @DisplayName("LIF-4 a rank is killed; the others hear of it, shrink, agree, and end well")
    void killed(String channel) throws Exception {
        Job job = Job.ofLauncher(
                directory,
                "-n",
                "3",
                "--on-failure",
                "continue",
                "--channel",
                channel,
                PROGRAM,
                "kill",
                "--reactivempi.reconnect-timeout=2s");

        assertThat(job.lines())
                .contains(
                        "reactive-mpi: rank 2 was killed by signal 9; the others go on",
                        "rank 0 lost rank 2, and knows since when",
                        "rank 1 lost rank 2, and knows since when",
                        "rank 0 agrees on -4",
                        "rank 1 agrees on -4");
        assertThat(job.code()).as("%s", job.lines()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm,tcp", "tcp"})
    @DisplayName("LIF-4 a receive doesn't wait for ever for a dead rank that nobody has ever talked to")
    void killedBeforeAnyMessage(String channel) throws Exception {
        Job job = Job.ofLauncher(
                directory,
                "-n",
                "2",
                "--on-failure",
                "continue",
                "--channel",
                channel,
                PROGRAM,
                "kill early",
                "--reactivempi.reconnect-timeout=2s");

        assertThat(job.lines())
                .contains("rank 0 hears of ProcessFailedException", "rank 0 hears of ProcessFailedPendingException");
        assertThat(job.code()).as("%s", job.lines()).isZero();
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
