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
        assertThat(processes.meet(HIGHER, 1)).isEqualTo(3);
        assertThat(processes.meet(LOWER, 9)).isEqualTo(4);
        assertThat(processes.meet(HIGHER, 1)).isEqualTo(3);
        assertThat(processes.number(HIGHER, 1)).isEqualTo(3);
        assertThat(processes.of(4)).isEqualTo(new Process(LOWER, 9));
        assertThat(processes.number(HIGHER, 2)).isEqualTo(Processes.NONE);
        assertThat(processes.count()).isEqualTo(5);
        assertThatIllegalArgumentException().isThrownBy(() -> processes.of(5));
    }

    @Test
    @DisplayName("the number of a process that is forgotten is free for the next one")
    void forgotten() {
        for (int rank = 0; rank < 1000; rank++) {
            assertThat(processes.meet(HIGHER, rank)).isEqualTo(3);
            processes.forget(3);
        }
        assertThat(processes.hasForeign()).isFalse();
    }

    @Test
    @DisplayName(
            "a process that has gone keeps its number as long as something needs it, and has another one when it is met again")
    void parted() {
        processes.meet(HIGHER, 0);
        processes.hold(3);
        processes.hold(3);
        processes.part(3);
        assertThat(processes.number(HIGHER, 0)).isEqualTo(Processes.NONE);
        assertThat(processes.of(3)).isEqualTo(new Process(HIGHER, 0));
        assertThat(processes.meet(HIGHER, 0)).isEqualTo(4);
        assertThat(processes.release(3, false)).isFalse();
        assertThat(processes.isIdle(3)).isFalse();
        assertThat(processes.release(3, false)).isTrue();
        assertThat(processes.isIdle(3)).isTrue();
        processes.forget(3);
        assertThat(processes.number(HIGHER, 0)).isEqualTo(4);
    }

    @Test
    @DisplayName("a process that all have left needs no link any more, and keeps its number until all have released it")
    void left() {
        processes.meet(HIGHER, 0);
        processes.hold(3);
        processes.hold(3);
        assertThat(processes.leave(3)).isFalse();
        assertThat(processes.isLeft(3)).isFalse();
        assertThat(processes.release(3, false)).isTrue();
        assertThat(processes.isLeft(3)).isTrue();
        assertThat(processes.isIdle(3)).isFalse();
        processes.hold(3);
        assertThat(processes.isLeft(3)).isFalse();
        assertThat(processes.release(3, true)).isFalse();
        assertThat(processes.leave(3)).isTrue();
        assertThat(processes.release(3, true)).isTrue();
        assertThat(processes.isIdle(3)).isTrue();
    }

    @Test
    @DisplayName("all processes have one order: of jobs, then of ranks")
    void order() {
        assertThat(processes.isBefore(0)).isFalse();
        assertThat(processes.isBefore(2)).isTrue();
        assertThat(processes.isBefore(processes.meet(HIGHER, 0))).isTrue();
        assertThat(processes.isBefore(processes.meet(LOWER, 1))).isFalse();
    }

    @Test
    @DisplayName("a rank meets none of its own job, and nobody below rank 0")
    void itself() {
        assertThatIllegalArgumentException().isThrownBy(() -> processes.meet(OWN, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> processes.meet(HIGHER, -1));
    }
}
