package org.reactivempi.core.collective.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.core.collective.algorithm.Allgathers;
import org.reactivempi.core.collective.algorithm.Alltoalls;
import org.reactivempi.core.collective.algorithm.Choice;
import org.reactivempi.core.collective.algorithm.Gathers;
import org.reactivempi.core.collective.algorithm.Hosts;
import org.reactivempi.core.collective.algorithm.Leaders;
import org.reactivempi.core.collective.algorithm.RankTree;
import org.reactivempi.core.collective.algorithm.Reductions;

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

    /**
     * All that have memory of their own, but two where each block keeps the place that it has among all, so that the last place may stay
     * empty: a reduction in blocks, and an alltoall of leaders.
     */
    private static Map<String, Plan> plans(int rank, int size, int root, boolean inPlace) {
        long bytes = (long) BLOCK * size;
        boolean isRoot = rank == root;
        boolean atRoot = inPlace && isRoot;
        long[] blocks = new long[size];
        for (int i = 0; i < size; i++) {
            blocks[i] = (long) ELEMENT * (i % 3);
        }
        Map<String, Plan> plans = new LinkedHashMap<>();
        plans.put("gather along a tree", Gathers.gatherAlongTree(rank, size, root, BLOCK, atRoot));
        plans.put("scatter along a tree", Gathers.scatterAlongTree(rank, size, root, BLOCK, atRoot));
        plans.put("allgather by Bruck", Allgathers.bruck(rank, size, blocks, inPlace));
        plans.put("alltoall by Bruck", Alltoalls.bruck(rank, size, BLOCK, inPlace));
        plans.put("alltoall", Alltoalls.exchange(rank, size, blocks, blocks, inPlace, 2));
        plans.put("reduce", Reductions.toRoot(rank, size, root, bytes, atRoot));
        plans.put("reduce in order", Reductions.toRootInOrder(rank, size, root, bytes, atRoot));
        plans.put("allreduce", Reductions.doubling(rank, size, bytes, inPlace));
        plans.put("allreduce by a tree", RankTree.allreduce(rank, size, bytes, inPlace));
        plans.put("allreduce in pieces", Reductions.pairwiseAndRing(rank, size, bytes, ELEMENT, inPlace));
        plans.put("reduceScatter", Reductions.scatterPairwise(rank, size, blocks, inPlace));
        plans.put("reduceScatter by a tree", RankTree.reduceScatter(rank, size, blocks, inPlace));
        plans.put("scan", Reductions.scan(rank, size, bytes, inPlace));
        plans.put("exscan", Reductions.exclusiveScan(rank, size, bytes, inPlace));
        if (Integer.bitCount(size) == 1) {
            plans.put("reduceScatter by halves", Reductions.scatterByHalving(rank, size, blocks, inPlace));
            plans.put("allreduce by halves", Reductions.halvingAndDoubling(rank, size, bytes, ELEMENT, inPlace));
        }
        if (size > 3) {
            Hosts hosts = Hosts.of(size, each -> each / 3);
            plans.put("reduce of leaders", Leaders.reduce(rank, hosts, root, bytes, false, atRoot));
            plans.put("allreduce of leaders", Leaders.allreduce(rank, hosts, bytes, ELEMENT, false, inPlace));
            plans.put("gather of leaders", Leaders.gather(rank, hosts, root, BLOCK, atRoot));
            plans.put("scatter of leaders", Leaders.scatter(rank, hosts, root, BLOCK, atRoot));
            plans.put("allgather of leaders", Leaders.allgather(rank, hosts, blocks, inPlace));
            plans.put("scan of leaders", Leaders.scan(rank, hosts, bytes, inPlace));
            plans.put("exscan of leaders", Leaders.exscan(rank, hosts, bytes, inPlace));
        }
        return plans;
    }

    @ParameterizedTest
    @MethodSource("sizes")
    @DisplayName("COL-24 a plan has as much memory of its own as its steps use, to the byte")
    void memory(int size) {
        for (int root : IntStream.of(0, size / 2, size - 1).distinct().toArray()) {
            for (int rank = 0; rank < size; rank++) {
                for (boolean inPlace : new boolean[] {false, true}) {
                    String who = " on rank " + rank + " of " + size + ", root " + root + (inPlace ? ", in place" : "");
                    plans(rank, size, root, inPlace).forEach((name, plan) -> {
                        for (int i = 0; i < plan.scratchSlots(); i++) {
                            assertThat(plan.scratchBytes(i))
                                    .as("memory %d of %s%s", i, name, who)
                                    .isEqualTo(used(plan, Plan.SCRATCH + i));
                        }
                    });
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
        long[] blocks = Choice.equal(size, BLOCK);
        for (boolean inPlace : new boolean[] {false, true}) {
            for (int window : new int[] {1, 3, 32}) {
                assertMost(Math.min(window, size - 1), Alltoalls.exchange(0, size, blocks, blocks, inPlace, window));
            }
            assertMost(Math.min(32, size - 1), Choice.alltoallv(0, size, blocks, blocks, inPlace));
            assertMost(Math.min(32, size - 1), Choice.alltoall(0, size, 100_000, inPlace));
            assertMost(Math.min(1, size - 1), Choice.alltoall(0, size, 128 << 10, inPlace));
        }
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
