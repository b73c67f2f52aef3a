package org.reactivempi.core.collective.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.core.collective.algorithm.AlgorithmTable;
import org.reactivempi.core.collective.algorithm.Algorithms;
import org.reactivempi.core.collective.algorithm.Alltoalls;
import org.reactivempi.core.collective.algorithm.Barriers;
import org.reactivempi.core.collective.algorithm.Broadcasts;
import org.reactivempi.core.collective.algorithm.Hosts;
import org.reactivempi.core.collective.algorithm.Member;
import org.reactivempi.core.collective.algorithm.Operations;
import org.reactivempi.core.collective.algorithm.Plans;
import org.reactivempi.core.collective.algorithm.PrefixReductions;
import org.reactivempi.core.collective.algorithm.Reductions;
import org.reactivempi.core.collective.algorithm.Task;

/** Plans in two levels, on symbols, for ranks on hosts in several ways. */
class LeadersTest {

    private static final String LEADERS = "leaders";

    private static final int ELEMENT = 1;

    /** How ranks lie on hosts. */
    enum Layout {
        /** The first four ranks on the first host, and so on. */
        ROWS(true, rank -> rank / 4),
        /** 1, 2, 4, 8 and more ranks on a host each. */
        UNEVEN(true, rank -> Integer.SIZE - Integer.numberOfLeadingZeros(rank)),
        /** Each rank on the next of three hosts. */
        ROUND_ROBIN(false, rank -> rank % 3),
        /** Hosts that are numbered downwards; one of them has most ranks. */
        MIXED(false, rank -> rank % 5 == 1 ? 7 : 2 - rank % 3 % 2),
        /** A host for each rank. */
        ALONE(true, rank -> 100 - rank);

        private final boolean rows;
        private final IntUnaryOperator hostOf;

        Layout(boolean rows, IntUnaryOperator hostOf) {
            this.rows = rows;
            this.hostOf = hostOf;
        }

        Hosts hosts(int size) {
            return Hosts.of(size, hostOf);
        }

        boolean hasSeveral(int size) {
            return IntStream.range(0, size).map(hostOf).distinct().count() > 1;
        }
    }

    static Stream<Integer> sizes() {
        return Stream.concat(IntStream.rangeClosed(2, 13).boxed(), Stream.of(16, 17, 33));
    }

    static Stream<Integer> allSizes() {
        return IntStream.rangeClosed(2, 64).boxed();
    }

    /** What a rank does by leaders where hosts are several, and else by the library's own choice. */
    private static Plan leaders(Algorithms operation, int rank, Hosts hosts, int size, int root, long bytes) {
        return operation.plan(
                LEADERS, Task.reducing(operation, new Member(rank, size, hosts), root, bytes, ELEMENT, true, false));
    }

    private static List<Plan> plans(int size, IntFunction<Plan> plan) {
        return IntStream.range(0, size).mapToObj(plan).toList();
    }

    private static int[] roots(int size) {
        return size <= 17 ? IntStream.range(0, size).toArray() : new int[] {0, 1, size / 3, size / 2, size - 1};
    }

    @ParameterizedTest
    @MethodSource("sizes")
    @DisplayName(
            "COL-10, COL-17, COL-19 leaders give every rank the same as the definition, for all roots and layouts of hosts")
    void right(int size) {
        assertRight(size, roots(size));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("allSizes")
    @DisplayName("COL-10, COL-17, COL-19 so they do for 2 to 64 ranks and each root")
    void rightForAll(int size) {
        assertRight(size, IntStream.range(0, size).toArray());
    }

    /** By each algorithm that is for several hosts alone. */
    private static void assertRight(int size, int[] roots) {
        for (Layout layout : Layout.values()) {
            if (layout.hasSeveral(size)) {
                Hosts hosts = layout.hosts(size);
                Definition.assertAll(
                        size, hosts, roots, algorithm -> algorithm.name().equals(LEADERS));
                barriers(layout, size);
            }
        }
    }

    private static void barriers(Layout layout, int size) {
        Hosts hosts = layout.hosts(size);
        assertThat(heardFrom(plans(size, rank -> leaders(Barriers.BARRIER, rank, hosts, size, 0, 0))))
                .as(layout + " of " + size)
                .allSatisfy(heard -> assertThat(heard).isEqualTo(size));
    }

    @Test
    @DisplayName(
            "COL-5 no rank ends a barrier of leaders, or any other one, before it has heard, directly or not, from all")
    void barrierHearsAll() {
        assertThat(heardFrom(plans(13, rank -> leaders(Barriers.BARRIER, rank, Hosts.ONE, 13, 0, 0))))
                .containsOnly(13);
        Hosts hosts = Layout.ROUND_ROBIN.hosts(13);
        assertThat(heardFrom(plans(13, rank -> leaders(Barriers.BARRIER, rank, hosts, 13, 0, 0))))
                .containsOnly(13);
    }

    /** From how many ranks each has heard, when its plan has ended. */
    private static List<Integer> heardFrom(List<Plan> plans) {
        List<BitSet[]> before = new ArrayList<>();
        Map<List<Integer>, Deque<BitSet>> sent = new HashMap<>();
        for (Plan plan : plans) {
            before.add(Stream.generate(BitSet::new).limit(plan.steps()).toArray(BitSet[]::new));
        }
        for (int pass = 0; pass < 64; pass++) {
            sent.clear();
            for (int rank = 0; rank < plans.size(); rank++) {
                Plan plan = plans.get(rank);
                for (int step = 0; step < plan.steps(); step++) {
                    if (plan.kind(step) == Plan.Kind.SEND) {
                        BitSet known = (BitSet) before.get(rank)[step].clone();
                        known.set(rank);
                        sent.computeIfAbsent(List.of(rank, plan.peer(step)), pair -> new ArrayDeque<>())
                                .add(known);
                    }
                }
            }
            for (int rank = 0; rank < plans.size(); rank++) {
                Plan plan = plans.get(rank);
                BitSet[] known = before.get(rank);
                for (int step = 0; step < plan.steps(); step++) {
                    BitSet after = (BitSet) known[step].clone();
                    if (plan.kind(step) == Plan.Kind.RECEIVE) {
                        after.or(sent.get(List.of(plan.peer(step), rank)).remove());
                        known[step].or(after);
                    }
                    for (int i = plan.firstDependant(step); i < plan.firstDependant(step + 1); i++) {
                        known[plan.dependant(i)].or(after);
                    }
                }
            }
        }
        return IntStream.range(0, plans.size())
                .mapToObj(rank -> {
                    BitSet heard = new BitSet();
                    heard.set(rank);
                    List.of(before.get(rank)).forEach(heard::or);
                    return heard.cardinality();
                })
                .toList();
    }

    @ParameterizedTest
    @EnumSource(
            value = Layout.class,
            names = {"ROWS", "UNEVEN", "ROUND_ROBIN", "MIXED"})
    @DisplayName("COL-38 between hosts nobody but their leaders sends, one message for each host in a tree")
    void betweenHosts(Layout layout) {
        int size = 40;
        int count = (int) IntStream.range(0, size).map(layout.hostOf).distinct().count();
        Hosts hosts = layout.hosts(size);
        int root = 17;
        for (Algorithms operation : List.of(Broadcasts.BCAST, Reductions.REDUCE)) {
            assertThat(far(layout, plans(size, rank -> leaders(operation, rank, hosts, size, root, 8))))
                    .hasSize(count - 1);
        }
        List<int[]> barrier = far(layout, plans(size, rank -> leaders(Barriers.BARRIER, rank, hosts, size, 0, 0)));
        int log = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
        assertThat(barrier).hasSize(count * log);
        Set<Integer> leaders = new HashSet<>();
        barrier.forEach(pair -> leaders.addAll(List.of(pair[0], pair[1])));
        assertThat(leaders).hasSize(count);
    }

    /** Sender and receiver of each message between hosts. */
    private static List<int[]> far(Layout layout, List<Plan> plans) {
        List<int[]> far = new ArrayList<>();
        for (int rank = 0; rank < plans.size(); rank++) {
            Plan plan = plans.get(rank);
            for (int step = 0; step < plan.steps(); step++) {
                int peer = plan.peer(step);
                if (plan.kind(step) == Plan.Kind.SEND
                        && layout.hostOf.applyAsInt(rank) != layout.hostOf.applyAsInt(peer)) {
                    far.add(new int[] {rank, peer});
                }
            }
        }
        return far;
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1000, 4096})
    @DisplayName("COL-24 what a rank's plan with leaders holds grows with the logarithm of the number of ranks")
    void logarithmic(int size) {
        Hosts hosts = Hosts.of(size, rank -> rank / 32);
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
        for (int rank : new int[] {0, 1, 31, 32, size / 2, size - 1}) {
            for (Algorithms operation : Operations.all()) {
                if (Definition.isInBlocks(operation)) {
                    continue;
                }
                int root = Definition.hasRoot(operation) ? size / 3 : 0;
                Plan plan = leaders(operation, rank, hosts, size, root, 8);
                assertThat(plan.algorithm()).isEqualTo(LEADERS);
                assertThat(plan.steps()).isLessThanOrEqualTo(2 * rounds + 10);
                assertThat(plan.firstDependant(plan.steps())).isLessThanOrEqualTo(rounds * rounds + 8 * rounds);
            }
        }
    }

    @Test
    @DisplayName(
            "COL-38 short operations go through leaders where hosts are several and have several ranks; the table may ask for it or not")
    void chosen() {
        Hosts rows = Layout.ROWS.hosts(8);
        Plans own = new Plans(AlgorithmTable.NONE, false);
        assertThat(chosen(own, Barriers.BARRIER, rows, 0, 0)).isEqualTo("leaders");
        assertThat(chosen(own, Broadcasts.BCAST, rows, 3, 8)).isEqualTo("leaders");
        assertThat(chosen(own, Broadcasts.BCAST, rows, 3, 1 << 20)).isEqualTo("circulant");
        assertThat(inOrder(own, Reductions.REDUCE, rows)).isEqualTo("leaders");
        assertThat(chosen(own, Reductions.ALLREDUCE, rows, 0, 8)).isEqualTo("doubling");
        assertThat(chosen(own, Alltoalls.ALLTOALL, rows, 0, 8)).isEqualTo("leaders");
        assertThat(chosen(own, Alltoalls.ALLTOALL, rows, 0, 1 << 20)).isEqualTo("pairwise");
        assertThat(chosen(own, PrefixReductions.SCAN, rows, 0, 1 << 20)).isEqualTo("leaders");
        assertThat(chosen(own, PrefixReductions.EXSCAN, rows, 0, 8)).isEqualTo("leaders");
        Hosts mixed = Layout.ROUND_ROBIN.hosts(8);
        assertThat(chosen(own, Barriers.BARRIER, mixed, 0, 0)).isEqualTo("dissemination");
        assertThat(chosen(own, Broadcasts.BCAST, mixed, 3, 8)).isEqualTo("leaders");
        assertThat(chosen(own, Alltoalls.ALLTOALL, mixed, 0, 8)).isEqualTo("bruck");
        assertThat(chosen(own, PrefixReductions.SCAN, mixed, 0, 8)).isEqualTo("doubling");
        assertThat(chosen(own, PrefixReductions.EXSCAN, mixed, 0, 8)).isEqualTo("doubling");

        Plans asked = new Plans(
                AlgorithmTable.parse(
                        "bcast:0-inf:leaders,barrier:0-inf:dissemination,reduce:0-inf:binomial,scan:0-inf:doubling"),
                false);
        assertThat(chosen(asked, PrefixReductions.SCAN, rows, 0, 8)).isEqualTo("doubling");
        assertThat(chosen(asked, Broadcasts.BCAST, rows, 3, 1 << 20)).isEqualTo("leaders");
        assertThat(chosen(asked, Barriers.BARRIER, rows, 0, 0)).isEqualTo("dissemination");
        assertThat(chosen(asked, Reductions.REDUCE, rows, 3, 8)).isEqualTo("binomial");

        Hosts apart = Layout.ALONE.hosts(8);
        assertThat(chosen(asked, Broadcasts.BCAST, apart, 3, 8)).isEqualTo("binomial");
        assertThat(chosen(own, Barriers.BARRIER, apart, 0, 0)).isEqualTo("dissemination");
    }

    /** By what algorithm the first of eight ranks runs. */
    private static String chosen(Plans plans, Algorithms operation, Hosts hosts, int root, long bytes) {
        return plans.of(Task.reducing(operation, new Member(0, 8, hosts), root, bytes, ELEMENT, true, false))
                .algorithm();
    }

    private static String inOrder(Plans plans, Algorithms operation, Hosts hosts) {
        int root = Definition.hasRoot(operation) ? 3 : 0;
        return plans.of(Task.reducing(operation, new Member(0, 8, hosts), root, 8, ELEMENT, false, false))
                .algorithm();
    }

    @Test
    @DisplayName("OPS-5 operands that keep their order don't go through leaders of hosts whose ranks are no rows")
    void order() {
        Plans asked = new Plans(AlgorithmTable.parse("reduce:0-inf:leaders,allreduce:0-inf:leaders"), false);
        Hosts mixed = Layout.ROUND_ROBIN.hosts(8);
        assertThat(chosen(asked, Reductions.REDUCE, mixed, 3, 8)).isEqualTo("leaders");
        assertThat(inOrder(asked, Reductions.REDUCE, mixed)).isEqualTo("binomial-in-order");
        assertThat(chosen(asked, Reductions.ALLREDUCE, mixed, 0, 8)).isEqualTo("leaders");
        assertThat(inOrder(asked, Reductions.ALLREDUCE, mixed)).isEqualTo("doubling");
    }

    @Test
    @DisplayName(
            "COL-37 each step of a plan with leaders says of which part it is, and a plan without parts says nothing")
    void partsHaveNames() {
        Hosts rows = Layout.ROWS.hosts(8);
        Plan barrier = leaders(Barriers.BARRIER, 0, rows, 8, 0, 0);
        assertThat(parts(barrier)).containsExactly("leaders(binomial)", "leaders(dissemination)");
        assertThat(parts(leaders(Barriers.BARRIER, 1, rows, 8, 0, 0))).containsExactly("leaders(binomial)");
        assertThat(parts(leaders(Reductions.ALLREDUCE, 0, rows, 8, 0, 8)))
                .containsExactly("leaders(binomial)", "leaders(doubling)");
        assertThat(parts(leaders(Barriers.BARRIER, 0, Hosts.ONE, 8, 0, 0))).containsExactly("");
        assertThat(barrier.algorithm()).isEqualTo("leaders");
    }

    @Test
    @DisplayName("COL-37 a part that is made of parts itself names them, and steps beside them have no name")
    void partsOfParts() {
        PlanBuilder outer = new PlanBuilder(0, 8);
        outer.copy(Plan.SEND, 0, Plan.RECEIVE, 0, 4);
        int[] same = IntStream.range(0, 8).toArray();
        outer.include(leaders(Barriers.BARRIER, 0, Layout.ROWS.hosts(8), 8, 0, 0), same, Plan.SEND, Plan.RECEIVE);
        outer.copy(Plan.SEND, 4, Plan.RECEIVE, 4, 4);

        assertThat(parts(outer.build("outer")))
                .containsExactly("", "outer(leaders(binomial))", "outer(leaders(dissemination))");
    }

    private static List<String> parts(Plan plan) {
        return IntStream.range(0, plan.steps()).mapToObj(plan::part).distinct().toList();
    }
}
