package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A snapshot as text, and as JSON. */
class SnapshotTest {

    private static final Instant NOW = Instant.parse("2026-11-21T20:15:30.120Z");
    private static final Snapshot.Entry RECEIVE = new Snapshot.Entry(
            "irecv(source any, tag 7, world)",
            Mpi.ANY_SOURCE,
            Mpi.ANY_SOURCE,
            7,
            0,
            "world",
            Mpi.UNDEFINED,
            Duration.ofMillis(1250),
            "POSTED",
            false,
            Optional.of("checkpoint(\"a \\ b\")"),
            List.of("an unexpected message from 0 has tag 8"));
    private static final Snapshot.Entry MESSAGE = new Snapshot.Entry(
            "message from 0 (2 in world) (tag 8, world.dup(), 4 bytes)",
            2,
            0,
            8,
            3,
            "world.dup()",
            4,
            Duration.ZERO,
            "HERE",
            false,
            Optional.empty(),
            List.of());
    private static final Snapshot.Entry BARRIER = new Snapshot.Entry(
            "barrier\n",
            Mpi.PROC_NULL,
            Mpi.PROC_NULL,
            Mpi.UNDEFINED,
            Mpi.UNDEFINED,
            "",
            Mpi.UNDEFINED,
            Duration.ZERO,
            "RUNNING",
            false,
            Optional.empty(),
            List.of());

    private static final Snapshot SNAPSHOT = new Snapshot(
            1,
            2,
            NOW,
            List.of(RECEIVE),
            List.of(),
            List.of(MESSAGE),
            List.of(),
            List.of(BARRIER),
            List.of("thread main waits at A.b(A.java:1)"));

    @Test
    @DisplayName("as text, it says what waits by kind")
    void text() {
        assertThat(SNAPSHOT.isEmpty()).isFalse();
        assertThat(SNAPSHOT.text().lines())
                .containsExactly(
                        "rank 1 of 2 at 2026-11-21T20:15:30.120Z",
                        "  receives:",
                        "    irecv(source any, tag 7, world), POSTED, for 1.3 s",
                        "      called at checkpoint(\"a \\ b\")",
                        "      an unexpected message from 0 has tag 8",
                        "  other operations:",
                        "    barrier",
                        ", RUNNING",
                        "  unexpected messages:",
                        "    message from 0 (2 in world) (tag 8, world.dup(), 4 bytes), HERE",
                        "  thread main waits at A.b(A.java:1)");
    }

    @Test
    @DisplayName("as JSON, it has the names of its components, and leaves out what there isn't")
    void json() {
        assertThat(SNAPSHOT.json())
                .isEqualTo("{\"rank\":1,\"size\":2,\"takenAt\":\"2026-11-21T20:15:30.120Z\","
                        + "\"receives\":[{\"call\":\"irecv(source any, tag 7, world)\",\"peer\":\"any\","
                        + "\"peerInCommunicator\":\"any\",\"tag\":7,"
                        + "\"communicator\":0,\"communicatorName\":\"world\",\"ageMillis\":1250,\"state\":\"POSTED\",\"part\":false,"
                        + "\"site\":\"checkpoint(\\\"a \\\\ b\\\")\","
                        + "\"nearMisses\":[\"an unexpected message from 0 has tag 8\"]}],\"probes\":[],"
                        + "\"unexpected\":[{\"call\":\"message from 0 (2 in world) (tag 8, world.dup(), 4 bytes)\","
                        + "\"peer\":2,\"peerInCommunicator\":0,\"tag\":8,"
                        + "\"communicator\":3,\"communicatorName\":\"world.dup()\",\"lengthBytes\":4,\"ageMillis\":0,\"state\":\"HERE\",\"part\":false,"
                        + "\"nearMisses\":[]}],\"sends\":[],\"others\":[{\"call\":\"barrier\\u000a\",\"ageMillis\":0,"
                        + "\"state\":\"RUNNING\",\"part\":false,\"nearMisses\":[]}],"
                        + "\"threads\":[\"thread main waits at A.b(A.java:1)\"]}");
    }

    @Test
    @DisplayName("one of a rank that does nothing says so")
    void empty() {
        Snapshot empty = new Snapshot(0, 1, NOW, List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

        assertThat(empty.isEmpty()).isTrue();
        assertThat(empty.text()).isEqualTo("rank 0 of 1 at 2026-11-21T20:15:30.120Z\n  nothing waits");
    }
}
