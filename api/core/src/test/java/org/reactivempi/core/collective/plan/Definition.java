package org.reactivempi.core.collective.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.core.collective.algorithm.Algorithm;
import org.reactivempi.core.collective.algorithm.Algorithms;
import org.reactivempi.core.collective.algorithm.Hosts;
import org.reactivempi.core.collective.algorithm.Member;
import org.reactivempi.core.collective.algorithm.Operations;
import org.reactivempi.core.collective.algorithm.Task;

/**
 * One operation of so many ranks, and what it gives by its definition, on symbols: a byte that began on rank r as its i-th is the text {@code
 * r.i;}, and what is reduced is the sequence of its operands. So a result shows which bytes it was made from, and in which order.
 *
 * @param root of the operation, or 0
 * @param inPlace whether ranks are in place that may be
 * @param commutative whether operands of a reduction may change places
 * @param bytes of the vector or of each block
 * @param blocks of each rank, where they differ; those of an alltoall differ in their own way
 */
record Definition(
        Algorithms operation,
        int size,
        Hosts hosts,
        int root,
        boolean inPlace,
        boolean commutative,
        long bytes,
        long @Nullable [] blocks) {

    static final int ELEMENT = 2;

    private static final Set<String> WITH_ROOT = Set.of("bcast", "gather", "scatter", "reduce");
    private static final Set<String> IN_BLOCKS = Set.of("gather", "scatter", "allgather", "alltoall", "reduceScatter");
    private static final Set<String> REDUCTIONS = Set.of("reduce", "allreduce", "reduceScatter", "scan", "exscan");
    private static final Set<String> NEVER_IN_PLACE = Set.of("barrier", "bcast");

    /** Runs all operations by all algorithms that can do them, and compares what they give. */
    static void assertAll(int size, Hosts hosts, int[] roots, Predicate<Algorithm> wanted) {
        for (Algorithms operation : Operations.all()) {
            for (Definition each : of(operation, size, hosts, roots)) {
                operation.all().stream()
                        .filter(wanted)
                        .filter(algorithm -> algorithm.isPossible(each.task(0)))
                        .forEach(each::assertRight);
            }
        }
    }

    static boolean hasRoot(Algorithms operation) {
        return WITH_ROOT.contains(operation.operation());
    }

    /** Whether its data is a block of each rank. */
    static boolean isInBlocks(Algorithms operation) {
        return IN_BLOCKS.contains(operation.operation());
    }

    static boolean isReduction(Algorithms operation) {
        return REDUCTIONS.contains(operation.operation());
    }

    /** An operation with and without everything. */
    private static List<Definition> of(Algorithms operation, int size, Hosts hosts, int[] roots) {
        String name = operation.operation();
        List<Definition> all = new ArrayList<>();
        for (int root : hasRoot(operation) ? roots : new int[1]) {
            for (boolean inPlace : NEVER_IN_PLACE.contains(name) ? new boolean[1] : new boolean[] {false, true}) {
                for (boolean commutative : isReduction(operation) ? new boolean[] {false, true} : new boolean[1]) {
                    if (isInBlocks(operation)) {
                        all.add(new Definition(operation, size, hosts, root, inPlace, commutative, 2, null));
                        all.add(new Definition(operation, size, hosts, root, inPlace, commutative, 0, uneven(size)));
                    } else {
                        for (long bytes : lengths(name)) {
                            all.add(new Definition(operation, size, hosts, root, inPlace, commutative, bytes, null));
                        }
                    }
                }
            }
        }
        return all;
    }

    private static long[] lengths(String operation) {
        return switch (operation) {
            case "barrier" -> new long[1];
            case "bcast" -> new long[] {0, 1, 7, 40};
            case "allreduce" -> new long[] {0, 2, 24};
            default -> new long[] {0, 4};
        };
    }

    /** Blocks of all lengths, empty ones among them. */
    static long[] uneven(int size) {
        return lengths(size, i -> (i * 5 + 2) % 4);
    }

    /** How long the blocks are that two ranks exchange, as long in both directions. */
    private static long betweenTwo(int rank, int other) {
        return (rank + other) % 3;
    }

    private static long[] lengths(int size, IntToLongFunction length) {
        return IntStream.range(0, size).mapToLong(length).toArray();
    }

    /** Runs it, and compares what it gives. */
    void assertRight(Algorithm algorithm) {
        assertRight(algorithm.name(), algorithm::plan);
    }

    /** Makes a plan of a task. */
    interface Plans {

        Plan of(Task task);
    }

    /** The same by any plans. */
    void assertRight(String name, Plans plans) {
        String what = name + " does " + this;
        List<String[]> results = SymbolicRun.of(
                IntStream.range(0, size).mapToObj(rank -> plans.of(task(rank))).toList(),
                this::given,
                this::receiving,
                root + size);
        for (int rank = 0; rank < size; rank++) {
            String[] expected = expected(rank);
            String[] result = Arrays.copyOf(results.get(rank), expected.length);
            if (commutative) {
                assertThat(sorted(result)).as(what).isEqualTo(sorted(expected));
            } else {
                assertThat(result).as(what).isEqualTo(expected);
            }
        }
        if (operation.operation().equals("allreduce")) {
            assertThat(results)
                    .as("the same operands in the same order on all ranks, by " + what)
                    .allSatisfy(result -> assertThat(result).isEqualTo(results.get(0)));
        }
    }

    /** What a rank has to do. */
    Task task(int rank) {
        Member member = new Member(rank, size, hosts);
        boolean isThere = inPlace && (rank == root || !hasRoot(operation));
        if (blocks == null) {
            return Task.reducing(operation, member, root, bytes, ELEMENT, commutative, isThere);
        }
        return switch (operation.operation()) {
            case "alltoall" ->
                Task.ofBlocks(operation, member, 0, lengths(size, other -> betweenTwo(rank, other)), isThere);
            case "gather", "scatter" ->
                rank == root
                        ? Task.ofBlocks(operation, member, root, blocks, isThere)
                        : Task.ofOwnBlock(operation, member, root, blocks[rank]);
            default -> Task.ofBlocks(operation, member, 0, blocks, isThere).reducing(commutative);
        };
    }

    /** How long a rank's block is, or the one that goes to it. */
    private long block(int rank) {
        return blocks == null ? bytes : blocks[rank];
    }

    /** Where a rank's block begins among all; after the last one for {@code size}. */
    private long start(int rank) {
        return IntStream.range(0, rank).mapToLong(this::block).sum();
    }

    /** What goes from rank to rank in an alltoall. */
    private long exchanged(int rank, int other) {
        return blocks == null ? bytes : betweenTwo(rank, other);
    }

    private long exchangedUntil(int rank, int other) {
        return IntStream.range(0, other)
                .mapToLong(each -> exchanged(rank, each))
                .sum();
    }

    /** How long that is which a rank gives. */
    private long givenBytes(int rank) {
        return switch (operation.operation()) {
            case "barrier" -> 0;
            case "bcast" -> rank == root ? bytes : 0;
            case "scatter" -> rank == root ? start(size) : 0;
            case "gather", "allgather" -> block(rank);
            case "alltoall" -> exchangedUntil(rank, size);
            case "reduceScatter" -> start(size);
            default -> bytes;
        };
    }

    /** What a rank has where it sends from. */
    private String[] given(int rank) {
        boolean isScatter = operation.operation().equals("scatter");
        return operation.operation().equals("bcast") || task(rank).inPlace() && !isScatter
                ? room(0)
                : symbols(rank, 0, givenBytes(rank));
    }

    /** What a rank has where it receives. */
    private String[] receiving(int rank) {
        String name = operation.operation();
        boolean isThere = task(rank).inPlace();
        return switch (name) {
            case "barrier" -> room(0);
            case "bcast" -> rank == root ? symbols(rank, 0, bytes) : room(bytes);
            case "gather" -> rank != root ? room(0) : isThere ? withOwn(rank) : room(start(size));
            case "scatter" -> room(isThere ? 0 : block(rank));
            case "allgather" -> isThere ? withOwn(rank) : room(start(size));
            case "reduce" -> rank != root ? room(0) : isThere ? symbols(rank, 0, bytes) : room(bytes);
            default -> isThere ? symbols(rank, 0, givenBytes(rank)) : room(givenBytes(rank));
        };
    }

    private String[] withOwn(int rank) {
        String[] all = room(start(size));
        System.arraycopy(symbols(rank, 0, block(rank)), 0, all, (int) start(rank), (int) block(rank));
        return all;
    }

    /** What a rank gets; nothing where it gets nothing. */
    private String[] expected(int rank) {
        return switch (operation.operation()) {
            case "barrier" -> room(0);
            case "bcast" -> symbols(root, 0, bytes);
            case "gather" -> rank == root ? ofAll() : room(0);
            case "allgather" -> ofAll();
            case "scatter" -> inPlace && rank == root ? room(0) : symbols(root, start(rank), block(rank));
            case "alltoall" ->
                IntStream.range(0, size)
                        .mapToObj(from -> symbols(from, exchangedUntil(from, rank), exchanged(from, rank)))
                        .flatMap(Arrays::stream)
                        .toArray(String[]::new);
            case "reduce" -> rank == root ? reduced(size, 0, bytes) : room(0);
            case "allreduce" -> reduced(size, 0, bytes);
            case "reduceScatter" -> reduced(size, start(rank), block(rank));
            case "scan" -> reduced(rank + 1, 0, bytes);
            case "exscan" -> rank == 0 ? receiving(0) : reduced(rank, 0, bytes);
            default -> throw new AssertionError("nothing says what " + operation + " gives");
        };
    }

    private String[] ofAll() {
        return IntStream.range(0, size)
                .mapToObj(rank -> symbols(rank, 0, block(rank)))
                .flatMap(Arrays::stream)
                .toArray(String[]::new);
    }

    /** Each byte of the first ranks, in their order. */
    private static String[] reduced(int ranks, long from, long bytes) {
        String[] all = new String[(int) bytes];
        Arrays.setAll(
                all,
                i -> IntStream.range(0, ranks)
                        .mapToObj(rank -> symbol(rank, from + i))
                        .reduce("", String::concat));
        return all;
    }

    private static String[] sorted(String[] reduced) {
        return Arrays.stream(reduced)
                .map(one -> Arrays.stream(one.split(";")).sorted().toList().toString())
                .toArray(String[]::new);
    }

    /** The i-th byte that a rank gives. */
    private static String symbol(int rank, long i) {
        return rank + "." + i + ";";
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

    @Override
    public String toString() {
        return operation + " of " + size + " ranks, root " + root + (inPlace ? ", in place" : "")
                + (commutative ? ", commutative" : "") + ", of " + bytes + " bytes or " + Arrays.toString(blocks);
    }
}
