package org.reactivempi.core.collective.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.core.collective.algorithm.Allgathers;
import org.reactivempi.core.collective.algorithm.Alltoalls;
import org.reactivempi.core.collective.algorithm.Broadcasts;
import org.reactivempi.core.collective.algorithm.Dissemination;
import org.reactivempi.core.collective.algorithm.Gathers;
import org.reactivempi.core.collective.algorithm.RankTree;
import org.reactivempi.core.collective.algorithm.Reductions;

/**
 * Every algorithm, on symbols: a byte that began on rank r as its i-th is the text {@code r.i;}, and what is reduced is the sequence
 * of its operands. So a result shows which bytes it was made from, and in which order.
 */
class AlgorithmsTest {

    private static final int MOST_RANKS = 64;

    static IntStream sizes() {
        return IntStream.concat(IntStream.rangeClosed(1, 9), IntStream.of(12, 16, 17));
    }

    static Stream<Integer> larger() {
        return Stream.of(32, 33);
    }

    /** The i-th byte that a rank gives. */
    private static String symbol(int rank, long i) {
        return rank + "." + i + ";";
    }

    private static String[] own(int rank, long bytes) {
        return symbols(rank, 0, bytes);
    }

    private static String[] symbols(int rank, long from, long bytes) {
        String[] all = new String[(int) bytes];
        Arrays.setAll(all, i -> symbol(rank, from + i));
        return all;
    }

    private static String[] room(long bytes) {
        String[] all = new String[(int) bytes];
        Arrays.fill(all, SymbolicRun.NOTHING);
        return all;
    }

    private static List<Plan> plans(int size, IntFunction<Plan> plan) {
        return IntStream.range(0, size).mapToObj(plan).toList();
    }

    /** Each byte of all ranks, in their order. */
    private static String[] reduced(int first, int last, long from, long bytes) {
        String[] all = new String[(int) bytes];
        Arrays.setAll(
                all,
                i -> IntStream.range(first, last)
                        .mapToObj(rank -> symbol(rank, from + i))
                        .reduce("", String::concat));
        return all;
    }

    private static String[] sorted(String[] reduced) {
        return Arrays.stream(reduced)
                .map(one -> Arrays.stream(one.split(";")).sorted().toList().toString())
                .toArray(String[]::new);
    }

    private static long[] equal(int size, long block) {
        long[] all = new long[size];
        Arrays.fill(all, block);
        return all;
    }

    /** Blocks of all lengths, empty ones among them. */
    private static long[] uneven(int size) {
        long[] all = new long[size];
        Arrays.setAll(all, i -> (i * 5 + 2) % 4);
        return all;
    }

    private static long sum(long[] blocks, int until) {
        return Arrays.stream(blocks, 0, until).sum();
    }

    private static String[] blocksOfAll(long[] blocks) {
        return IntStream.range(0, blocks.length)
                .mapToObj(rank -> own(rank, blocks[rank]))
                .flatMap(Arrays::stream)
                .toArray(String[]::new);
    }

    private static String[] withOwn(int rank, long[] blocks) {
        String[] all = room(sum(blocks, blocks.length));
        System.arraycopy(own(rank, blocks[rank]), 0, all, (int) sum(blocks, rank), (int) blocks[rank]);
        return all;
    }

    @ParameterizedTest
    @MethodSource({"sizes", "larger"})
    void barrier(int size) {
        SymbolicRun.of(plans(size, rank -> Dissemination.barrier(rank, size)), r -> room(0), r -> room(0), size);
        for (int rank = 0; rank < size; rank++) {
            int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
            assertThat(Dissemination.barrier(rank, size).steps()).isEqualTo(2 * rounds);
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void broadcasts(int size) {
        for (int root = 0; root < size; root++) {
            int from = root;
            for (long bytes : new long[] {0, 1, 7, 40}) {
                List<List<Plan>> ways = List.of(
                        plans(size, rank -> Broadcasts.binomial(rank, size, from, bytes)),
                        plans(size, rank -> Broadcasts.scatterAndRing(rank, size, from, bytes)),
                        plans(size, rank -> Broadcasts.circulant(rank, size, from, bytes, 3)));
                for (List<Plan> way : ways) {
                    List<String[]> results =
                            SymbolicRun.of(way, r -> room(0), r -> r == from ? own(r, bytes) : room(bytes), root);
                    assertThat(results).allSatisfy(result -> assertThat(result).isEqualTo(own(from, bytes)));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource({"allSizes", "hundreds"})
    @DisplayName("n blocks are with all of p ranks after n - 1 + ceil(log2 p) rounds, each once; and backwards reduced")
    void circulant(int size) {
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
        int root = size / 3;
        for (int blocks : new int[] {1, 2, 3, rounds + 1, 2 * rounds + 5, 30}) {
            long bytes = 2 * blocks;
            List<Plan> way = plans(size, rank -> Broadcasts.circulant(rank, size, root, bytes, blocks));
            assertThat(SymbolicRun.of(way, r -> room(0), r -> r == root ? own(r, bytes) : room(bytes), blocks))
                    .allSatisfy(result -> assertThat(result).isEqualTo(own(root, bytes)));
            assertThat(sent(way.get(root))).isLessThanOrEqualTo(blocks - 1 + rounds);
            assertThat(way.stream().mapToLong(AlgorithmsTest::sent).sum()).isEqualTo((size - 1L) * blocks);
            String[] reduced = toRoot(
                    size, root, bytes, false, rank -> Reductions.circulant(rank, size, root, bytes, 2, blocks, false));
            assertThat(sorted(reduced)).isEqualTo(sorted(reduced(0, size, 0, bytes)));
        }
    }

    private static long sent(Plan plan) {
        return IntStream.range(0, plan.steps())
                .filter(step -> plan.kind(step) == Plan.Kind.SEND)
                .count();
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void gathers(int size) {
        for (int root = 0; root < size; root++) {
            int to = root;
            for (boolean inPlace : new boolean[] {false, true}) {
                gathered(
                        size,
                        to,
                        equal(size, 3),
                        inPlace,
                        rank -> Gathers.gatherAlongTree(rank, size, to, 3, inPlace && rank == to));
                long[] blocks = uneven(size);
                gathered(
                        size,
                        to,
                        blocks,
                        inPlace,
                        rank -> Gathers.gatherDirectly(rank, size, to, blocks[rank], blocks, inPlace && rank == to));
            }
        }
    }

    private static void gathered(int size, int root, long[] blocks, boolean inPlace, IntFunction<Plan> plan) {
        long all = sum(blocks, size);
        List<String[]> results = SymbolicRun.of(
                plans(size, plan),
                rank -> inPlace && rank == root ? room(0) : own(rank, blocks[rank]),
                rank -> rank != root ? room(0) : inPlace ? withOwn(rank, blocks) : room(all),
                root);
        assertThat(results.get(root)).isEqualTo(blocksOfAll(blocks));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void scatters(int size) {
        for (int root = 0; root < size; root++) {
            int from = root;
            for (boolean inPlace : new boolean[] {false, true}) {
                scattered(
                        size,
                        from,
                        equal(size, 3),
                        inPlace,
                        rank -> Gathers.scatterAlongTree(rank, size, from, 3, inPlace && rank == from));
                long[] blocks = uneven(size);
                scattered(
                        size,
                        from,
                        blocks,
                        inPlace,
                        rank -> Gathers.scatterDirectly(
                                rank, size, from, blocks[rank], blocks, inPlace && rank == from));
            }
        }
    }

    private static void scattered(int size, int root, long[] blocks, boolean inPlace, IntFunction<Plan> plan) {
        List<String[]> results = SymbolicRun.of(
                plans(size, plan),
                rank -> rank == root ? own(root, sum(blocks, size)) : room(0),
                rank -> inPlace && rank == root ? room(0) : room(blocks[rank]),
                root);
        for (int rank = 0; rank < size; rank++) {
            if (!inPlace || rank != root) {
                assertThat(results.get(rank)).isEqualTo(symbols(root, sum(blocks, rank), blocks[rank]));
            }
        }
    }

    @ParameterizedTest
    @MethodSource({"sizes", "larger"})
    void allgathers(int size) {
        for (boolean inPlace : new boolean[] {false, true}) {
            for (long[] blocks : List.of(equal(size, 2), uneven(size))) {
                if (Integer.bitCount(size) == 1) {
                    allgathered(size, blocks, inPlace, rank -> Allgathers.doubling(rank, size, blocks, inPlace));
                }
                allgathered(size, blocks, inPlace, rank -> Allgathers.bruck(rank, size, blocks, inPlace));
                allgathered(size, blocks, inPlace, rank -> Allgathers.ring(rank, size, blocks, inPlace));
            }
        }
    }

    private static void allgathered(int size, long[] blocks, boolean inPlace, IntFunction<Plan> plan) {
        List<String[]> results = SymbolicRun.of(
                plans(size, plan),
                rank -> inPlace ? room(0) : own(rank, blocks[rank]),
                rank -> inPlace ? withOwn(rank, blocks) : room(sum(blocks, size)),
                size);
        assertThat(results).allSatisfy(result -> assertThat(result).isEqualTo(blocksOfAll(blocks)));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void alltoalls(int size) {
        for (boolean inPlace : new boolean[] {false, true}) {
            exchanged(size, inPlace, (rank, other) -> 2, rank -> Alltoalls.bruck(rank, size, 2, inPlace));
            for (int window : new int[] {1, 3, 32}) {
                exchanged(size, inPlace, AlgorithmsTest::betweenTwo, rank -> {
                    long[] blocks = lengths(size, other -> betweenTwo(rank, other));
                    return Alltoalls.exchange(rank, size, blocks, blocks, inPlace, window);
                });
            }
        }
    }

    /** How long the blocks are that two ranks exchange, as long in both directions. */
    private static long betweenTwo(int rank, int other) {
        return (rank + other) % 3;
    }

    @FunctionalInterface
    private interface Length {

        long of(int rank, int other);
    }

    private static long[] lengths(int size, java.util.function.IntToLongFunction length) {
        return IntStream.range(0, size).mapToLong(length).toArray();
    }

    private static void exchanged(int size, boolean inPlace, Length length, IntFunction<Plan> plan) {
        SymbolicRun.Content all = rank -> own(rank, sum(lengths(size, other -> length.of(rank, other)), size));
        List<String[]> results = SymbolicRun.of(
                plans(size, plan),
                rank -> inPlace ? room(0) : all.of(rank),
                rank -> inPlace ? all.of(rank) : room(all.of(rank).length),
                size);
        for (int rank = 0; rank < size; rank++) {
            int to = rank;
            String[] expected = IntStream.range(0, size)
                    .mapToObj(from ->
                            symbols(from, sum(lengths(size, other -> length.of(from, other)), to), length.of(from, to)))
                    .flatMap(Arrays::stream)
                    .toArray(String[]::new);
            assertThat(results.get(rank)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void reductionsToARoot(int size) {
        long bytes = 3;
        for (int root = 0; root < size; root++) {
            int to = root;
            for (boolean inPlace : new boolean[] {false, true}) {
                String[] anyOrder = toRoot(
                        size,
                        to,
                        bytes,
                        inPlace,
                        rank -> Reductions.toRoot(rank, size, to, bytes, inPlace && rank == to));
                assertThat(sorted(anyOrder)).isEqualTo(sorted(reduced(0, size, 0, bytes)));
                String[] inOrder = toRoot(
                        size,
                        to,
                        bytes,
                        inPlace,
                        rank -> Reductions.toRootInOrder(rank, size, to, bytes, inPlace && rank == to));
                assertThat(inOrder).isEqualTo(reduced(0, size, 0, bytes));
                for (int blocks : new int[] {1, 3}) {
                    String[] inBlocks = toRoot(
                            size,
                            to,
                            bytes,
                            inPlace,
                            rank -> Reductions.circulant(rank, size, to, bytes, 1, blocks, inPlace && rank == to));
                    assertThat(sorted(inBlocks)).isEqualTo(sorted(reduced(0, size, 0, bytes)));
                }
            }
        }
    }

    private static String[] toRoot(int size, int root, long bytes, boolean inPlace, IntFunction<Plan> plan) {
        return SymbolicRun.of(
                        plans(size, plan),
                        rank -> inPlace && rank == root ? room(0) : own(rank, bytes),
                        rank -> rank != root ? room(0) : inPlace ? own(rank, bytes) : room(bytes),
                        root)
                .get(root);
    }

    @ParameterizedTest
    @MethodSource({"sizes", "larger"})
    void reductionsForAll(int size) {
        for (boolean inPlace : new boolean[] {false, true}) {
            for (long bytes : new long[] {0, 2, 24}) {
                assertThat(forAll(size, bytes, inPlace, rank -> Reductions.doubling(rank, size, bytes, inPlace)))
                        .allSatisfy(result -> assertThat(result).isEqualTo(reduced(0, size, 0, bytes)));
                assertThat(forAll(size, bytes, inPlace, rank -> RankTree.allreduce(rank, size, bytes, inPlace)))
                        .allSatisfy(result -> assertThat(result).isEqualTo(reduced(0, size, 0, bytes)));
                assertInAnyOrder(
                        size,
                        bytes,
                        forAll(
                                size,
                                bytes,
                                inPlace,
                                rank -> Reductions.pairwiseAndRing(rank, size, bytes, 2, inPlace)));
                if (Integer.bitCount(size) == 1) {
                    assertInAnyOrder(
                            size,
                            bytes,
                            forAll(
                                    size,
                                    bytes,
                                    inPlace,
                                    rank -> Reductions.halvingAndDoubling(rank, size, bytes, 2, inPlace)));
                }
            }
        }
    }

    /** All ranks have the same, also where it isn't in the order of the ranks. */
    private static void assertInAnyOrder(int size, long bytes, List<String[]> results) {
        assertThat(results).allSatisfy(result -> {
            assertThat(result).isEqualTo(results.get(0));
            assertThat(sorted(result)).isEqualTo(sorted(reduced(0, size, 0, bytes)));
        });
    }

    private static List<String[]> forAll(int size, long bytes, boolean inPlace, IntFunction<Plan> plan) {
        return SymbolicRun.of(
                plans(size, plan),
                rank -> inPlace ? room(0) : own(rank, bytes),
                rank -> inPlace ? own(rank, bytes) : room(bytes),
                size);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void reductionsInBlocks(int size) {
        for (boolean inPlace : new boolean[] {false, true}) {
            for (long[] blocks : List.of(equal(size, 2), uneven(size))) {
                List<String[]> pairwise = forAll(
                        size,
                        sum(blocks, size),
                        inPlace,
                        rank -> Reductions.scatterPairwise(rank, size, blocks, inPlace));
                List<String[]> tree = forAll(
                        size, sum(blocks, size), inPlace, rank -> RankTree.reduceScatter(rank, size, blocks, inPlace));
                List<String[]> halving = Integer.bitCount(size) == 1
                        ? forAll(
                                size,
                                sum(blocks, size),
                                inPlace,
                                rank -> Reductions.scatterByHalving(rank, size, blocks, inPlace))
                        : pairwise;
                for (int rank = 0; rank < size; rank++) {
                    String[] expected = reduced(0, size, sum(blocks, rank), blocks[rank]);
                    int length = (int) blocks[rank];
                    assertThat(Arrays.copyOf(pairwise.get(rank), length)).isEqualTo(expected);
                    assertThat(Arrays.copyOf(tree.get(rank), length)).isEqualTo(expected);
                    assertThat(sorted(Arrays.copyOf(halving.get(rank), length))).isEqualTo(sorted(expected));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource({"sizes", "larger"})
    void scans(int size) {
        for (boolean inPlace : new boolean[] {false, true}) {
            List<String[]> upTo = forAll(size, 2, inPlace, rank -> Reductions.scan(rank, size, 2, inPlace));
            List<String[]> before = forAll(size, 2, inPlace, rank -> Reductions.exclusiveScan(rank, size, 2, inPlace));
            for (int rank = 0; rank < size; rank++) {
                assertThat(upTo.get(rank)).isEqualTo(reduced(0, rank + 1, 0, 2));
                if (rank > 0) {
                    assertThat(before.get(rank)).isEqualTo(reduced(0, rank, 0, 2));
                } else {
                    assertThat(before.get(rank)).isEqualTo(inPlace ? own(0, 2) : room(2));
                }
            }
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("allSizes")
    void everySizeWithEveryRoot(int size) {
        broadcasts(size);
        gathers(size);
        scatters(size);
        alltoalls(size);
        reductionsToARoot(size);
        reductionsForAll(size);
        reductionsInBlocks(size);
        scans(size);
    }

    static IntStream allSizes() {
        return IntStream.rangeClosed(1, MOST_RANKS);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("thousands")
    void thousandsOfRanks(int size) {
        barrier(size);
        List<Plan> broadcast = plans(size, rank -> Broadcasts.binomial(rank, size, size / 3, 2));
        assertThat(SymbolicRun.of(broadcast, r -> room(0), r -> r == size / 3 ? own(r, 2) : room(2), 1))
                .allSatisfy(result -> assertThat(result).isEqualTo(own(size / 3, 2)));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("hundreds")
    void hundredsOfRanks(int size) {
        scans(size);
        reductionsForAll(size);
    }

    static Stream<Integer> hundreds() {
        return Stream.of(100, 127, 128, 300);
    }

    static Stream<Integer> thousands() {
        return Stream.of(127, 128, 1000, 4096);
    }
}
