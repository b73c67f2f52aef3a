package org.reactivempi.core.collective.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
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
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivempi.core.collective.algorithm.Algorithms;
import org.reactivempi.core.collective.algorithm.Choice;
import org.reactivempi.core.collective.algorithm.Dissemination;
import org.reactivempi.core.collective.algorithm.Hosts;
import org.reactivempi.core.collective.algorithm.Leaders;
import org.reactivempi.core.settings.AlgorithmTable;

/** Plans in two levels, on symbols, for ranks on hosts in several ways. */
class LeadersTest {

    private static final int ELEMENT = 1;

    /** How ranks lie on hosts. */
    enum Layout {
        /** The first four ranks on the first host, and so on. */
        ROWS(true, rank -> rank / 4),
        /** 1, 2, 4, 8 and more ranks on a host each. */
        UNEVEN(true, rank -> Integer.SIZE - Integer.numberOfLeadingZeros(rank)),
        /** Each rank on the next of three hosts. */
        ROUND_ROBIN(false, rank -> rank % 3),
        /** Hosts that are numbered downwards, and of which one has most ranks. */
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

    private static String[] own(int rank, int bytes) {
        String[] all = new String[bytes];
        Arrays.setAll(all, i -> rank + "." + i + ";");
        return all;
    }

    private static String[] room(int bytes) {
        return Stream.generate(() -> SymbolicRun.NOTHING).limit(bytes).toArray(String[]::new);
    }

    private static String[] reduced(int size, int bytes) {
        String[] all = new String[bytes];
        Arrays.setAll(
                all,
                i -> IntStream.range(0, size)
                        .mapToObj(rank -> rank + "." + i + ";")
                        .reduce("", String::concat));
        return all;
    }

    private static String[] sorted(String[] reduced) {
        return Arrays.stream(reduced)
                .map(one -> Arrays.stream(one.split(";")).sorted().toList().toString())
                .toArray(String[]::new);
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
        for (Layout layout : Layout.values()) {
            if (layout.hasSeveral(size)) {
                broadcasts(layout, size, roots(size));
                reductions(layout, size, roots(size));
                barriers(layout, size);
                gathers(layout, size, roots(size));
                scans(layout, size);
            }
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("allSizes")
    @DisplayName("COL-10, COL-17, COL-19 so they do for 2 to 64 ranks and each root")
    void rightForAll(int size) {
        int[] roots = IntStream.range(0, size).toArray();
        for (Layout layout : Layout.values()) {
            if (layout.hasSeveral(size)) {
                broadcasts(layout, size, roots);
                reductions(layout, size, roots);
                barriers(layout, size);
                gathers(layout, size, roots);
                scans(layout, size);
            }
        }
    }

    private static void broadcasts(Layout layout, int size, int[] roots) {
        Hosts hosts = layout.hosts(size);
        for (int root : roots) {
            for (int bytes : new int[] {0, 5}) {
                List<Plan> plans = plans(size, rank -> Leaders.bcast(rank, hosts, root, bytes));
                assertThat(SymbolicRun.of(
                                plans, rank -> room(0), rank -> rank == root ? own(rank, bytes) : room(bytes), root))
                        .as(layout + " of " + size + " from " + root)
                        .allSatisfy(result -> assertThat(result).isEqualTo(own(root, bytes)));
            }
        }
    }

    /** Blocks keep the order of the ranks, so hosts need rows of them. */
    private static void gathers(Layout layout, int size, int[] roots) {
        if (!layout.rows) {
            return;
        }
        Hosts hosts = layout.hosts(size);
        for (boolean inPlace : new boolean[] {false, true}) {
            for (int root : roots) {
                gather(hosts, size, root, inPlace);
                scatter(hosts, size, root, inPlace);
            }
            alltoall(hosts, size, inPlace);
            allgather(hosts, Choice.equal(size, 2), inPlace);
            allgather(hosts, LongStream.range(0, size).map(i -> i * 5 % 4).toArray(), inPlace);
        }
    }

    private static void gather(Hosts hosts, int size, int root, boolean inPlace) {
        int block = 2;
        List<Plan> plans = plans(size, rank -> Leaders.gather(rank, hosts, root, block, inPlace && rank == root));
        List<String[]> results = SymbolicRun.of(
                plans,
                rank -> inPlace && rank == root ? room(0) : own(rank, block),
                rank -> rank != root
                        ? room(0)
                        : inPlace ? withOwn(rank, Choice.equal(size, block)) : room(size * block),
                root);
        assertThat(results.get(root)).isEqualTo(ofAll(Choice.equal(size, block)));
    }

    private static void scatter(Hosts hosts, int size, int root, boolean inPlace) {
        int block = 2;
        List<Plan> plans = plans(size, rank -> Leaders.scatter(rank, hosts, root, block, inPlace && rank == root));
        List<String[]> results = SymbolicRun.of(
                plans,
                rank -> rank == root ? own(root, size * block) : room(0),
                rank -> inPlace && rank == root ? room(0) : room(block),
                root);
        for (int rank = 0; rank < size; rank++) {
            if (!inPlace || rank != root) {
                assertThat(results.get(rank))
                        .isEqualTo(Arrays.copyOfRange(own(root, size * block), rank * block, (rank + 1) * block));
            }
        }
    }

    private static void alltoall(Hosts hosts, int size, boolean inPlace) {
        int block = 2;
        List<String[]> results = SymbolicRun.of(
                plans(size, rank -> Leaders.alltoall(rank, hosts, block, inPlace)),
                rank -> inPlace ? room(0) : own(rank, size * block),
                rank -> inPlace ? own(rank, size * block) : room(size * block),
                size);
        for (int rank = 0; rank < size; rank++) {
            int from = rank * block;
            assertThat(results.get(rank))
                    .isEqualTo(IntStream.range(0, size)
                            .mapToObj(other -> Arrays.copyOfRange(own(other, size * block), from, from + block))
                            .flatMap(Arrays::stream)
                            .toArray(String[]::new));
        }
    }

    private static void allgather(Hosts hosts, long[] blocks, boolean inPlace) {
        int all = (int) Arrays.stream(blocks).sum();
        List<String[]> results = SymbolicRun.of(
                plans(blocks.length, rank -> Leaders.allgather(rank, hosts, blocks, inPlace)),
                rank -> inPlace ? room(0) : own(rank, (int) blocks[rank]),
                rank -> inPlace ? withOwn(rank, blocks) : room(all),
                all);
        assertThat(results).allSatisfy(result -> assertThat(result).isEqualTo(ofAll(blocks)));
    }

    private static String[] ofAll(long[] blocks) {
        return IntStream.range(0, blocks.length)
                .mapToObj(rank -> own(rank, (int) blocks[rank]))
                .flatMap(Arrays::stream)
                .toArray(String[]::new);
    }

    private static String[] withOwn(int rank, long[] blocks) {
        String[] all = room((int) Arrays.stream(blocks).sum());
        int at = (int) Arrays.stream(blocks, 0, rank).sum();
        System.arraycopy(own(rank, (int) blocks[rank]), 0, all, at, (int) blocks[rank]);
        return all;
    }

    private static void reductions(Layout layout, int size, int[] roots) {
        Hosts hosts = layout.hosts(size);
        int bytes = 3;
        for (boolean inPlace : new boolean[] {false, true}) {
            for (boolean commutative : layout.rows ? new boolean[] {false, true} : new boolean[] {true}) {
                for (int root : roots) {
                    List<Plan> plans = plans(
                            size,
                            rank -> Leaders.reduce(rank, hosts, root, bytes, commutative, inPlace && rank == root));
                    List<String[]> results = SymbolicRun.of(
                            plans,
                            rank -> inPlace && rank == root ? room(0) : own(rank, bytes),
                            rank -> inPlace && rank == root ? own(rank, bytes) : rank == root ? room(bytes) : room(0),
                            root);
                    assertReduced(results.get(root), size, bytes, commutative);
                }
                List<Plan> plans =
                        plans(size, rank -> Leaders.allreduce(rank, hosts, bytes, ELEMENT, commutative, inPlace));
                List<String[]> results = SymbolicRun.of(
                        plans,
                        rank -> inPlace ? room(0) : own(rank, bytes),
                        rank -> inPlace ? own(rank, bytes) : room(bytes),
                        size);
                assertReduced(results.get(0), size, bytes, commutative);
                assertThat(results)
                        .as("the same operands in the same order on all ranks")
                        .allSatisfy(result -> assertThat(result).isEqualTo(results.get(0)));
            }
        }
    }

    /** Operands keep the order of the ranks, so hosts need rows of them. */
    private static void scans(Layout layout, int size) {
        if (!layout.rows) {
            return;
        }
        Hosts hosts = layout.hosts(size);
        for (int bytes : new int[] {0, 3}) {
            for (boolean inPlace : new boolean[] {false, true}) {
                assertScan(plans(size, rank -> Leaders.scan(rank, hosts, bytes, inPlace)), bytes, inPlace, true);
                assertScan(plans(size, rank -> Leaders.exscan(rank, hosts, bytes, inPlace)), bytes, inPlace, false);
            }
        }
    }

    private static void assertScan(List<Plan> plans, int bytes, boolean inPlace, boolean inclusive) {
        List<String[]> results = SymbolicRun.of(
                plans,
                rank -> inPlace ? room(0) : own(rank, bytes),
                rank -> inPlace ? own(rank, bytes) : room(bytes),
                bytes);
        for (int rank = 0; rank < plans.size(); rank++) {
            int end = inclusive ? rank + 1 : rank;
            String[] untouched = inPlace ? own(0, bytes) : room(bytes);
            assertThat(results.get(rank)).isEqualTo(end == 0 ? untouched : reduced(end, bytes));
        }
    }

    private static void assertReduced(String[] result, int size, int bytes, boolean commutative) {
        if (commutative) {
            assertThat(sorted(result)).isEqualTo(sorted(reduced(size, bytes)));
        } else {
            assertThat(result).isEqualTo(reduced(size, bytes));
        }
    }

    private static void barriers(Layout layout, int size) {
        Hosts hosts = layout.hosts(size);
        List<Plan> plans = plans(size, rank -> Leaders.barrier(rank, hosts));
        SymbolicRun.of(plans, rank -> room(0), rank -> room(0), size);
        assertThat(heardFrom(plans))
                .as(layout + " of " + size)
                .allSatisfy(heard -> assertThat(heard).isEqualTo(size));
    }

    @Test
    @DisplayName(
            "COL-5 no rank ends a barrier of leaders, or any other one, before it has heard, directly or not, from all")
    void barrierHearsAll() {
        assertThat(heardFrom(plans(13, rank -> Dissemination.barrier(rank, 13))))
                .containsOnly(13);
        Hosts hosts = Layout.ROUND_ROBIN.hosts(13);
        assertThat(heardFrom(plans(13, rank -> Leaders.barrier(rank, hosts)))).containsOnly(13);
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
                    Arrays.stream(before.get(rank)).forEach(heard::or);
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
        assertThat(far(layout, plans(size, rank -> Leaders.bcast(rank, hosts, root, 8))))
                .hasSize(count - 1);
        assertThat(far(layout, plans(size, rank -> Leaders.reduce(rank, hosts, root, 8, true, false))))
                .hasSize(count - 1);
        List<int[]> barrier = far(layout, plans(size, rank -> Leaders.barrier(rank, hosts)));
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
            for (Plan plan : List.of(
                    Leaders.barrier(rank, hosts),
                    Leaders.bcast(rank, hosts, size / 3, 8),
                    Leaders.reduce(rank, hosts, size / 3, 8, true, false),
                    Leaders.allreduce(rank, hosts, 8, 8, true, false),
                    Leaders.scan(rank, hosts, 8, false),
                    Leaders.exscan(rank, hosts, 8, false))) {
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
        Algorithms own = new Algorithms(AlgorithmTable.NONE, rows);
        assertThat(own.barrier(0, 8).algorithm()).isEqualTo("leaders");
        assertThat(own.bcast(0, 8, 3, 8).algorithm()).isEqualTo("leaders");
        assertThat(own.bcast(0, 8, 3, 1 << 20).algorithm()).isEqualTo("circulant");
        assertThat(own.reduce(0, 8, 3, 8, 8, false, false).algorithm()).isEqualTo("leaders");
        assertThat(own.allreduce(0, 8, 8, 8, true, false).algorithm()).isEqualTo("doubling");
        assertThat(own.alltoall(0, 8, 8, false).algorithm()).isEqualTo("leaders");
        assertThat(own.alltoall(0, 8, 1 << 20, false).algorithm()).isEqualTo("exchange");
        assertThat(own.scan(0, 8, 1 << 20, false).algorithm()).isEqualTo("leaders");
        assertThat(own.exscan(0, 8, 8, true).algorithm()).isEqualTo("leaders");
        Algorithms mixed = new Algorithms(AlgorithmTable.NONE, Layout.ROUND_ROBIN.hosts(8));
        assertThat(mixed.barrier(0, 8).algorithm()).isEqualTo("dissemination");
        assertThat(mixed.bcast(0, 8, 3, 8).algorithm()).isEqualTo("leaders");
        assertThat(mixed.alltoall(0, 8, 8, false).algorithm()).isEqualTo("bruck");
        assertThat(mixed.scan(0, 8, 8, false).algorithm()).isEqualTo("doubling");
        assertThat(mixed.exscan(0, 8, 8, false).algorithm()).isEqualTo("doubling");

        Algorithms asked = new Algorithms(
                AlgorithmTable.parse(
                        "bcast:0-inf:leaders,barrier:0-inf:dissemination,reduce:0-inf:binomial,scan:0-inf:doubling"),
                rows);
        assertThat(asked.scan(0, 8, 8, false).algorithm()).isEqualTo("doubling");
        assertThat(asked.bcast(0, 8, 3, 1 << 20).algorithm()).isEqualTo("leaders");
        assertThat(asked.barrier(0, 8).algorithm()).isEqualTo("dissemination");
        assertThat(asked.reduce(0, 8, 3, 8, 8, true, false).algorithm()).isEqualTo("binomial");

        Algorithms apart = new Algorithms(AlgorithmTable.parse("bcast:0-inf:leaders"), Layout.ALONE.hosts(8));
        assertThat(apart.bcast(0, 8, 3, 8).toString())
                .isEqualTo(Choice.bcast(0, 8, 3, 8).toString());
        assertThat(apart.barrier(0, 8).algorithm()).isEqualTo("dissemination");
    }

    @Test
    @DisplayName("OPS-5 operands that keep their order don't go through leaders of hosts whose ranks are no rows")
    void order() {
        Algorithms mixed = new Algorithms(
                AlgorithmTable.parse("reduce:0-inf:leaders,allreduce:0-inf:leaders"), Layout.ROUND_ROBIN.hosts(8));
        assertThat(mixed.reduce(0, 8, 3, 8, 8, true, false).algorithm()).isEqualTo("leaders");
        assertThat(mixed.reduce(0, 8, 3, 8, 8, false, false).algorithm()).isEqualTo("binomial-in-order");
        assertThat(mixed.allreduce(0, 8, 8, 8, true, false).algorithm()).isEqualTo("leaders");
        assertThat(mixed.allreduce(0, 8, 8, 8, false, false).algorithm()).isEqualTo("doubling");
    }

    @Test
    @DisplayName(
            "COL-37 each step of a plan with leaders says of which part it is, and a plan without parts says nothing")
    void partsHaveNames() {
        Hosts rows = Layout.ROWS.hosts(8);
        assertThat(parts(Leaders.barrier(0, rows))).containsExactly("leaders(binomial)", "leaders(dissemination)");
        assertThat(parts(Leaders.barrier(1, rows))).containsExactly("leaders(binomial)");
        assertThat(parts(Leaders.allreduce(0, rows, 8, 8, true, false)))
                .containsExactly("leaders(binomial)", "leaders(doubling)");
        assertThat(parts(Choice.barrier(0, 8))).containsExactly("");
        assertThat(Leaders.barrier(0, rows).algorithm()).isEqualTo("leaders");
    }

    @Test
    @DisplayName("COL-37 a part that is made of parts itself names them, and steps beside them have no name")
    void partsOfParts() {
        PlanBuilder outer = new PlanBuilder(0, 8);
        outer.copy(Plan.SEND, 0, Plan.RECEIVE, 0, 4);
        int[] same = IntStream.range(0, 8).toArray();
        outer.include(Leaders.barrier(0, Layout.ROWS.hosts(8)), same, Plan.SEND, Plan.RECEIVE);
        outer.copy(Plan.SEND, 4, Plan.RECEIVE, 4, 4);

        assertThat(parts(outer.build("outer")))
                .containsExactly("", "outer(leaders(binomial))", "outer(leaders(dissemination))");
    }

    private static List<String> parts(Plan plan) {
        return IntStream.range(0, plan.steps()).mapToObj(plan::part).distinct().toList();
    }
}
