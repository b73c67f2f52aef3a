package org.reactivempi.conformance.simulated.conversations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.simulated.conversations.Data.ints;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.reactivempi.Blocks;
import org.reactivempi.Buffers;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Edges;
import org.reactivempi.GraphCommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.Neighborhood;
import org.reactivempi.Op;
import org.reactivempi.PersistentRequest;
import org.reactivempi.Request;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Grids, graphs, and what neighbors do. */
final class Topologies {

    private Topologies() {}

    static List<Conversation> all() {
        return List.of(
                new Conversation(
                        "TOP-1, NBR-1, NBR-2, NBR-3, NBR-6 exchanges of a grid, short and long, several at a time",
                        4,
                        Topologies::grid),
                new Conversation(
                        "TOP-4, NBR-1, PER-1 the rows of a grid, and exchanges that are started again",
                        4,
                        Topologies::rows),
                new Conversation(
                        "TOP-6, NBR-1, NBR-3, NBR-4 a graph with repeated edges, loops, and two ranks that no other knows",
                        4,
                        Topologies::graph),
                new Conversation(
                        "TOP-6, NBR-1, NBR-6 streams of neighbors, on edges that one rank has told of",
                        3,
                        Topologies::streams));
    }

    /** What rank {@code from} gives its neighbor at a side. */
    private static int[] block(int from, int side, int length) {
        return ints(from, side, length);
    }

    private static Publisher<?> grid(Communicator world) {
        Cartesian grid = Cartesian.of(2, 2).periodic(1);
        return world.cartesian(grid).flatMap(end -> {
            long[] sum = new long[1];
            return Mono.when(
                            exchange(end, grid, 5),
                            end.allreduce((long) end.rank(), Op.SUM).doOnNext(all -> sum[0] = all),
                            gather(end, grid),
                            exchange(end, grid, 300))
                    .then(Mono.fromRunnable(() -> assertThat(sum[0]).isEqualTo(6)))
                    .then(end.free());
        });
    }

    private static Mono<Void> exchange(CartesianCommunicator end, Cartesian grid, int length) {
        int[] near = grid.neighbors(end.rank());
        int[] sent = IntStream.range(0, near.length)
                .flatMap(side -> IntStream.of(block(end.rank(), side, length)))
                .toArray();
        int[] room = new int[near.length * length];
        Arrays.fill(room, -1);
        return end.neighborAlltoall(Buffers.of(sent), Buffers.of(room)).then(Mono.fromRunnable(() -> {
            for (int side = 0; side < near.length; side++) {
                int[] expected = new int[length];
                Arrays.fill(expected, -1);
                // What a neighbor below has sent upwards comes from below, and the other way round.
                assertThat(Arrays.copyOfRange(room, side * length, (side + 1) * length))
                        .isEqualTo(near[side] == Mpi.PROC_NULL ? expected : block(near[side], side ^ 1, length));
            }
        }));
    }

    private static Mono<Void> gather(CartesianCommunicator end, Cartesian grid) {
        int[] near = grid.neighbors(end.rank());
        int[] room = new int[near.length];
        Arrays.fill(room, -1);
        return end.neighborAllgather(Buffers.ints(10 + end.rank()), Buffers.of(room))
                .then(Mono.fromRunnable(() -> assertThat(room)
                        .isEqualTo(IntStream.of(near)
                                .map(rank -> rank == Mpi.PROC_NULL ? -1 : 10 + rank)
                                .toArray())));
    }

    private static Publisher<?> rows(Communicator world) {
        Cartesian grid = Cartesian.of(2, 2).periodic(0, 1);
        return world.cartesian(grid)
                .flatMap(end -> Mono.zip(end.sub(false, true), end.sub(true, false))
                        .flatMap(lines -> {
                            CartesianCommunicator row = lines.getT1();
                            CartesianCommunicator column = lines.getT2();
                            int[] given = new int[2];
                            int[][] rooms = new int[2][2];
                            List<PersistentRequest> shifts = List.of(
                                    PersistentRequest.of(row.neighborAlltoall(Buffers.of(given), Buffers.of(rooms[0]))),
                                    PersistentRequest.of(
                                            column.neighborAlltoall(Buffers.of(given), Buffers.of(rooms[1]))));
                            int inRow = end.rank() ^ 1;
                            int inColumn = end.rank() ^ 2;
                            return Flux.range(0, 3)
                                    .concatMap(round -> {
                                        given[0] = 100 * round + 10 * end.rank();
                                        given[1] = given[0] + 1;
                                        shifts.get((round + end.rank()) % 2).start();
                                        shifts.get((round + end.rank() + 1) % 2).start();
                                        return Mono.when(
                                                        shifts.get(0).completion(),
                                                        shifts.get(1).completion())
                                                .then(Mono.fromRunnable(() -> {
                                                    int base = 100 * round;
                                                    assertThat(rooms[0])
                                                            .containsExactly(base + 10 * inRow + 1, base + 10 * inRow);
                                                    assertThat(rooms[1])
                                                            .containsExactly(
                                                                    base + 10 * inColumn + 1, base + 10 * inColumn);
                                                }));
                                    })
                                    .doOnComplete(() -> shifts.forEach(Request::free))
                                    .then(row.free())
                                    .then(column.free())
                                    .then(end.free());
                        }));
    }

    private record Edge(int from, int to, int length) {}

    /** Ranks 0, 1 and 2 are one part, rank 3 has itself alone. */
    private static final List<Edge> EDGES = List.of(
            new Edge(0, 1, 0),
            new Edge(1, 0, 300),
            new Edge(0, 1, 20),
            new Edge(2, 1, 700),
            new Edge(1, 1, 8),
            new Edge(0, 2, 5),
            new Edge(3, 3, 200),
            new Edge(0, 1, 900));

    private static Publisher<?> graph(Communicator world) {
        List<Edge> in = EDGES.stream().filter(edge -> edge.to == world.rank()).toList();
        List<Edge> out =
                EDGES.stream().filter(edge -> edge.from == world.rank()).toList();
        Neighborhood own = Neighborhood.of(
                in.stream().mapToInt(Edge::from).toArray(),
                out.stream().mapToInt(Edge::to).toArray());
        return world.adjacentGraph(own).flatMap(end -> {
            Mono<Void> work = Mono.when(exchange(end, in, out, 0), exchange(end, in, out, 1), gather(end, in));
            // Rank 3 starts when rank 0, which is no neighbor of it, has ended.
            return switch (world.rank()) {
                case 0 -> work.then(world.isend(Buffers.ints(0), 3, 1)).then(end.free());
                case 3 -> world.receive(0, 1).then(work).then(end.free());
                default -> work.then(end.free());
            };
        });
    }

    private static int[] block(Edge edge, int nth) {
        return ints(EDGES.indexOf(edge), nth, edge.length);
    }

    private static Mono<Void> exchange(GraphCommunicator end, List<Edge> in, List<Edge> out, int nth) {
        List<int[]> rooms = in.stream().map(edge -> new int[edge.length]).toList();
        return end.neighborAlltoallv(
                        Blocks.of(out.stream()
                                .map(edge -> Buffers.of(block(edge, nth)))
                                .toList()),
                        Blocks.of(rooms.stream().map(Buffers::of).toList()))
                .then(Mono.fromRunnable(() -> {
                    for (int i = 0; i < in.size(); i++) {
                        assertThat(rooms.get(i)).as("%s", in.get(i)).isEqualTo(block(in.get(i), nth));
                    }
                }));
    }

    private static Mono<Void> gather(GraphCommunicator end, List<Edge> in) {
        int[] room = new int[in.size()];
        return end.neighborAllgather(Buffers.ints(end.rank()), Buffers.of(room))
                .then(Mono.fromRunnable(() -> assertThat(room)
                        .isEqualTo(in.stream().mapToInt(Edge::from).toArray())));
    }

    /** A line of three, both ways; rank 0 knows of the one half of it, rank 2 of the other. */
    private static Publisher<?> streams(Communicator world) {
        int rank = world.rank();
        Edges some = rank == 0
                ? Edges.of(new int[] {0, 1}, new int[] {1, 2})
                : rank == 2 ? Edges.of(new int[] {2, 1}, new int[] {1, 0}) : Edges.of(new int[0], new int[0]);
        int[] expected = rank == 1 ? new int[] {4, 0, 6} : new int[] {0, 5, 0};
        return world.distributedGraph(some).flatMap(end -> {
            int[] next = new int[world.size()];
            List<Integer> sources = new ArrayList<>();
            IntStream.of(end.neighborhood().sources()).sorted().forEach(sources::add);
            assertThat(sources).isEqualTo(rank == 1 ? List.of(0, 2) : List.of(1));
            return end.neighborStream(Flux.range(100 * rank, 4 + rank), Codecs.intValue(), 1 + rank)
                    .doOnNext(each -> assertThat(each.value()).isEqualTo(100 * each.rank() + next[each.rank()]++))
                    .then(Mono.fromRunnable(() -> assertThat(next).isEqualTo(expected)))
                    .then(end.barrier())
                    .then(end.free());
        });
    }
}
