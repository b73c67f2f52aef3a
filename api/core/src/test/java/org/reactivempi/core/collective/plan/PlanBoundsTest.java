package org.reactivempi.core.collective.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.core.collective.algorithm.Algorithm;
import org.reactivempi.core.collective.algorithm.Algorithms;
import org.reactivempi.core.collective.algorithm.Alltoalls;
import org.reactivempi.core.collective.algorithm.Hosts;
import org.reactivempi.core.collective.algorithm.Member;
import org.reactivempi.core.collective.algorithm.Operations;
import org.reactivempi.core.collective.algorithm.Task;

/** What a plan must not take: more memory than it uses, or more messages at once than it says. */
class PlanBoundsTest {

    private static final int BLOCK = 24;
    private static final int ELEMENT = 8;

    static IntStream sizes() {
        return IntStream.concat(IntStream.rangeClosed(1, 9), IntStream.of(16, 17, 33));
    }

    static IntStream largeSizes() {
        return IntStream.concat(sizes(), IntStream.of(34, 64, 70));
    }

    /** Each block keeps the place there that it has among all, so that the last place may stay empty. */
    private static final Set<String> WITH_GAPS = Set.of("reduce by circulant", "alltoall by leaders");

    private static List<Definition> definitions(int size, Hosts hosts, int root, boolean inPlace) {
        List<Definition> all = new ArrayList<>();
        for (Algorithms operation : Operations.all()) {
            int own = Definition.hasRoot(operation) ? root : 0;
            for (boolean commutative : new boolean[] {false, true}) {
                long bytes = Definition.isInBlocks(operation) ? BLOCK : (long) BLOCK * size;
                all.add(new Definition(operation, size, hosts, own, inPlace, commutative, bytes, null));
                if (Definition.isInBlocks(operation)) {
                    long[] blocks = IntStream.range(0, size)
                            .mapToLong(i -> ELEMENT * (i % 3))
                            .toArray();
                    all.add(new Definition(operation, size, hosts, own, inPlace, commutative, 0, blocks));
                }
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("sizes")
    @DisplayName("COL-24 a plan has as much memory of its own as its steps use, to the byte")
    void memory(int size) {
        for (Hosts hosts : List.of(Hosts.ONE, Hosts.of(size, each -> each / 3))) {
            for (int root : IntStream.of(0, size / 2, size - 1).distinct().toArray()) {
                for (boolean inPlace : new boolean[] {false, true}) {
                    definitions(size, hosts, root, inPlace).forEach(PlanBoundsTest::assertMemory);
                }
            }
        }
    }

    private static void assertMemory(Definition definition) {
        for (Algorithm algorithm : definition.operation().all()) {
            String name = definition.operation() + " by " + algorithm.name();
            for (int rank = 0; rank < definition.size() && !WITH_GAPS.contains(name); rank++) {
                Task task = definition.task(rank);
                if (!algorithm.isPossible(task)) {
                    continue;
                }
                Plan plan = algorithm.plan(task);
                for (int i = 0; i < plan.scratchSlots(); i++) {
                    assertThat(plan.scratchBytes(i))
                            .as("memory %d of %s on rank %d, %s", i, name, rank, definition)
                            .isEqualTo(used(plan, Plan.SCRATCH + i));
                }
            }
        }
    }

    /** Where the last byte ends that a step reads or writes in a slot. */
    private static long used(Plan plan, int slot) {
        long end = 0;
        for (int step = 0; step < plan.steps(); step++) {
            Plan.Pieces pieces = plan.pieces(step);
            end = Math.max(end, end(plan.left(step), slot, pieces, pieces == null ? 0 : pieces.leftApart()));
            end = Math.max(end, end(plan.right(step), slot, null, 0));
            end = Math.max(end, end(plan.result(step), slot, pieces, pieces == null ? 0 : pieces.resultApart()));
        }
        return end;
    }

    private static long end(Plan.Range range, int slot, Plan.Pieces pieces, long apart) {
        if (range.slot() != slot || range.lengthBytes() == 0) {
            return 0;
        }
        if (pieces == null || apart < 0) {
            return range.from() + (pieces == null ? range.lengthBytes() : pieces.lengthBytes());
        }
        long others = (range.lengthBytes() - 1) / pieces.lengthBytes();
        return range.from() + others * apart + range.lengthBytes() - others * pieces.lengthBytes();
    }

    @ParameterizedTest
    @MethodSource("largeSizes")
    @DisplayName(
            "COL-14 so many messages of an alltoall are under way at once as its window says, each way, and no more")
    void window(int size) {
        long[] blocks = new long[size];
        Arrays.fill(blocks, BLOCK);
        Member member = new Member(0, size);
        for (boolean inPlace : new boolean[] {false, true}) {
            Task uneven = Task.ofBlocks(Alltoalls.ALLTOALL, member, 0, blocks, inPlace);
            for (int window : new int[] {1, 3, 32}) {
                PlanBuilder plan = new PlanBuilder(0, size);
                Alltoalls.exchange(plan, uneven, window);
                assertMost(Math.min(window, size - 1), plan.build("exchange"));
            }
            assertMost(Math.min(32, size - 1), Alltoalls.ALLTOALL.plan(uneven));
            assertMost(Math.min(32, size - 1), Alltoalls.ALLTOALL.plan(even(member, 100_000, inPlace)));
            assertMost(Math.min(1, size - 1), Alltoalls.ALLTOALL.plan(even(member, 128 << 10, inPlace)));
        }
    }

    private static Task even(Member member, long block, boolean inPlace) {
        return Task.of(Alltoalls.ALLTOALL, member, 0, block, inPlace);
    }

    private static void assertMost(int messages, Plan plan) {
        for (long seed = 0; seed < 3; seed++) {
            Random random = new Random(seed);
            assertThat(most(plan, Plan.Kind.SEND, random)).as("sends").isEqualTo(messages);
            assertThat(most(plan, Plan.Kind.RECEIVE, random)).as("receives").isEqualTo(messages);
        }
    }

    /** How many messages are under way where all that may begin does so before any of them ends, and they end in any order. */
    private static int most(Plan plan, Plan.Kind kind, Random random) {
        int[] waitsFor = new int[plan.steps()];
        plan.copyDependencies(waitsFor);
        List<Integer> ready = new ArrayList<>(IntStream.range(0, plan.steps())
                .filter(step -> waitsFor[step] == 0)
                .boxed()
                .toList());
        List<Integer> underWay = new ArrayList<>();
        int most = 0;
        while (!ready.isEmpty() || !underWay.isEmpty()) {
            if (ready.isEmpty()) {
                end(plan, underWay.remove(random.nextInt(underWay.size())), waitsFor, ready);
                continue;
            }
            int step = ready.remove(0);
            if (plan.nextOfPeer(step) != Plan.NONE) {
                release(plan.nextOfPeer(step), waitsFor, ready);
            }
            if (plan.kind(step) == Plan.Kind.COPY) {
                end(plan, step, waitsFor, ready);
            } else {
                underWay.add(step);
            }
            most = Math.max(most, (int)
                    underWay.stream().filter(each -> plan.kind(each) == kind).count());
        }
        return most;
    }

    private static void end(Plan plan, int step, int[] waitsFor, List<Integer> ready) {
        for (int i = plan.firstDependant(step); i < plan.firstDependant(step + 1); i++) {
            release(plan.dependant(i), waitsFor, ready);
        }
    }

    private static void release(int step, int[] waitsFor, List<Integer> ready) {
        if (--waitsFor[step] == 0) {
            ready.add(step);
        }
    }
}
