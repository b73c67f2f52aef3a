package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Traffic.exchange;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Communicator;
import org.reactivempi.Dims;
import org.reactivempi.Edges;
import org.reactivempi.ErrorClass;
import org.reactivempi.Graph;
import org.reactivempi.GraphCommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.Neighborhood;
import org.reactivempi.Shift;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** TOP: which rank is next to which. */
class TopologiesTest {

    private static final int RANKS = 6;
    private static final int MOST_RANKS = 17;

    private static void assertThrows(ThrowingCallable call, ErrorClass errorClass, String... words) {
        assertThatThrownBy(call).satisfies(thrown -> assertIs(thrown, errorClass, words));
    }

    /** What an operation gives on the ranks on which it gives anything. */
    private static <C> List<C> given(List<Communicator> ends, Function<Communicator, Mono<C>> made) {
        return onAll(ends, end -> made.apply(end).map(Optional::of).defaultIfEmpty(Optional.empty())).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    @Test
    @DisplayName(
            "TOP-1 ranks are in row-major order; coordinates and rank are inverse to each other; a ring wraps any coordinate")
    void coordinates() {
        Random random = new Random(8);
        for (int size = 1; size <= MOST_RANKS; size++) {
            for (int dimensions = 0; dimensions <= 4; dimensions++) {
                int[] dims = dimensions == 0 ? new int[0] : Dims.create(size, new int[dimensions]);
                boolean[] rings = new boolean[dimensions];
                int[] periodic = IntStream.range(0, dimensions)
                        .filter(i -> rings[i] = random.nextBoolean())
                        .toArray();
                Cartesian grid = Cartesian.of(dims).periodic(periodic);
                int[] expected = new int[dimensions];
                for (int rank = 0; rank < grid.size(); rank++) {
                    assertThat(grid.coordinates(rank)).isEqualTo(expected);
                    assertThat(grid.rank(expected)).isEqualTo(rank);
                    assertWraps(grid, dims, rings, expected, rank, random.nextInt(1000) - 500);
                    for (int i = dimensions - 1; i >= 0 && ++expected[i] == dims[i]; i--) {
                        expected[i] = 0;
                    }
                }
            }
        }
    }

    private static void assertWraps(Cartesian grid, int[] dims, boolean[] rings, int[] place, int rank, int times) {
        for (int i = 0; i < dims.length; i++) {
            int[] outside = place.clone();
            outside[i] += times * dims[i];
            if (rings[i] || times == 0) {
                assertThat(grid.rank(outside)).isEqualTo(rank);
            } else {
                assertThrows(
                        () -> grid.rank(outside),
                        ErrorClass.ARG,
                        ""
                                + outside[
                                        IntStream.range(0, dims.length)
                                                .filter(j -> outside[j] < 0 || outside[j] >= dims[j])
                                                .findFirst()
                                                .orElseThrow()]);
            }
        }
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("TOP-1 ranks beyond a grid get no communicator, and a grid that is larger than the communicator fails")
    void beyondTheGrid(Ranks ranks) {
        List<CartesianCommunicator> ends = given(worlds(ranks), end -> end.cartesian(Cartesian.of(2, 2)));
        assertThat(ends).hasSize(4).allMatch(end -> end.size() == 4);
        assertThat(ends.stream().map(CartesianCommunicator::coordinates))
                .containsExactly(new int[] {0, 0}, new int[] {0, 1}, new int[] {1, 0}, new int[] {1, 1});
        assertThat(exchange(ends.get(1), ends.get(3), 5)).isEqualTo(5);
        assertFails(ranks.world(0).cartesian(Cartesian.of(7)), ErrorClass.DIMS, "[7]", "6 ranks");
        assertFails(ranks.world(0).graph(Graph.of(new int[7], new int[0])), ErrorClass.TOPOLOGY, "6 ranks");
        // The first operation of all since.
        onAll(worlds(ranks), Communicator::barrier);
        onAll(ends, CartesianCommunicator::free);
    }

    @Test
    @DisplayName(
            "TOP-2 given dimensions stay; the others are as equal as possible, do not increase, and fill the product")
    void dims() {
        assertThat(Dims.create(6, 0, 0)).containsExactly(3, 2);
        assertThat(Dims.create(7, 0, 0)).containsExactly(7, 1);
        assertThat(Dims.create(6, 0, 3, 0)).containsExactly(2, 3, 1);
        assertThat(Dims.create(36, 0, 0)).containsExactly(6, 6);
        assertThat(Dims.create(1)).isEmpty();
        assertThrows(() -> Dims.create(7, 0, 3, 0), ErrorClass.DIMS, "7 ranks");
        assertThrows(() -> Dims.create(6, 4), ErrorClass.DIMS, "6 ranks", "[4]");
        assertThrows(() -> Dims.create(6, -1, 0), ErrorClass.DIMS, "-1");
        assertThrows(() -> Dims.create(0, 0), ErrorClass.DIMS, "0 ranks");
        for (int ranks = 1; ranks <= 200; ranks++) {
            for (int free = 1; free <= 3; free++) {
                assertBest(ranks, Dims.create(ranks, new int[free]));
            }
        }
    }

    /** No other way to part the ranks has a smaller longest side and a longer shortest one at once. */
    private static void assertBest(int ranks, int[] dims) {
        assertThat(Arrays.stream(dims).reduce(1, (a, b) -> a * b)).isEqualTo(ranks);
        assertThat(IntStream.range(1, dims.length)).allMatch(i -> dims[i - 1] >= dims[i]);
        if (dims.length == 2) {
            int best = IntStream.rangeClosed(1, ranks)
                    .filter(side -> ranks % side == 0 && side * side >= ranks)
                    .findFirst()
                    .orElseThrow();
            assertThat(dims[0]).isEqualTo(best);
        }
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName(
            "TOP-3 a shift gives source and destination along a dimension, and no process beyond an edge that is no ring")
    void shift(Ranks ranks) {
        List<CartesianCommunicator> ends =
                onAll(worlds(ranks), end -> end.cartesian(Cartesian.of(3, 2).periodic(0)));
        for (CartesianCommunicator end : ends) {
            int[] at = end.coordinates();
            for (int by = -4; by <= 4; by++) {
                assertThat(end.shift(0, by))
                        .isEqualTo(new Shift(
                                end.grid().rank(at[0] - by, at[1]), end.grid().rank(at[0] + by, at[1])));
                int before = at[1] - by;
                int after = at[1] + by;
                assertThat(end.shift(1, by))
                        .isEqualTo(new Shift(
                                before < 0 || before > 1
                                        ? Mpi.PROC_NULL
                                        : end.grid().rank(at[0], before),
                                after < 0 || after > 1
                                        ? Mpi.PROC_NULL
                                        : end.grid().rank(at[0], after)));
            }
            assertThat(end.shift(0, Integer.MIN_VALUE).source()).isBetween(0, 5);
            assertThrows(() -> end.shift(2, 1), ErrorClass.DIMS, "2", "0..1");
            assertThrows(() -> end.shift(-1, 1), ErrorClass.DIMS, "-1");
        }
        onAll(ends, CartesianCommunicator::free);
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("TOP-4 a part of a grid has the dimensions that are kept; with none kept each rank is alone")
    void sub(Ranks ranks) {
        List<CartesianCommunicator> ends =
                onAll(worlds(ranks), end -> end.cartesian(Cartesian.of(3, 2).periodic(1)));
        List<CartesianCommunicator> columns = onAll(ends, end -> end.sub(true, false));
        List<CartesianCommunicator> rows = onAll(ends, end -> end.sub(false, true));
        List<CartesianCommunicator> alone = onAll(ends, end -> end.sub(false, false));
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(columns.get(rank).grid()).isEqualTo(Cartesian.of(3));
            assertThat(columns.get(rank).rank()).isEqualTo(rank / 2);
            assertThat(rows.get(rank).grid()).isEqualTo(Cartesian.of(2).periodic(0));
            assertThat(rows.get(rank).rank()).isEqualTo(rank % 2);
            assertThat(alone.get(rank).grid().dimensions()).isZero();
            assertThat(alone.get(rank).size()).isEqualTo(1);
            assertThat(alone.get(rank).coordinates()).isEmpty();
        }
        assertThat(exchange(columns.get(1), columns.get(5), 7)).isEqualTo(7);
        assertFails(ends.get(0).sub(true), ErrorClass.DIMS, "2 dimensions");
        for (List<CartesianCommunicator> parts : List.of(columns, rows, alone, ends)) {
            onAll(parts, CartesianCommunicator::free);
        }
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "TOP-5 a graph has its neighbors as given, also loops, edges that stand twice, and edges of one direction")
    void graph(Ranks ranks) {
        Graph given = Graph.of(new int[] {2, 3, 3, 7}, new int[] {1, 3, 0, 3, 0, 0, 2});
        List<GraphCommunicator> ends = onAll(worlds(ranks), end -> end.graph(given));
        int[][] neighbors = {{1, 3}, {0}, {}, {3, 0, 0, 2}};
        for (GraphCommunicator end : ends) {
            assertThat(end.graph()).contains(given);
            assertThat(given.neighbors(end.rank())).isEqualTo(neighbors[end.rank()]);
            assertThat(end.neighborhood().sources()).isEqualTo(neighbors[end.rank()]);
            assertThat(end.neighborhood().destinations()).isEqualTo(neighbors[end.rank()]);
        }
        assertThrows(() -> given.neighbors(4), ErrorClass.RANK, "4", "0..3");
        assertThrows(() -> Graph.of(new int[] {1}, new int[] {1}), ErrorClass.TOPOLOGY, "1", "0..0");
        assertThrows(() -> Graph.of(new int[] {2, 1}, new int[] {0, 0}), ErrorClass.TOPOLOGY, "1");
        onAll(ends, GraphCommunicator::free);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName(
            "TOP-6 a distributed graph keeps degrees, weights and order, from own edges and from those of any rank")
    void distributed(Ranks ranks) {
        Random random = new Random(6);
        for (int graph = 0; graph < 8; graph++) {
            int edges = random.nextInt(20);
            int[] sources = random.ints(edges, 0, 4).toArray();
            int[] destinations = random.ints(edges, 0, 4).toArray();
            int[] weights = random.ints(edges, 0, 100).toArray();
            // Ranks give their edges in the order of the ranks.
            int[] givers = random.ints(edges, 0, 4).sorted().toArray();
            List<GraphCommunicator> ends = onAll(
                    worlds(ranks),
                    end -> end.distributedGraph(
                            Edges.of(some(sources, givers, end.rank()), some(destinations, givers, end.rank()))
                                    .weights(some(weights, givers, end.rank()))));
            List<GraphCommunicator> adjacent = onAll(
                    worlds(ranks),
                    end -> end.adjacentGraph(Neighborhood.of(
                                    some(sources, destinations, end.rank()), some(destinations, sources, end.rank()))
                            .weights(some(weights, destinations, end.rank()), some(weights, sources, end.rank()))));
            for (List<GraphCommunicator> made : List.of(ends, adjacent)) {
                for (GraphCommunicator end : made) {
                    Neighborhood near = end.neighborhood();
                    assertThat(near.isWeighted()).isTrue();
                    assertThat(near.sources()).isEqualTo(some(sources, destinations, end.rank()));
                    assertThat(near.destinations()).isEqualTo(some(destinations, sources, end.rank()));
                    assertThat(near.sourceWeights()).isEqualTo(some(weights, destinations, end.rank()));
                    assertThat(near.destinationWeights()).isEqualTo(some(weights, sources, end.rank()));
                    assertThat(end.graph()).isEmpty();
                }
                onAll(made, GraphCommunicator::free);
            }
        }
    }

    /** The values whose place has this rank in {@code of}. */
    private static int[] some(int[] values, int[] of, int rank) {
        return IntStream.range(0, values.length)
                .filter(i -> of[i] == rank)
                .map(i -> values[i])
                .toArray();
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("TOP-6 edges without weights are not edges of weight 1, and no edges may have weights")
    void unweighted(Ranks ranks) {
        List<GraphCommunicator> none =
                onAll(worlds(ranks), end -> end.distributedGraph(Edges.of(new int[] {0}, new int[] {1})));
        assertThat(none).noneMatch(end -> end.neighborhood().isWeighted());
        assertThat(none.get(1).neighborhood().sources()).containsExactly(0, 0);
        assertThat(none.get(1).neighborhood().sourceWeights()).containsExactly(1, 1);
        List<GraphCommunicator> empty = onAll(
                worlds(ranks),
                end -> end.adjacentGraph(Neighborhood.of(new int[0], new int[0]).weights(new int[0], new int[0])));
        assertThat(empty).allMatch(end -> end.neighborhood().isWeighted());
        assertThrows(() -> Edges.of(new int[1], new int[1]).weights(1, 2), ErrorClass.ARG, "2 weights", "1 edges");
        assertThrows(() -> Edges.of(new int[1], new int[2]), ErrorClass.ARG, "1 sources", "2 destinations");
        assertThrows(() -> Edges.of(new int[1], new int[1]).weights(-3), ErrorClass.ARG, "-3");
        assertFails(
                ranks.world(0).distributedGraph(Edges.of(new int[] {0}, new int[] {2})), ErrorClass.RANK, "2", "0..1");
        assertFails(ranks.world(0).adjacentGraph(Neighborhood.of(new int[] {-1}, new int[0])), ErrorClass.RANK, "-1");
        assertFails(
                ranks.world(0).adjacentGraph(Neighborhood.of(new int[] {0}, new int[0])),
                ErrorClass.TOPOLOGY,
                "rank 0");
        onAll(none, GraphCommunicator::free);
        onAll(empty, GraphCommunicator::free);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("TOP-8 a duplicate has the topology of its original; what is split off or created has none")
    void duplicate(Ranks ranks) {
        List<CartesianCommunicator> grids =
                onAll(worlds(ranks), end -> end.cartesian(Cartesian.of(2, 2).periodic(1)));
        List<GraphCommunicator> graphs = onAll(
                worlds(ranks),
                end -> end.adjacentGraph(
                        Neighborhood.of(new int[] {(end.rank() + 3) % 4}, new int[] {(end.rank() + 1) % 4})));
        List<Communicator> grids2 = onAll(grids, Communicator::dup);
        List<Communicator> graphs2 = onAll(graphs, Communicator::dup);
        for (int rank = 0; rank < 4; rank++) {
            GraphCommunicator original = graphs.get(rank);
            int before = (rank + 3) % 4;
            assertThat(grids2.get(rank))
                    .isInstanceOfSatisfying(
                            CartesianCommunicator.class,
                            grid -> assertThat(grid.grid())
                                    .isEqualTo(Cartesian.of(2, 2).periodic(1)));
            assertThat(graphs2.get(rank))
                    .isInstanceOfSatisfying(
                            GraphCommunicator.class,
                            graph -> assertThat(graph.neighborhood().sources())
                                    .isEqualTo(original.neighborhood().sources())
                                    .containsExactly(before));
        }
        List<Communicator> plain = onAll(grids, end -> end.split(0, 0));
        List<Communicator> created = onAll(graphs, end -> end.create(end.group()));
        assertThat(plain).noneMatch(end -> end instanceof CartesianCommunicator);
        assertThat(created).noneMatch(end -> end instanceof GraphCommunicator);
        onAll(grids, Communicator::free);
        onAll(graphs, Communicator::free);
        for (List<Communicator> family : List.of(grids2, graphs2, plain, created)) {
            onAll(family, Communicator::free);
        }
    }
}
