package org.reactivempi.core.collective.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.core.collective.algorithm.Algorithm;
import org.reactivempi.core.collective.algorithm.Algorithms;
import org.reactivempi.core.collective.algorithm.Alltoalls;
import org.reactivempi.core.collective.algorithm.Barriers;
import org.reactivempi.core.collective.algorithm.Broadcasts;
import org.reactivempi.core.collective.algorithm.Hosts;
import org.reactivempi.core.collective.algorithm.Member;
import org.reactivempi.core.collective.algorithm.Operations;
import org.reactivempi.core.collective.algorithm.PrefixReductions;
import org.reactivempi.core.collective.algorithm.Reductions;
import org.reactivempi.core.collective.algorithm.Task;

/** Every algorithm of every operation, on symbols. */
class AlgorithmsTest {

    private static final int MOST_RANKS = 64;
    private static final Predicate<Algorithm> ALL = algorithm -> true;

    static IntStream sizes() {
        return IntStream.concat(IntStream.rangeClosed(1, 9), IntStream.of(12, 16, 17));
    }

    static IntStream allSizes() {
        return IntStream.rangeClosed(1, MOST_RANKS);
    }

    static Stream<Integer> hundreds() {
        return Stream.of(100, 127, 128, 300);
    }

    static Stream<Integer> thousands() {
        return Stream.of(127, 128, 1000, 4096);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    @DisplayName("every algorithm gives every rank what its operation is defined to give, for all roots")
    void right(int size) {
        Definition.assertAll(size, Hosts.ONE, IntStream.range(0, size).toArray(), ALL);
    }

    @ParameterizedTest
    @MethodSource("larger")
    @DisplayName("so it does for more ranks, and some roots")
    void rightForMore(int size) {
        Definition.assertAll(size, Hosts.ONE, new int[] {0, size / 3, size - 1}, ALL);
    }

    static Stream<Integer> larger() {
        return Stream.of(32, 33);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("allSizes")
    @DisplayName("so it does for 1 to 64 ranks and each root")
    void everySizeWithEveryRoot(int size) {
        right(size);
    }

    @ParameterizedTest
    @MethodSource({"allSizes", "hundreds"})
    @DisplayName("n blocks are with all of p ranks after n - 1 + ceil(log2 p) rounds, each once; and backwards reduced")
    void circulant(int size) {
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
        int root = size / 3;
        for (int blocks : new int[] {1, 2, 3, rounds + 1, 2 * rounds + 5, 30}) {
            long bytes = 2L * blocks;
            Definition bcast = new Definition(Broadcasts.BCAST, size, Hosts.ONE, root, false, false, bytes, null);
            bcast.assertRight("circulant", task -> plan(task, blocks));
            List<Plan> way = IntStream.range(0, size)
                    .mapToObj(rank -> plan(bcast.task(rank), blocks))
                    .toList();
            assertThat(sent(way.get(root))).isLessThanOrEqualTo(blocks - 1 + rounds);
            assertThat(way.stream().mapToLong(AlgorithmsTest::sent).sum()).isEqualTo((size - 1L) * blocks);
            for (boolean inPlace : new boolean[] {false, true}) {
                new Definition(Reductions.REDUCE, size, Hosts.ONE, root, inPlace, true, bytes, null)
                        .assertRight("circulant", task -> plan(task, blocks));
            }
        }
    }

    private static Plan plan(Task task, int blocks) {
        PlanBuilder plan = new PlanBuilder(task.rank(), task.size());
        if (task.operation() == Broadcasts.BCAST) {
            Broadcasts.circulant(plan, task, blocks);
        } else {
            Reductions.circulant(plan, task, blocks);
        }
        return plan.build("circulant");
    }

    private static long sent(Plan plan) {
        return IntStream.range(0, plan.steps())
                .filter(step -> plan.kind(step) == Plan.Kind.SEND)
                .count();
    }

    @ParameterizedTest
    @MethodSource("sizes")
    @DisplayName("COL-14 an alltoall gives the same however many exchanges are under way at once")
    void windows(int size) {
        for (int window : new int[] {1, 3, 32}) {
            for (boolean inPlace : new boolean[] {false, true}) {
                new Definition(Alltoalls.ALLTOALL, size, Hosts.ONE, 0, inPlace, false, 0, Definition.uneven(size))
                        .assertRight("exchange", task -> {
                            PlanBuilder plan = new PlanBuilder(task.rank(), size);
                            Alltoalls.exchange(plan, task, window);
                            return plan.build("exchange");
                        });
            }
        }
    }

    @ParameterizedTest
    @MethodSource({"allSizes", "thousands"})
    @DisplayName("a barrier has a message each way in each of log2(p) rounds")
    void barrier(int size) {
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
        for (int rank : new int[] {0, size / 2, size - 1}) {
            Task task = Task.of(Barriers.BARRIER, new Member(rank, size), 0, 0, false);
            assertThat(Barriers.BARRIER.plan(task).steps()).isEqualTo(2 * rounds);
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("thousands")
    @DisplayName("a barrier ends, and a tree brings the root's data, with thousands of ranks")
    void thousandsOfRanks(int size) {
        for (Algorithms operation : List.of(Barriers.BARRIER, Broadcasts.BCAST)) {
            Definition defined = new Definition(
                    operation,
                    size,
                    Hosts.ONE,
                    operation == Broadcasts.BCAST ? size / 3 : 0,
                    false,
                    false,
                    operation == Broadcasts.BCAST ? 2 : 0,
                    null);
            defined.assertRight("the library's own", operation::plan);
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("hundreds")
    @DisplayName("reductions for all and scans are right with hundreds of ranks")
    void hundredsOfRanks(int size) {
        for (Algorithms operation : List.of(PrefixReductions.SCAN, PrefixReductions.EXSCAN, Reductions.ALLREDUCE)) {
            for (boolean inPlace : new boolean[] {false, true}) {
                Definition defined = new Definition(operation, size, Hosts.ONE, 0, inPlace, true, 2, null);
                operation.all().stream()
                        .filter(algorithm -> algorithm.isPossible(defined.task(0)))
                        .forEach(defined::assertRight);
            }
        }
    }

    @Test
    @DisplayName("names of operations are told apart, and those of an operation's algorithms")
    void names() {
        assertThat(Operations.all()).extracting(Algorithms::operation).doesNotHaveDuplicates();
        assertThat(Operations.all())
                .allSatisfy(each -> assertThat(each.names()).isNotEmpty().doesNotHaveDuplicates());
    }

    @Test
    @DisplayName("whatever a task is, there is an algorithm that the library chooses for it")
    void always() {
        for (Algorithms operation : Operations.all()) {
            for (int size : new int[] {1, 2, 3, 4, 7, 8, 64, 100}) {
                for (long bytes = 1; bytes <= 1 << 24; bytes *= 8) {
                    for (boolean commutative : new boolean[] {false, true}) {
                        Task task = Task.reducing(
                                operation, new Member(size - 1, size), size / 2, bytes, 1, commutative, false);
                        assertThat(operation.plan(task).algorithm()).isIn(operation.names());
                    }
                }
            }
        }
    }
}
