package org.reactivempi.core.collective.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.core.collective.algorithm.Algorithms;
import org.reactivempi.core.collective.algorithm.Member;
import org.reactivempi.core.collective.algorithm.Operations;
import org.reactivempi.core.collective.algorithm.Reductions;
import org.reactivempi.core.collective.algorithm.Task;

/** COL-24: what one rank's plan for short messages holds, by the number of ranks: its steps, peers and scratch memory. */
class PlanMemoryTest {

    private static final int BLOCK = 8;

    /** A plan's arrays have so many bytes for each step, its three ranges included. */
    private static final int MOST_BYTES_OF_A_STEP = 100;

    private static final int BYTES_OF_A_RANGE = 32;

    /** With the reference to it. */
    private static final int BYTES_OF_PIECES = 44;

    private static Map<String, Plan> plans(int rank, int size) {
        Map<String, Plan> plans = new LinkedHashMap<>();
        for (Algorithms operation : Operations.all()) {
            if (operation != Reductions.REDUCE_SCATTER) {
                plans.put(operation.operation(), operation.plan(task(operation, rank, size, true)));
            }
        }
        plans.put("reduce in order", Reductions.REDUCE.plan(task(Reductions.REDUCE, rank, size, false)));
        return plans;
    }

    private static Task task(Algorithms operation, int rank, int size, boolean commutative) {
        int root = Definition.hasRoot(operation) ? size / 3 : 0;
        return Task.reducing(operation, new Member(rank, size), root, BLOCK, BLOCK, commutative, false);
    }

    private static long bytes(Plan plan) {
        long bytes = (long) Integer.BYTES * plan.firstDependant(plan.steps());
        for (int step = 0; step < plan.steps(); step++) {
            // Kind, peer, dependencies, next of peer, dependants, and three references.
            bytes += 8 * Integer.BYTES;
            for (Plan.Range range : new Plan.Range[] {plan.left(step), plan.right(step), plan.result(step)}) {
                bytes += range == Plan.Range.NOTHING ? 0 : BYTES_OF_A_RANGE;
            }
            bytes += plan.pieces(step) == null ? 0 : BYTES_OF_PIECES;
        }
        return bytes;
    }

    private static long scratch(Plan plan) {
        long bytes = 0;
        for (int i = 0; i < plan.scratchSlots(); i++) {
            bytes += plan.scratchBytes(i);
        }
        return bytes;
    }

    private static int messages(Plan plan) {
        int messages = 0;
        for (int step = 0; step < plan.steps(); step++) {
            messages += plan.kind(step) == Plan.Kind.COPY || plan.kind(step) == Plan.Kind.REDUCE ? 0 : 1;
        }
        return messages;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 17, 64, 100, 127, 128, 1000, 4096, 10_000, 100_000})
    @DisplayName("COL-24 what a rank's plan for short messages holds grows with the logarithm of the number of ranks")
    void logarithmic(int size) {
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
        int mostMessages = 2 * rounds + 2;
        for (int rank : new int[] {0, 1, size / 3, size / 2, size - 1}) {
            plans(rank, size).forEach((name, plan) -> {
                String who = name + " of " + size + " ranks on rank " + rank;
                assertThat(messages(plan)).as("messages of " + who).isLessThanOrEqualTo(mostMessages);
                assertThat(scratch(plan)).as("scratch bytes of " + who).isLessThanOrEqualTo(2L * BLOCK * (size + 1));
                // Bruck's algorithm brings blocks together before each message, and puts them back after it.
                int mostSteps = name.equals("alltoall") ? 2 * mostMessages : mostMessages + 2;
                assertThat(plan.steps()).as("steps of " + who).isLessThanOrEqualTo(mostSteps);
                assertThat(bytes(plan))
                        .as("bytes of " + who)
                        .isLessThanOrEqualTo(
                                (long) MOST_BYTES_OF_A_STEP * mostSteps + BYTES_OF_PIECES * (long) mostMessages);
            });
        }
    }
}
