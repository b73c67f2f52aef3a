package org.reactivempi.core.collective.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.core.collective.algorithm.AlgorithmTable;
import org.reactivempi.core.collective.algorithm.Algorithms;
import org.reactivempi.core.collective.algorithm.Hosts;
import org.reactivempi.core.collective.algorithm.Member;
import org.reactivempi.core.collective.algorithm.Operations;
import org.reactivempi.core.collective.algorithm.Plans;
import org.reactivempi.core.collective.algorithm.PrefixReductions;
import org.reactivempi.core.collective.algorithm.Reductions;
import org.reactivempi.core.collective.algorithm.Task;

/** What is chosen for an operation that is not commutative, for vectors of each length at which anything else might be. */
class OrderTest {

    private static final int MOST_RANKS = 17;
    private static final int MORE_RANKS = 9;

    /** So long that no way begins or ends there, and then each power of two up to a mebibyte and other limits, and an element more. */
    private static long[] lengths(int element, int size) {
        LongStream powers = IntStream.rangeClosed(9, 20).mapToLong(bit -> 1L << bit);
        LongStream others = LongStream.of(80 << 10, (8L << 10) * size, (32L << 10) * size);
        return LongStream.concat(
                        LongStream.of(0, 1, 40 / element),
                        LongStream.concat(powers, others)
                                .map(bytes -> bytes / element)
                                .flatMap(count -> LongStream.of(count, count + 1)))
                .distinct()
                .map(count -> count * element)
                .toArray();
    }

    private static final List<Algorithms> REDUCTIONS =
            Operations.all().stream().filter(Definition::isReduction).toList();

    /** The library's own choice, and then each algorithm that a user may ask for in its place. */
    private static List<AlgorithmTable> tables() {
        int most = REDUCTIONS.stream().mapToInt(each -> each.all().size()).max().orElse(0);
        Stream<String> asked = IntStream.range(0, most)
                .mapToObj(i -> REDUCTIONS.stream()
                        .filter(each -> i < each.all().size())
                        .map(each -> each.operation() + ":0-inf:" + each.names().get(i))
                        .collect(Collectors.joining(",")));
        return Stream.concat(Stream.of(AlgorithmTable.NONE), asked.map(AlgorithmTable::parse))
                .toList();
    }

    /** All of the lower ones, and the largest, which is one more than a power of two. */
    static IntStream sizes() {
        return IntStream.concat(IntStream.range(1, MORE_RANKS), IntStream.of(MOST_RANKS));
    }

    static IntStream otherSizes() {
        return IntStream.range(MORE_RANKS, MOST_RANKS);
    }

    /** Plans of so many ranks on some hosts. */
    private record Way(Plans plans, Hosts hosts) {

        Plan of(Algorithms operation, int rank, int size, int root, long bytes, int element, boolean inPlace) {
            return plans.of(
                    Task.reducing(operation, new Member(rank, size, hosts), root, bytes, element, false, inPlace));
        }
    }

    private static List<Way> ways(int size) {
        List<Hosts> several = List.of(Hosts.of(size, rank -> rank / 3), Hosts.of(size, rank -> rank % 3));
        return tables().stream()
                .flatMap(table -> Stream.concat(
                                Stream.of(Hosts.ONE),
                                "leaders".equals(table.algorithm("scan", 0)) ? several.stream() : Stream.of())
                        .map(hosts -> new Way(new Plans(table, false), hosts)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("sizes")
    @DisplayName(
            "OPS-5 a reduction that is not commutative keeps the order of the ranks, whatever its length, root and algorithm")
    void inOrder(int size) {
        // A prime, and a power of two.
        int element = size % 3 == 0 ? 7 : 8;
        for (Way way : ways(size)) {
            for (long bytes : lengths(element, size)) {
                toRoots(way, size, bytes, element);
                toAll(way, size, bytes, element);
                toEach(way, size, bytes, element);
            }
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("otherSizes")
    @DisplayName("OPS-5 so it does with any number of ranks")
    void inOrderToo(int size) {
        inOrder(size);
    }

    private static void toRoots(Way way, int size, long bytes, int element) {
        int other = (int) (bytes / element % size);
        // The first one of all lengths, and each of some.
        for (int root : IntStream.of(0, other).distinct().toArray()) {
            for (boolean inPlace : new boolean[] {false, true}) {
                Stretches result = (Stretches) run(
                                size,
                                rank -> way.of(
                                        Reductions.REDUCE, rank, size, root, bytes, element, inPlace && rank == root),
                                bytes,
                                inPlace,
                                bytes)
                        .get(root);
                assertThat(result.isReduced(size, 0, bytes))
                        .as("reduce of %d bytes to %d of %d gives %s", bytes, root, size, result)
                        .isTrue();
            }
        }
    }

    private static List<SymbolicRun.Cells> run(
            int size, IntFunction<Plan> plan, long given, boolean inPlace, long seed) {
        return SymbolicRun.of(
                IntStream.range(0, size).mapToObj(plan).toList(),
                rank -> Stretches.own(rank, given),
                rank -> inPlace ? Stretches.own(rank, given) : Stretches.room(given),
                Stretches::room,
                seed);
    }

    private static void toAll(Way way, int size, long bytes, int element) {
        for (boolean inPlace : new boolean[] {false, true}) {
            List<SymbolicRun.Cells> all = run(
                    size,
                    rank -> way.of(Reductions.ALLREDUCE, rank, size, 0, bytes, element, inPlace),
                    bytes,
                    inPlace,
                    bytes);
            List<SymbolicRun.Cells> upTo = run(
                    size,
                    rank -> way.of(PrefixReductions.SCAN, rank, size, 0, bytes, element, inPlace),
                    bytes,
                    inPlace,
                    bytes);
            List<SymbolicRun.Cells> before = run(
                    size,
                    rank -> way.of(PrefixReductions.EXSCAN, rank, size, 0, bytes, element, inPlace),
                    bytes,
                    inPlace,
                    bytes);
            for (int rank = 0; rank < size; rank++) {
                assertReduced("allreduce", all.get(rank), size, bytes, rank);
                assertReduced("scan", upTo.get(rank), rank + 1, bytes, rank);
                assertReduced("exscan", before.get(rank), rank == 0 && inPlace ? 1 : rank, bytes, rank);
            }
        }
    }

    private static void assertReduced(String what, SymbolicRun.Cells cells, int ranks, long bytes, int rank) {
        assertThat(((Stretches) cells).isReduced(ranks, 0, bytes))
                .as("%s of %d bytes gives rank %d %s", what, bytes, rank, cells)
                .isTrue();
    }

    /** A vector that is cut into blocks of all lengths. */
    private static void toEach(Way way, int size, long bytes, int element) {
        long count = bytes / element;
        long[] blocks = new long[size];
        Arrays.setAll(blocks, i -> (count * (i + 1) * (i + 1) / size / size - count * i * i / size / size) * element);
        for (boolean inPlace : new boolean[] {false, true}) {
            List<SymbolicRun.Cells> parts = run(
                    size,
                    rank -> way.plans.of(Task.ofBlocks(
                            Reductions.REDUCE_SCATTER, new Member(rank, size, way.hosts), 0, blocks, inPlace)),
                    bytes,
                    inPlace,
                    bytes);
            long from = 0;
            for (int rank = 0; rank < size; rank++) {
                assertThat(((Stretches) parts.get(rank)).isReduced(size, from, blocks[rank]))
                        .as("reduceScatter of %d bytes gives rank %d %s", bytes, rank, parts.get(rank))
                        .isTrue();
                from += blocks[rank];
            }
        }
    }
}
