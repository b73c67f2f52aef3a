package org.reactivempi.examples.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that the others have given up, and that wakes: it must not work on while they do. */
@Tag("long")
class WokenTest {

    private static final String PROGRAM = Woken.class.getName();

    private static final String[] QUICK = {
        "--reactivempi.heartbeat-interval=200ms", "--reactivempi.reconnect-timeout=1500ms"
    };

    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("written");
    }

    private Job launched(String channel, String onFailure, String what) throws Exception {
        return launched(channel, onFailure, what, QUICK[1]);
    }

    /** {@code reconnectTimeout} is that of the rank which is stopped. */
    private Job launched(String channel, String onFailure, String what, String reconnectTimeout) throws Exception {
        return Job.ofLauncher(
                directory,
                "-n",
                "2",
                "--timeout",
                "50s",
                "--on-failure",
                onFailure,
                "--channel",
                channel,
                PROGRAM,
                what,
                file().toString(),
                QUICK[0],
                QUICK[1],
                ":",
                "-n",
                "1",
                PROGRAM,
                what,
                file().toString(),
                QUICK[0],
                reconnectTimeout);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp", "rsocket"})
    @DisplayName(
            "LIF-4 the launcher ends a rank that the others have agreed to be failed; the job ends with their success")
    void agreed(String channel) throws Exception {
        Job job = launched(channel, "continue", "shrink, don't wake");

        assertThat(job.lines())
                .contains(
                        "rank 0 goes on as one of 2",
                        "rank 1 goes on as one of 2",
                        "reactive-mpi: rank 2 was given up by the other ranks, and is ended; the others go on")
                .noneMatch(line -> line.startsWith("rank 2"))
                .filteredOn(line -> line.startsWith("reactive-mpi"))
                .hasSize(1);
        assertThat(file()).content().isEqualTo("of 2\n");
        assertThat(job.code()).as("%s", job.lines()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp", "rsocket"})
    @DisplayName(
            "LIF-4 a rank that wakes before the others have agreed hears that it has failed, and ends with code 37")
    void told(String channel) throws Exception {
        // It is to hear what the others take it for, however long that takes, before it takes them for failed.
        Job job = launched(channel, "continue", "wake first", "--reactivempi.reconnect-timeout=40s");

        assertThat(job.lines())
                .contains(
                        "rank 0 goes on as one of 2",
                        "rank 1 goes on as one of 2",
                        "rank 2 hears that rank 2 has failed")
                // The launcher may hear from the others what they have agreed on before it sees the process end.
                .containsAnyOf(
                        "reactive-mpi: rank 2 ended with code 37; the others go on",
                        "reactive-mpi: rank 2 was given up by the other ranks, and is ended; the others go on")
                .anyMatch(line -> line.startsWith("rank 2, this one, was given up: rank ")
                        && line.endsWith("this process ends with code 37"))
                .noneMatch(line -> line.startsWith("rank 2 goes on"));
        assertThat(file()).content().isEqualTo("of 2\n");
        assertThat(job.code()).as("%s", job.lines()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp", "rsocket"})
    @DisplayName("LIF-4 a rank that wakes when all others have finalized without it doesn't go on alone")
    void afterTheEnd(String channel) throws Exception {
        Job job = launched(channel, "continue", "end first");

        assertThat(job.lines())
                .contains("reactive-mpi: rank 2 ended with code 37; the others go on")
                .anyMatch(line -> line.startsWith("rank 2, this one, was given up: ")
                        && line.endsWith("this process ends with code 37"))
                .noneMatch(line -> line.startsWith("rank 2 goes on"));
        assertThat(file()).content().isEqualTo("of those that are left\n");
        assertThat(job.code()).as("%s", job.lines()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    @DisplayName(
            "LIF-4 where a failure ends the job, so does a rank that was given up, and it is ended before the others")
    void ends(String channel) throws Exception {
        Job job = launched(channel, "end", "shrink, wake at end");

        assertThat(job.lines())
                .contains(
                        "reactive-mpi: rank 2 was given up by the other ranks, and is ended; the remaining ranks were ended")
                .noneMatch(line -> line.startsWith("rank 2"));
        assertThat(job.code()).as("%s", job.lines()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"shm, shrink first", "shm, wake first", "tcp, shrink first", "tcp, wake first"})
    @DisplayName("LIF-4 under Hydra, which can't end it, it ends by itself, and the others go on")
    void underHydra(String channel, String what) throws Exception {
        assumeTrue(Job.hasHydra(), "Hydra is not installed");
        Job job = Job.ofHydra(
                directory,
                List.of("-n", "3", "-disable-auto-cleanup"),
                PROGRAM,
                what,
                file().toString(),
                "--reactivempi.channel=" + channel,
                QUICK[0],
                QUICK[1]);

        assertThat(job.lines())
                .contains("rank 0 goes on as one of 2", "rank 1 goes on as one of 2")
                .anyMatch(line -> line.startsWith("rank 2, this one, was given up: rank ")
                        && line.endsWith("this process ends with code 37"))
                .noneMatch(line -> line.startsWith("rank 2 goes on"));
        assertThat(file()).content().isEqualTo("of 2\n");
    }
}
