package org.reactivempi.transport.engine.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.transport.engine.link.Processes.Process;

class ProcessesTest {

    private static final long OWN = 5;
    private static final long HIGHER = -3;
    private static final long LOWER = 4;

    private final Processes processes = new Processes(OWN, 1, 3);

    @Test
    @DisplayName("ranks of the own job are their own numbers, and none besides them")
    void ownJob() {
        assertThat(processes.number(OWN, 2)).isEqualTo(2);
        assertThat(processes.of(2)).isEqualTo(new Process(OWN, 2));
        assertThat(processes.number(OWN, 3)).isEqualTo(Processes.NONE);
        assertThat(processes.number(OWN, -1)).isEqualTo(Processes.NONE);
        assertThat(processes.isOwn(2)).isTrue();
        assertThat(processes.isOwn(3)).isFalse();
        assertThat(processes.hasForeign()).isFalse();
    }

    @Test
    @DisplayName(
            "processes of jobs that were met have the numbers that follow, in the order in which they become known")
    void otherJobs() {
        assertThat(processes.number(HIGHER, 0)).isEqualTo(Processes.NONE);
        processes.meet(HIGHER, 2);
        processes.meet(LOWER, 10);
        assertThat(processes.number(HIGHER, 1)).isEqualTo(3);
        assertThat(processes.number(LOWER, 9)).isEqualTo(4);
        assertThat(processes.number(HIGHER, 1)).isEqualTo(3);
        assertThat(processes.of(4)).isEqualTo(new Process(LOWER, 9));
        assertThat(processes.number(HIGHER, 2)).isEqualTo(Processes.NONE);
        assertThat(processes.count()).isEqualTo(5);
        assertThatIllegalArgumentException().isThrownBy(() -> processes.of(5));
    }

    @Test
    @DisplayName("the number of a process that is forgotten is free for the next one")
    void forgotten() {
        processes.meet(HIGHER, 1000);
        for (int rank = 0; rank < 1000; rank++) {
            assertThat(processes.number(HIGHER, rank)).isEqualTo(3);
            processes.forget(3);
        }
        assertThat(processes.hasForeign()).isFalse();
    }

    @Test
    @DisplayName("all processes have one order: of jobs, then of ranks")
    void order() {
        processes.meet(HIGHER, 2);
        processes.meet(LOWER, 2);
        assertThat(processes.isBefore(0)).isFalse();
        assertThat(processes.isBefore(2)).isTrue();
        assertThat(processes.isBefore(processes.number(HIGHER, 0))).isTrue();
        assertThat(processes.isBefore(processes.number(LOWER, 1))).isFalse();
    }

    @Test
    @DisplayName("a job meets no job of its own name")
    void itself() {
        assertThatIllegalArgumentException().isThrownBy(() -> processes.meet(OWN, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> processes.meet(HIGHER, 0));
    }
}
