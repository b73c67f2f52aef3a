package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Buffers;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Communicator;
import org.reactivempi.Edges;
import org.reactivempi.ErrorClass;
import org.reactivempi.Graph;
import org.reactivempi.GraphCommunicator;
import org.reactivempi.NeighborCollectives;
import org.reactivempi.Neighborhood;
import org.reactivempi.Reorder;
import org.reactivempi.SplitType;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;

/** TOP-7: ranks of a topology by their hosts. */
class ReorderTest {

    private static final String IN_TURN = "rank-hosts=0,1";

    /** The ends in the order of their ranks. */
    private static <C extends Communicator> List<C> inOrder(List<C> ends) {
        return ends.stream()
                .sorted((one, other) -> Integer.compare(one.rank(), other.rank()))
                .toList();
    }

    /** The rank in the world of each rank. */
    private static int[] worldRanks(List<? extends Communicator> ends) {
        return inOrder(List.copyOf(ends)).stream()
                .mapToInt(end -> end.group().worldRank(end.rank()))
                .toArray();
    }

    private static <C extends Communicator & NeighborCollectives> void assertGathers(
            List<C> ends, ToIntFunction<C> sources) {
        int[][] rooms = new int[ends.size()][];
        onAll(ends, end -> {
            rooms[end.rank()] = new int[sources.applyAsInt(end)];
            Arrays.fill(rooms[end.rank()], -1);
            return end.neighborAllgather(Buffers.ints(100 + end.rank()), Buffers.of(rooms[end.rank()]));
        });
        for (C end : ends) {
            assertThat(rooms[end.rank()])
                    .isEqualTo(IntStream.of(end.neighborhood().sources())
                            .map(source -> source < 0 ? -1 : 100 + source)
                            .toArray());
        }
    }

    @OnEveryChannel(ranks = 8, settings = IN_TURN)
    @DisplayName("TOP-7 the ranks of a host get a block of a grid, splitType finds them, and the data is the same")
    void grid(Ranks ranks) {
        Cartesian grid = Cartesian.of(4, 2);
        List<CartesianCommunicator> kept = onAll(worlds(ranks), end -> end.cartesian(grid, Reorder.NONE));
        assertThat(worldRanks(kept)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        List<CartesianCommunicator> ends = inOrder(onAll(worlds(ranks), end -> end.cartesian(grid, Reorder.BY_HOST)));
        assertThat(worldRanks(ends)).containsExactly(0, 2, 4, 6, 1, 3, 5, 7);
        assertThat(ends).allMatch(end -> end.grid().equals(grid));
        assertGathers(ends, end -> end.neighborhood().sources().length);
        List<Communicator> hosts = onAll(ends, end -> end.splitType(SplitType.SHARED, 0));
        for (CartesianCommunicator end : ends) {
            Communicator host = hosts.get(end.rank());
            assertThat(IntStream.range(0, host.size()).map(rank -> host.group().worldRank(rank) % 2))
                    .containsOnly(end.group().worldRank(end.rank()) % 2)
                    .hasSize(4);
        }
        List<CartesianCommunicator> rows = onAll(ends, end -> end.sub(false, true));
        assertThat(rows).allMatch(row -> row.size() == 2);
        List<Communicator> copies = onAll(ends, Communicator::dup);
        assertThat(worldRanks(copies)).isEqualTo(worldRanks(ends));
        for (List<? extends Communicator> family : List.of(kept, hosts, rows, copies, ends)) {
            onAll(List.copyOf(family), Communicator::free);
        }
    }

    @OnEveryChannel(ranks = 5, settings = IN_TURN)
    @DisplayName("TOP-7 ranks beyond a grid stay beyond it, and a wrong grid is refused before anybody is asked")
    void beyond(Ranks ranks) {
        List<CartesianCommunicator> ends = new ArrayList<>();
        onAll(
                worlds(ranks),
                end -> end.cartesian(Cartesian.of(4), Reorder.BY_HOST)
                        .doOnNext(made -> {
                            synchronized (ends) {
                                ends.add(made);
                            }
                        })
                        .then());
        assertThat(worldRanks(ends)).containsExactly(0, 2, 1, 3);
        assertFails(ranks.world(0).cartesian(Cartesian.of(6), Reorder.BY_HOST), ErrorClass.DIMS, "[6]", "5 ranks");
        assertFails(
                ranks.world(0).graph(Graph.of(new int[6], new int[0]), Reorder.BY_HOST),
                ErrorClass.TOPOLOGY,
                "5 ranks");
        onAll(worlds(ranks), Communicator::barrier);
        onAll(ends, Communicator::free);
    }

    @OnEveryChannel(ranks = 4)
    @DisplayName("TOP-7 where all ranks share a host they keep their order, which they find out by themselves")
    void oneHost(Ranks ranks) {
        int[] ring = {1, 2, 3, 0};
        List<CartesianCommunicator> grids =
                onAll(worlds(ranks), end -> end.cartesian(Cartesian.of(4), Reorder.BY_HOST));
        List<GraphCommunicator> graphs = onAll(
                worlds(ranks),
                end -> end.distributedGraph(
                        Edges.of(new int[] {end.rank()}, new int[] {ring[end.rank()]}), Reorder.BY_HOST));
        assertThat(worldRanks(grids)).containsExactly(0, 1, 2, 3);
        assertThat(worldRanks(graphs)).containsExactly(0, 1, 2, 3);
        List<Communicator> hosts = onAll(worlds(ranks), end -> end.splitType(SplitType.SHARED, -end.rank()));
        assertThat(hosts).allMatch(host -> host.size() == 4);
        assertThat(hosts.get(3).rank()).isZero();
        for (List<? extends Communicator> family : List.of(grids, graphs, hosts)) {
            onAll(List.copyOf(family), Communicator::free);
        }
    }

    @OnEveryChannel(
            ranks = 6,
            settings = {"rank-hosts=0,0,0,1,1,1"})
    @DisplayName(
            "TOP-7 the ranks of a graph are played by processes that share a host; its neighbor lists stay as given")
    void graph(Ranks ranks) {
        // Two triangles whose corners stand in turn, and an edge between them.
        Graph graph = Graph.of(new int[] {3, 6, 8, 10, 12, 14}, new int[] {2, 4, 1, 3, 5, 0, 0, 4, 1, 5, 0, 2, 1, 3});
        List<GraphCommunicator> ends = inOrder(onAll(worlds(ranks), end -> end.graph(graph, Reorder.BY_HOST)));
        assertThat(worldRanks(ends)).containsExactly(0, 3, 1, 4, 2, 5);
        for (GraphCommunicator end : ends) {
            assertThat(end.graph()).contains(graph);
            assertThat(end.neighborhood().sources()).isEqualTo(graph.neighbors(end.rank()));
        }
        assertGathers(ends, end -> end.neighborhood().sources().length);
        onAll(ends, Communicator::free);
    }

    @OnEveryChannel(
            ranks = 6,
            settings = {"rank-hosts=0,0,0,1,1,2"},
            timeoutSeconds = 90)
    @DisplayName(
            "TOP-7 the neighbors, weights and order of each new rank are those that the old rank of its number has given")
    void distributed(Ranks ranks) {
        Random random = new Random(11);
        int moved = 0;
        for (int turn = 0; turn < 8; turn++) {
            int edges = random.nextInt(24);
            int[] sources = random.ints(edges, 0, 6).toArray();
            int[] destinations = random.ints(edges, 0, 6).toArray();
            int[] weights = random.ints(edges, 0, 50).toArray();
            boolean weighted = random.nextBoolean();
            List<GraphCommunicator> adjacent = inOrder(onAll(worlds(ranks), end -> {
                Neighborhood own = Neighborhood.of(
                        some(sources, destinations, end.rank()), some(destinations, sources, end.rank()));
                return end.adjacentGraph(
                        weighted
                                ? own.weights(
                                        some(weights, destinations, end.rank()), some(weights, sources, end.rank()))
                                : own,
                        Reorder.BY_HOST);
            }));
            List<GraphCommunicator> distributed = inOrder(onAll(worlds(ranks), end -> {
                // Rank 2 gives them all.
                boolean gives = end.rank() == 2;
                Edges all = Edges.of(gives ? sources : new int[0], gives ? destinations : new int[0]);
                return end.distributedGraph(
                        weighted ? all.weights(gives ? weights : new int[0]) : all, Reorder.BY_HOST);
            }));
            assertThat(worldRanks(distributed)).isEqualTo(worldRanks(adjacent));
            moved += Arrays.equals(worldRanks(adjacent), new int[] {0, 1, 2, 3, 4, 5}) ? 0 : 1;
            for (List<GraphCommunicator> ends : List.of(adjacent, distributed)) {
                for (GraphCommunicator end : ends) {
                    Neighborhood near = end.neighborhood();
                    assertThat(near.isWeighted()).isEqualTo(weighted);
                    assertThat(near.sources()).isEqualTo(some(sources, destinations, end.rank()));
                    assertThat(near.destinations()).isEqualTo(some(destinations, sources, end.rank()));
                    if (weighted) {
                        assertThat(near.sourceWeights()).isEqualTo(some(weights, destinations, end.rank()));
                        assertThat(near.destinationWeights()).isEqualTo(some(weights, sources, end.rank()));
                    }
                }
                assertGathers(ends, end -> end.neighborhood().sources().length);
                onAll(ends, Communicator::free);
            }
        }
        assertThat(moved).isPositive();
    }

    /** The values whose place has this rank in {@code of}. */
    private static int[] some(int[] values, int[] of, int rank) {
        return IntStream.range(0, values.length)
                .filter(i -> of[i] == rank)
                .map(i -> values[i])
                .toArray();
    }
}
