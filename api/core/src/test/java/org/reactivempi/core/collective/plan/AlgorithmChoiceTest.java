package org.reactivempi.core.collective.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.core.collective.algorithm.AlgorithmTable;
import org.reactivempi.core.collective.algorithm.Algorithms;
import org.reactivempi.core.collective.algorithm.Allgathers;
import org.reactivempi.core.collective.algorithm.Alltoalls;
import org.reactivempi.core.collective.algorithm.Broadcasts;
import org.reactivempi.core.collective.algorithm.Gathers;
import org.reactivempi.core.collective.algorithm.Member;
import org.reactivempi.core.collective.algorithm.Plans;
import org.reactivempi.core.collective.algorithm.PrefixReductions;
import org.reactivempi.core.collective.algorithm.Reductions;
import org.reactivempi.core.collective.algorithm.Task;

/** Which plan a job's settings lead to. */
class AlgorithmChoiceTest {

    private static final int ELEMENT = 8;

    private static Plans plans(String table) {
        return new Plans(AlgorithmTable.parse(table), false);
    }

    private static Task task(Algorithms operation, int rank, int size, long bytes) {
        return Task.of(operation, new Member(rank, size), 0, bytes, false);
    }

    private static Task reducing(Algorithms operation, int size, long bytes, boolean commutative) {
        return Task.reducing(operation, new Member(0, size), 0, bytes, ELEMENT, commutative, false);
    }

    @Test
    @DisplayName(
            "COL-38 an operation runs by the algorithm that the table has for its length, and else by the library's")
    void byLength() {
        Plans plans = plans("bcast:0-1k:scatter-ring,alltoall:0-inf:pairwise,gather:0-9:direct");

        assertThat(plans.of(task(Broadcasts.BCAST, 1, 4, 1024)).algorithm()).isEqualTo("scatter-ring");
        assertThat(plans.of(task(Broadcasts.BCAST, 1, 4, 1025)).algorithm()).isEqualTo("binomial");
        assertThat(plans.of(task(Gathers.GATHER, 0, 9, 9)).algorithm()).isEqualTo("direct");
        assertThat(plans.of(task(Gathers.GATHER, 0, 9, 10)).algorithm()).isEqualTo("binomial");
        assertThat(plans.of(task(Alltoalls.ALLTOALL, 0, 9, 8)).algorithm()).isEqualTo("pairwise");
    }

    @Test
    @DisplayName("COL-38 an algorithm that isn't for so many ranks, or such an operation, gives way to the library's")
    void impossible() {
        Plans plans = plans("allgather:0-inf:doubling,allreduce:0-inf:halving-doubling");

        assertThat(plans.of(task(Allgathers.ALLGATHER, 0, 8, 1 << 20)).algorithm())
                .isEqualTo("doubling");
        assertThat(plans.of(task(Allgathers.ALLGATHER, 0, 6, 1 << 20)).algorithm())
                .isEqualTo("ring");
        assertThat(plans.of(reducing(Reductions.ALLREDUCE, 8, 64, true)).algorithm())
                .isEqualTo("halving-doubling");
        assertThat(plans.of(reducing(Reductions.ALLREDUCE, 8, 64, false)).algorithm())
                .isEqualTo("doubling");
        assertThat(plans.of(reducing(Reductions.ALLREDUCE, 6, 64, true)).algorithm())
                .isEqualTo("doubling");
    }

    @Test
    @DisplayName("COL-38 blocks that not all ranks know go directly, whatever the table has")
    void unknownBlocks() {
        Plans plans = plans("gather:0-inf:binomial,scatter:0-inf:binomial,alltoall:0-inf:bruck");
        Member member = new Member(1, 9);
        long[] blocks = new long[9];

        assertThat(plans.of(Task.ofOwnBlock(Gathers.GATHER, member, 0, 8)).algorithm())
                .isEqualTo("direct");
        assertThat(plans.of(Task.ofOwnBlock(Gathers.SCATTER, member, 0, 8)).algorithm())
                .isEqualTo("direct");
        assertThat(plans.of(Task.ofBlocks(Alltoalls.ALLTOALL, member, 0, blocks, false))
                        .algorithm())
                .isEqualTo("exchange");
    }

    @Test
    @DisplayName(
            "OPS-7 reductions that are to be reproducible run by their one algorithm for that, whatever the table has")
    void reproducible() {
        Plans plans = new Plans(AlgorithmTable.parse("allreduce:0-inf:pairwise-ring,bcast:0-inf:circulant"), true);

        assertThat(plans.of(reducing(Reductions.ALLREDUCE, 8, 1 << 20, true)).algorithm())
                .isEqualTo("rank-tree");
        assertThat(plans.of(reducing(Reductions.REDUCE_SCATTER, 8, 1 << 20, true))
                        .algorithm())
                .isEqualTo("rank-tree");
        assertThat(plans.of(reducing(Reductions.REDUCE, 8, 1 << 20, true)).algorithm())
                .isEqualTo("binomial-in-order");
        assertThat(plans.of(reducing(PrefixReductions.SCAN, 8, 1 << 20, true)).algorithm())
                .isEqualTo("doubling");
        assertThat(plans.of(task(Broadcasts.BCAST, 1, 4, 8)).algorithm()).isEqualTo("circulant");
    }

    @Test
    @DisplayName("calls that differ in one argument have plans of their own, and equal ones the same")
    void known() {
        Plans plans = new Plans(AlgorithmTable.NONE, false);
        Member member = new Member(1, 4);
        Task first = Task.reducing(Reductions.REDUCE, member, 1, 8, 4, false, false);

        assertThat(List.of(
                        first,
                        Task.reducing(Reductions.ALLREDUCE, member, 1, 8, 4, false, false),
                        Task.reducing(Reductions.REDUCE, member, 2, 8, 4, false, false),
                        Task.reducing(Reductions.REDUCE, member, 1, 16, 4, false, false),
                        Task.reducing(Reductions.REDUCE, member, 1, 8, 8, false, false),
                        Task.reducing(Reductions.REDUCE, member, 1, 8, 4, true, false),
                        Task.reducing(Reductions.REDUCE, member, 1, 8, 4, false, true)))
                .doesNotHaveDuplicates();
        Task again = Task.reducing(Reductions.REDUCE, member, 1, 8, 4, false, false);
        assertThat(again).isEqualTo(first).hasSameHashCodeAs(first);
        assertThat(plans.of(again)).isSameAs(plans.of(first));
    }
}
