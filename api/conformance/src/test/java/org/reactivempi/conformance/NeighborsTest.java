package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;
import static org.reactivempi.conformance.Payloads.TIMEOUT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Communicator;
import org.reactivempi.ErrorClass;
import org.reactivempi.GraphCommunicator;
import org.reactivempi.Neighborhood;
import org.reactivempi.Op;
import org.reactivempi.PersistentRequest;
import org.reactivempi.RecordType;
import org.reactivempi.Request;
import org.reactivempi.Requests;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Mono;

/** Operations of ranks with their neighbors. */
class NeighborsTest {

    private static final int RANKS = 4;
    private static final int GRAPHS = 12;
    private static final int LONGEST = 40_000;

    record Cell(int row, double value) {

        Cell {
            if (row == 0) {
                throw new IllegalArgumentException("there is no row 0");
            }
        }
    }

    /** From a rank to another one, or to itself; all ranks have all edges in the same order. */
    private record Edge(int source, int destination, int number, int length) {

        int[] values() {
            return IntStream.range(0, length).map(i -> number * 1_000_003 + i).toArray();
        }
    }

    private static Neighborhood neighborhood(List<Edge> edges, int rank) {
        return Neighborhood.of(
                in(edges, rank).stream().mapToInt(Edge::source).toArray(),
                out(edges, rank).stream().mapToInt(Edge::destination).toArray());
    }

    private static List<Edge> in(List<Edge> edges, int rank) {
        return edges.stream().filter(edge -> edge.destination == rank).toList();
    }

    private static List<Edge> out(List<Edge> edges, int rank) {
        return edges.stream().filter(edge -> edge.source == rank).toList();
    }

    private static List<Edge> random(Random random) {
        List<Edge> edges = new ArrayList<>();
        for (int number = 0; number < 14; number++) {
            int length = random.nextInt(5) == 0 ? random.nextInt(LONGEST) : random.nextInt(20);
            edges.add(new Edge(random.nextInt(RANKS), random.nextInt(RANKS), number, length));
        }
        return edges;
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName(
            "NBR-1 NBR-3 each edge of a graph carries its own block, also from a rank to itself and twice between two ranks")
    void edges(Ranks ranks) {
        Random random = new Random(32);
        for (int graph = 0; graph < GRAPHS; graph++) {
            List<Edge> edges = random(random);
            List<GraphCommunicator> ends =
                    onAll(worlds(ranks), end -> end.adjacentGraph(neighborhood(edges, end.rank())));
            assertVariable(ends, edges);
            assertEqual(ends, edges, 1 + random.nextInt(3000));
            onAll(ends, Communicator::free);
        }
    }

    private static void assertVariable(List<GraphCommunicator> ends, List<Edge> edges) {
        List<List<int[]>> rooms = rooms(edges);
        onAll(
                ends,
                end -> end.neighborAlltoallv(
                        Blocks.of(out(edges, end.rank()).stream()
                                .map(edge -> Buffers.of(edge.values()))
                                .toList()),
                        Blocks.of(rooms.get(end.rank()).stream()
                                .map(room -> Buffers.of(room))
                                .toList())));
        for (int rank = 0; rank < RANKS; rank++) {
            List<Edge> in = in(edges, rank);
            for (int i = 0; i < in.size(); i++) {
                assertThat(rooms.get(rank).get(i))
                        .as("to %d by %s", rank, in.get(i))
                        .isEqualTo(in.get(i).values());
            }
        }
    }

    private static List<List<int[]>> rooms(List<Edge> edges) {
        return IntStream.range(0, RANKS)
                .mapToObj(rank -> in(edges, rank).stream()
                        .map(edge -> new int[edge.length])
                        .toList())
                .toList();
    }

    /** Blocks of one length: each rank's own to all, and one to each. */
    private static void assertEqual(List<GraphCommunicator> ends, List<Edge> edges, int length) {
        int[][] gathered = new int[RANKS][];
        int[][] exchanged = new int[RANKS][];
        onAll(ends, end -> {
            gathered[end.rank()] = new int[in(edges, end.rank()).size() * length];
            return end.neighborAllgather(Buffers.of(values(end.rank(), length)), Buffers.of(gathered[end.rank()]));
        });
        onAll(ends, end -> {
            exchanged[end.rank()] = new int[in(edges, end.rank()).size() * length];
            int[] sent = out(edges, end.rank()).stream()
                    .flatMapToInt(edge -> IntStream.of(values(edge.number, length)))
                    .toArray();
            return end.neighborAlltoall(Buffers.of(sent), Buffers.of(exchanged[end.rank()]));
        });
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(gathered[rank])
                    .isEqualTo(in(edges, rank).stream()
                            .flatMapToInt(edge -> IntStream.of(values(edge.source, length)))
                            .toArray());
            assertThat(exchanged[rank])
                    .isEqualTo(in(edges, rank).stream()
                            .flatMapToInt(edge -> IntStream.of(values(edge.number, length)))
                            .toArray());
        }
    }

    private static int[] values(int of, int length) {
        return IntStream.range(0, length).map(i -> of * 100_003 + i).toArray();
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("COL-6 a block to oneself of another length than its room fails, and overwrites no other block")
    void ownLength(Ranks ranks) {
        int[] own = {0, 1};
        List<GraphCommunicator> ends = onAll(
                worlds(ranks),
                end -> end.adjacentGraph(
                        end.rank() == 0 ? Neighborhood.of(own, own) : Neighborhood.of(new int[1], new int[1])));
        int[] room = {-1, -1, -1, -1};
        GraphCommunicator zero = ends.get(0);
        assertFails(
                zero.neighborAlltoallv(
                        Blocks.of(Buffers.of(new int[3]), Buffers.of(new int[1])),
                        Blocks.of(Buffers.of(room, 0, 1), Buffers.of(room, 1, 3))),
                ErrorClass.TRUNCATE,
                "12 bytes",
                "room for 4");
        assertFails(
                zero.neighborAllgatherv(
                        Buffers.of(new int[1]), Blocks.of(Buffers.of(room, 0, 2), Buffers.of(room, 2, 1))),
                ErrorClass.COUNT,
                "4 bytes",
                "room for 8");
        assertFails(
                zero.neighborAlltoall(Buffers.of(new int[4]), Buffers.of(new int[2])), ErrorClass.TRUNCATE, "8 bytes");
        assertFails(zero.neighborAllgather(Buffers.of(new int[1]), Buffers.of(room)), ErrorClass.COUNT, "4 bytes");
        assertThat(room).containsOnly(-1);

        // The first operation of both.
        onAll(
                ends,
                end -> end.neighborAllgather(
                        Buffers.of(new int[] {5 + end.rank()}),
                        Buffers.of(end.rank() == 0 ? room : new int[1], 0, end.rank() == 0 ? 2 : 1)));
        assertThat(room).containsExactly(5, 6, -1, -1);
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName("NBR-2 what is at the edge of a grid stays as it was, also where blocks are records")
    void edgeOfAGrid(Ranks ranks) {
        RecordType<Cell> cells = RecordType.of(Cell.class);
        List<CartesianCommunicator> ends = onAll(worlds(ranks), end -> end.cartesian(Cartesian.of(3)));
        Cell[][] rooms = new Cell[3][];
        onAll(ends, end -> {
            int rank = end.rank();
            rooms[rank] = new Cell[] {new Cell(-1 - rank, 0.5), null};
            return end.neighborAllgather(
                    cells.buffer(new Cell[] {new Cell(10 + rank, rank)}), cells.buffer(rooms[rank]));
        });
        assertThat(rooms[0]).containsExactly(new Cell(-1, 0.5), new Cell(11, 1));
        assertThat(rooms[1]).containsExactly(new Cell(10, 0), new Cell(12, 2));
        assertThat(rooms[2]).containsExactly(new Cell(11, 1), null);
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("NBR-1 blocks of a grid stand for each dimension first from below, then from above, in every form")
    void grid(Ranks ranks) {
        Cartesian grid = Cartesian.of(2, 2).periodic(0, 1);
        List<CartesianCommunicator> ends = onAll(worlds(ranks), end -> end.cartesian(grid));
        int[][] rooms = new int[RANKS][4];
        List<Request> exchanges = ends.stream()
                .<Request>map(end -> PersistentRequest.of(end.neighborAlltoall(
                        Buffers.of(IntStream.range(0, 4)
                                .map(side -> 10 * end.rank() + side)
                                .toArray()),
                        Buffers.of(rooms[end.rank()]))))
                .toList();
        for (int start = 0; start < 3; start++) {
            exchanges.forEach(exchange -> ((PersistentRequest) exchange).start());
            Requests.waitAll(exchanges).block(TIMEOUT);
            for (int rank = 0; rank < RANKS; rank++) {
                int[] near = grid.neighbors(rank);
                // What a neighbor below has sent upwards comes from below, and the other way round.
                assertThat(rooms[rank])
                        .containsExactly(10 * near[0] + 1, 10 * near[1], 10 * near[2] + 3, 10 * near[3] + 2);
                Arrays.fill(rooms[rank], -1);
            }
        }
        exchanges.forEach(Request::free);
        onAll(ends, CartesianCommunicator::free);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName(
            "NBR-3 what goes in the positive direction of a ring of one or two ranks arrives as from the negative neighbor")
    void shortRings(Ranks ranks) {
        List<CartesianCommunicator> ends =
                onAll(worlds(ranks), end -> end.cartesian(Cartesian.of(2, 1).periodic(0, 1)));
        int[][] rooms = new int[2][4];
        onAll(
                ends,
                end -> end.neighborAlltoall(
                        Buffers.ints(10 * end.rank(), 10 * end.rank() + 1, 10 * end.rank() + 2, 10 * end.rank() + 3),
                        Buffers.of(rooms[end.rank()])));
        assertThat(rooms).isDeepEqualTo(new int[][] {{11, 10, 3, 2}, {1, 0, 13, 12}});
        onAll(ends, CartesianCommunicator::free);
    }

    @OnEveryChannel(ranks = RANKS)
    @DisplayName("NBR-4 ranks complete though others, which are no neighbors of theirs, have not started")
    void neighborsAlone(Ranks ranks) {
        int[][] near = {{1}, {0}, {3}, {2}};
        List<GraphCommunicator> ends =
                onAll(worlds(ranks), end -> end.adjacentGraph(Neighborhood.of(near[end.rank()], near[end.rank()])));
        int[][] rooms = new int[RANKS][1];
        for (List<GraphCommunicator> pair : List.of(ends.subList(2, 4), ends.subList(0, 2))) {
            onAll(pair, end -> end.neighborAllgather(Buffers.ints(end.rank()), Buffers.of(rooms[end.rank()])));
        }
        assertThat(rooms).isDeepEqualTo(near);
        onAll(ends, GraphCommunicator::free);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("NBR-5 in place is not allowed")
    void inPlace(Ranks ranks) {
        int[] other = {1};
        List<GraphCommunicator> ends = onAll(worlds(ranks), end -> {
            int[] near = {1 - end.rank()};
            return end.adjacentGraph(Neighborhood.of(near, near));
        });
        GraphCommunicator zero = ends.get(0);
        assertFails(zero.neighborAllgather(Buffer.inPlace(), Buffers.of(other)), ErrorClass.BUFFER, "in place");
        assertFails(zero.neighborAlltoall(Buffer.inPlace(), Buffers.of(other)), ErrorClass.BUFFER, "in place");
        assertFails(zero.neighborAlltoall(Buffers.of(other), Buffer.inPlace()), ErrorClass.BUFFER, "in place");
        onAll(ends, end -> end.neighborAllgather(Buffers.ints(1), Buffers.of(new int[1])));
        onAll(ends, GraphCommunicator::free);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("NBR-6 exchanges of neighbors are numbered with all other collective operations, and keep their order")
    void order(Ranks ranks) {
        List<CartesianCommunicator> ends =
                onAll(worlds(ranks), end -> end.cartesian(Cartesian.of(2).periodic(0)));
        int[][] first = new int[2][2];
        int[][] second = new int[2][2];
        int[][] sums = new int[2][1];
        onAll(
                ends,
                end -> Mono.when(
                        end.neighborAllgather(Buffers.ints(end.rank()), Buffers.of(first[end.rank()])),
                        end.allreduce(Buffers.ints(1), Buffers.of(sums[end.rank()]), Op.SUM),
                        end.neighborAllgather(Buffers.ints(5 + end.rank()), Buffers.of(second[end.rank()]))));
        assertThat(first).isDeepEqualTo(new int[][] {{1, 1}, {0, 0}});
        assertThat(second).isDeepEqualTo(new int[][] {{6, 6}, {5, 5}});
        assertThat(sums).isDeepEqualTo(new int[][] {{2}, {2}});
        onAll(ends, CartesianCommunicator::free);
        assertFails(ends.get(0).neighborAllgather(Buffers.ints(1), Buffers.of(new int[2])), ErrorClass.COMM, "freed");
    }
}
