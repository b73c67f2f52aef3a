package org.reactivempi.core.collective.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.core.collective.algorithm.Algorithms;
import org.reactivempi.core.collective.algorithm.Choice;
import org.reactivempi.core.collective.algorithm.Hosts;
import org.reactivempi.core.settings.AlgorithmTable;

/** Which plan a job's settings lead to. */
class AlgorithmChoiceTest {

    private static final int ELEMENT = 8;

    private static Algorithms algorithms(String table) {
        return new Algorithms(AlgorithmTable.parse(table), Hosts.ONE);
    }

    @Test
    @DisplayName(
            "COL-38 an operation runs by the algorithm that the table has for its length, and else by the library's")
    void byLength() {
        Algorithms algorithms = algorithms("bcast:0-1k:scatter-ring,alltoall:0-inf:pairwise,gather:0-9:direct");

        assertThat(algorithms.bcast(1, 4, 0, 1024).algorithm()).isEqualTo("scatter-ring");
        assertThat(algorithms.bcast(1, 4, 0, 1025).algorithm()).isEqualTo("binomial");
        assertThat(algorithms.gather(0, 9, 0, 9, false).algorithm()).isEqualTo("direct");
        assertThat(algorithms.gather(0, 9, 0, 10, false).algorithm()).isEqualTo("binomial");
        assertThat(algorithms.alltoall(0, 9, 8, false).toString())
                .isNotEqualTo(Choice.alltoall(0, 9, 8, false).toString());
    }

    @Test
    @DisplayName("COL-38 an algorithm that isn't for so many ranks, or such an operation, gives way to the library's")
    void impossible() {
        Algorithms algorithms = algorithms("allgather:0-inf:doubling,allreduce:0-inf:halving-doubling");

        assertThat(algorithms.allgather(0, 8, Choice.equal(8, 1 << 20), false).algorithm())
                .isEqualTo("doubling");
        assertThat(algorithms.allgather(0, 6, Choice.equal(6, 1 << 20), false).algorithm())
                .isEqualTo("ring");
        assertThat(algorithms.allreduce(0, 8, 64, ELEMENT, true, false).algorithm())
                .isEqualTo("halving-doubling");
        assertThat(algorithms.allreduce(0, 8, 64, ELEMENT, false, false).algorithm())
                .isEqualTo("doubling");
        assertThat(algorithms.allreduce(0, 6, 64, ELEMENT, true, false).algorithm())
                .isEqualTo("doubling");
    }
}
