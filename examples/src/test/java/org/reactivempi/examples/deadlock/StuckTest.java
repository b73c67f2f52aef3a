package org.reactivempi.examples.deadlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivempi.examples.failures.Job;

/** Jobs that wait for ever, as their user sees them. */
class StuckTest {

    private static final String PROGRAM = Deadlock.class.getName();

    @TempDir
    Path directory;

    @Test
    @DisplayName("PRG-4 ranks that wait for each other say how, and end the job with code 35, also with a time limit")
    void deadlock() throws Exception {
        Job job = Job.ofLauncher(directory, "-n", "2", "--in-jvm", "--timeout", "50s", PROGRAM);

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
}
