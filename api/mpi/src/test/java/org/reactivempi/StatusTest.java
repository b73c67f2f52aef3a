package org.reactivempi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StatusTest {

    @Test
    @DisplayName("RCV-1 a status holds source, tag and length")
    void parts() {
        Status status = Status.of(3, 7, 1L << 40);

        assertThat(status.source()).isEqualTo(3);
        assertThat(status.tag()).isEqualTo(7);
        assertThat(status.lengthBytes()).isEqualTo(1L << 40);
        assertThat(status.isCancelled()).isFalse();
    }

    @Test
    @DisplayName("RCV-1 the count is the number of whole elements, and undefined when the length is no multiple")
    void count() {
        assertThat(Status.of(0, 0, 12).count(Datatype.INT)).hasValue(3);
        assertThat(Status.of(0, 0, 12).count(Datatype.DOUBLE)).isEmpty();
        assertThat(Status.of(0, 0, 13).count(Datatype.BYTE)).hasValue(13);
        assertThat(Status.of(0, 0, 13).count(Datatype.SHORT)).isEmpty();
        assertThat(Status.empty().count(Datatype.LONG)).hasValue(0);
    }

    @Test
    @DisplayName("REQ-1 the empty status is of any source and any tag, with no bytes")
    void empty() {
        assertThat(Status.empty()).isEqualTo(Status.of(Mpi.ANY_SOURCE, Mpi.ANY_TAG, 0));
    }

    @Test
    @DisplayName("SRV-2 the status of no process is of PROC_NULL and any tag, with no bytes")
    void noProcess() {
        assertThat(Status.noProcess()).isEqualTo(Status.of(Mpi.PROC_NULL, Mpi.ANY_TAG, 0));
    }

    @Test
    @DisplayName("statuses with equal parts are equal, and a cancelled one differs")
    void equality() {
        Status status = Status.of(1, 2, 3);

        assertThat(status).isEqualTo(Status.of(1, 2, 3)).hasSameHashCodeAs(Status.of(1, 2, 3));
        assertThat(status)
                .isNotEqualTo(Status.of(2, 2, 3))
                .isNotEqualTo(Status.of(1, 3, 3))
                .isNotEqualTo(Status.of(1, 2, 4))
                .isNotEqualTo(status.asCancelled());
        assertThat(status.asCancelled().isCancelled()).isTrue();
        assertThat(status.asCancelled()).hasToString("Status[source=1, tag=2, lengthBytes=3, cancelled]");
    }
}
