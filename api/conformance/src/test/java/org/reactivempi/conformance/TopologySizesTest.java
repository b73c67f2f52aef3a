package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.worlds;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Buffers;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Codecs;
import org.reactivempi.Communicator;
import org.reactivempi.Datatype;
import org.reactivempi.Dims;
import org.reactivempi.Edges;
import org.reactivempi.FromRank;
import org.reactivempi.Graph;
import org.reactivempi.GraphCommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.Op;
import org.reactivempi.Reorder;
import org.reactivempi.Settings;
import org.reactivempi.Shift;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;

/** TOP, NBR: topologies of 1 to 17 ranks on random hosts, against models; and what the standard computes with its topologies. */
class TopologySizesTest {

    private static final int MOST = 17;
    private static final int LONG = 20_000;

    static IntStream sizes() {
        return IntStream.rangeClosed(1, MOST);
    }

    private static Ranks start(int size, Random random) {
        String hosts = random.ints(1 + random.nextInt(size), 0, 4)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(","));
        return Ranks.start(size, Settings.create().channel("local").with("rank-hosts", hosts));
    }

    private static <C extends Communicator> List<C> inOrder(List<C> ends) {
        return ends.stream()
                .sorted((one, other) -> Integer.compare(one.rank(), other.rank()))
                .toList();
    }

    /** What goes along an edge: the i-th block of a rank. */
    private static int[] block(int rank, int place, int length) {
        return IntStream.range(0, length)
                .map(i -> rank * 1_000_000 + place * 50_000 + i)
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("sizes")
    @DisplayName(
            "TOP-1, TOP-3, TOP-4, TOP-7, NBR-1, NBR-2, NBR-3 grids of any size exchange blocks as their model says")
    void grids(int size) {
        Random random = new Random(size);
        try (Ranks ranks = start(size, random)) {
            for (int dimensions = 1; dimensions <= 3; dimensions++) {
                int[] dims = Dims.create(size, new int[dimensions]);
                Cartesian grid = Cartesian.of(dims)
                        .periodic(IntStream.range(0, dimensions)
                                .filter(i -> random.nextBoolean())
                                .toArray());
                Reorder reorder = random.nextInt(3) == 0 ? Reorder.NONE : Reorder.BY_HOST;
                List<CartesianCommunicator> ends = inOrder(onAll(worlds(ranks), end -> end.cartesian(grid, reorder)));
                int length = random.nextInt(4) == 0 ? LONG : random.nextInt(50);
                assertExchange(ends, grid, length);
                assertShifts(ends, grid);
                assertLines(ends, grid);
                onAll(ends, Communicator::free);
            }
        }
    }

    private static void assertExchange(List<CartesianCommunicator> ends, Cartesian grid, int length) {
        int places = 2 * grid.dimensions();
        int[][] rooms = new int[ends.size()][places * length];
        onAll(ends, end -> {
            Arrays.fill(rooms[end.rank()], -7);
            int[] sent = IntStream.range(0, places)
                    .flatMap(place -> IntStream.of(block(end.rank(), place, length)))
                    .toArray();
            return end.neighborAlltoall(Buffers.of(sent), Buffers.of(rooms[end.rank()]));
        });
        for (int rank = 0; rank < ends.size(); rank++) {
            int[] near = grid.neighbors(rank);
            for (int place = 0; place < places; place++) {
                int[] expected = new int[length];
                Arrays.fill(expected, -7);
                // What the neighbor has sent in the other direction.
                assertThat(Arrays.copyOfRange(rooms[rank], place * length, (place + 1) * length))
                        .isEqualTo(near[place] == Mpi.PROC_NULL ? expected : block(near[place], place ^ 1, length));
            }
        }
    }

    /** The data of all ranks moves along each dimension by some places, as in the standard's skewing of an array. */
    private static void assertShifts(List<CartesianCommunicator> ends, Cartesian grid) {
        int[][] values = new int[ends.size()][];
        onAll(ends, end -> {
            int[] at = end.coordinates();
            Shift shift = end.shift(0, at[grid.dimensions() - 1] * (grid.dimensions() > 1 ? 1 : 0));
            values[end.rank()] = new int[] {end.rank()};
            return end.isendrecvReplace(Buffers.of(values[end.rank()]), shift.destination(), 0, shift.source(), 0);
        });
        for (CartesianCommunicator end : ends) {
            int[] at = end.coordinates();
            int by = grid.dimensions() > 1 ? at[grid.dimensions() - 1] : 0;
            int source = grid.shift(end.rank(), 0, by).source();
            assertThat(values[end.rank()]).containsExactly(source == Mpi.PROC_NULL ? end.rank() : source);
        }
    }

    /** Lines along the last dimension: their sums are those of the ranks that differ there alone. */
    private static void assertLines(List<CartesianCommunicator> ends, Cartesian grid) {
        boolean[] last = new boolean[grid.dimensions()];
        last[last.length - 1] = true;
        List<CartesianCommunicator> lines = onAll(ends, end -> end.sub(last));
        List<Long> sums = onAll(ends, end -> lines.get(end.rank()).allreduce((long) end.rank(), Op.SUM));
        for (CartesianCommunicator end : ends) {
            int[] at = end.coordinates();
            long sum = 0;
            for (int i = 0; i < grid.dims()[last.length - 1]; i++) {
                at[last.length - 1] = i;
                sum += grid.rank(at);
            }
            assertThat(sums.get(end.rank())).isEqualTo(sum);
        }
        onAll(lines, Communicator::free);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    @DisplayName(
            "TOP-5, TOP-6, TOP-7, NBR-1, NBR-3 graphs of any size carry each block and stream along each of their edges")
    void graphs(int size) {
        Random random = new Random(100 + size);
        try (Ranks ranks = start(size, random)) {
            int count = random.nextInt(4 * size);
            int[] sources = random.ints(count, 0, size).toArray();
            int[] destinations = random.ints(count, 0, size).toArray();
            int[] lengths = random.ints(count, 0, 60)
                    .map(length -> length > 55 ? LONG : length)
                    .toArray();
            int[] givers = random.ints(count, 0, size).sorted().toArray();
            List<GraphCommunicator> ends = inOrder(onAll(
                    worlds(ranks),
                    end -> end.distributedGraph(
                            Edges.of(
                                    pick(givers, end.rank(), i -> sources[i]),
                                    pick(givers, end.rank(), i -> destinations[i])),
                            Reorder.BY_HOST)));
            int[][][] rooms = new int[size][][];
            onAll(ends, end -> {
                int[] out = pick(sources, end.rank(), i -> i);
                int[] in = pick(destinations, end.rank(), i -> i);
                rooms[end.rank()] =
                        IntStream.of(in).mapToObj(i -> new int[lengths[i]]).toArray(int[][]::new);
                return end.neighborAlltoallv(
                        Blocks.of(out.length, k -> Buffers.of(block(out[k], 0, lengths[out[k]]))),
                        Blocks.of(in.length, k -> Buffers.of(rooms[end.rank()][k])));
            });
            List<List<FromRank<Integer>>> streams = onAll(
                    ends,
                    end -> end.neighborStream(Flux.range(1000 * end.rank(), 20), Codecs.intValue(), 3)
                            .collectList());
            for (int rank = 0; rank < size; rank++) {
                int[] in = pick(destinations, rank, i -> i);
                assertThat(ends.get(rank).neighborhood().sources())
                        .isEqualTo(pick(destinations, rank, i -> sources[i]));
                for (int k = 0; k < in.length; k++) {
                    assertThat(rooms[rank][k]).isEqualTo(block(in[k], 0, lengths[in[k]]));
                }
                assertThat(streams.get(rank)).hasSize(20 * in.length);
                assertThat(streams.get(rank).stream()
                                .map(FromRank::rank)
                                .sorted()
                                .distinct())
                        .isEqualTo(IntStream.of(pick(destinations, rank, i -> sources[i]))
                                .sorted()
                                .distinct()
                                .boxed()
                                .toList());
            }
            onAll(ends, Communicator::free);
        }
    }

    /** Something of each edge that has this rank at the given end. */
    private static int[] pick(int[] of, int rank, ToIntFunction<Integer> what) {
        return IntStream.range(0, of.length)
                .filter(i -> of[i] == rank)
                .map(what::applyAsInt)
                .toArray();
    }

    @OnEveryChannel(ranks = 3)
    @DisplayName(
            "TOP-1, TOP-4 a grid without dimensions has one rank, no coordinates and no neighbors (cartzero, cartsuball)")
    void noDimensions(Ranks ranks) {
        List<Communicator> worlds = worlds(ranks);
        CartesianCommunicator[] made = new CartesianCommunicator[1];
        onAll(
                worlds,
                end -> end.cartesian(Cartesian.of())
                        .doOnNext(point -> made[0] = point)
                        .then());
        CartesianCommunicator point = made[0];
        assertThat(point.size()).isEqualTo(1);
        assertThat(point.coordinates()).isEmpty();
        assertThat(point.grid().rank()).isZero();
        point.neighborAlltoall(Buffer.empty(), Buffer.empty()).block();
        CartesianCommunicator copy = (CartesianCommunicator) point.dup().block();
        CartesianCommunicator alone = point.sub().block();
        assertThat(copy.grid()).isEqualTo(alone.grid()).isEqualTo(Cartesian.of());
        for (Communicator each : List.of(copy, alone, point)) {
            each.free().block();
        }
        onAll(worlds, Communicator::barrier);
    }

    @OnEveryChannel(ranks = 8)
    @DisplayName(
            "TOP-5, NBR-1 the standard's shuffle-exchange network: exchange, shuffle and unshuffle permute the data")
    void shuffleExchange(Ranks ranks) {
        int[] index = IntStream.rangeClosed(1, 8).map(node -> 3 * node).toArray();
        int[] edges = IntStream.range(0, 8)
                .flatMap(node -> IntStream.of(node ^ 1, shuffled(node), unshuffled(node)))
                .toArray();
        assertThat(edges).startsWith(1, 0, 0, 0, 2, 4, 3, 4, 1, 2, 6, 5).endsWith(5, 1, 2, 4, 3, 6, 7, 5, 3, 6, 7, 7);
        List<GraphCommunicator> ends = onAll(worlds(ranks), end -> end.graph(Graph.of(index, edges)));
        int[][] values = new int[8][1];
        for (int turn = 0; turn < 3; turn++) {
            int which = turn;
            onAll(ends, end -> {
                int[] near = end.graph().orElseThrow().neighbors(end.rank());
                // Who sends what this rank receives: an exchange is its own inverse, and the other two are inverse to
                // each other.
                int source = near[which == 0 ? 0 : 3 - which];
                values[end.rank()][0] = end.rank();
                return end.isendrecvReplace(Buffers.of(values[end.rank()]), near[which], 0, source, 0);
            });
            for (int node = 0; node < 8; node++) {
                int to = turn == 0 ? node ^ 1 : turn == 1 ? shuffled(node) : unshuffled(node);
                assertThat(values[to]).containsExactly(node);
            }
        }
        onAll(ends, Communicator::free);
    }

    /** Its three bits to the left, round. */
    private static int shuffled(int node) {
        return node << 1 & 7 | node >> 2;
    }

    private static int unshuffled(int node) {
        return node >> 1 | node << 2 & 7;
    }

    @OnEveryChannel(ranks = 6)
    @DisplayName(
            "TOP-6, NBR-1 the standard's torus with diagonals, as a distributed graph with weights, sums all its neighbors")
    void torusWithDiagonals(Ranks ranks) {
        Cartesian torus = Cartesian.of(2, 3).periodic(0, 1);
        int[][] steps = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
        List<GraphCommunicator> ends = onAll(worlds(ranks), end -> {
            int[] at = torus.coordinates(end.rank());
            int[] own = IntStream.range(0, 8).map(i -> end.rank()).toArray();
            int[] to = Arrays.stream(steps)
                    .mapToInt(step -> torus.rank(at[0] + step[0], at[1] + step[1]))
                    .toArray();
            return end.distributedGraph(Edges.of(own, to).weights(2, 2, 2, 2, 1, 1, 1, 1));
        });
        int[][] rooms = new int[6][8];
        onAll(ends, end -> end.neighborAllgather(Buffers.ints(1 << end.rank()), Buffers.of(rooms[end.rank()])));
        for (int rank = 0; rank < 6; rank++) {
            int[] at = torus.coordinates(rank);
            int sum = Arrays.stream(steps)
                    .mapToInt(step -> 1 << torus.rank(at[0] + step[0], at[1] + step[1]))
                    .sum();
            assertThat(IntStream.of(rooms[rank]).sum()).isEqualTo(sum);
            assertThat(IntStream.of(ends.get(rank).neighborhood().sourceWeights())
                            .sum())
                    .isEqualTo(12);
        }
        onAll(ends, Communicator::free);
    }

    @OnEveryChannel(ranks = 24, timeoutSeconds = 120)
    @DisplayName(
            "TOP-4 the standard's grid of 2 x 3 x 4 is parted into three of 2 x 4, and those into two lines of 4 each")
    void parted(Ranks ranks) {
        List<CartesianCommunicator> ends = onAll(worlds(ranks), end -> end.cartesian(Cartesian.of(2, 3, 4)));
        List<CartesianCommunicator> planes = onAll(ends, end -> end.sub(true, false, true));
        List<CartesianCommunicator> lines = onAll(planes, end -> end.sub(false, true));
        for (int rank = 0; rank < 24; rank++) {
            int[] at = ends.get(rank).coordinates();
            assertThat(planes.get(rank).grid()).isEqualTo(Cartesian.of(2, 4));
            assertThat(planes.get(rank).coordinates()).containsExactly(at[0], at[2]);
            assertThat(lines.get(rank).grid()).isEqualTo(Cartesian.of(4));
            assertThat(lines.get(rank).coordinates()).containsExactly(at[2]);
            int[] line = lines.get(rank)
                    .group()
                    .translate(new int[] {0, 1, 2, 3}, ends.get(rank).group());
            int first = rank - at[2];
            assertThat(line).containsExactly(first, first + 1, first + 2, first + 3);
        }
        for (List<CartesianCommunicator> family : List.of(lines, planes, ends)) {
            onAll(family, Communicator::free);
        }
    }

    @OnEveryChannel(ranks = 6, timeoutSeconds = 90)
    @DisplayName(
            "NBR-1 the standard's solver of Poisson's equation: halos by neighborAlltoallv give the bits of a plain loop")
    void poisson(Ranks ranks) {
        int side = 12;
        int steps = 30;
        double[] expected = new double[(side + 2) * (side + 2)];
        for (int step = 0; step < steps; step++) {
            expected = relaxed(expected, side, side, 0, 0);
        }
        int rows = side / 3;
        int columns = side / 2;
        int stride = columns + 2;
        List<CartesianCommunicator> ends =
                onAll(worlds(ranks), end -> end.cartesian(Cartesian.of(3, 2), Reorder.BY_HOST));
        double[][] parts = new double[6][(rows + 2) * stride];
        Datatype column = Datatype.DOUBLE.vector(rows, 1, stride);
        for (int step = 0; step < steps; step++) {
            onAll(ends, end -> {
                double[] u = parts[end.rank()];
                return end.neighborAlltoallv(
                        Blocks.of(
                                Buffers.of(u, stride + 1, columns),
                                Buffers.of(u, rows * stride + 1, columns),
                                Buffers.of(u).as(8L * (stride + 1), column, 1),
                                Buffers.of(u).as(8L * (stride + columns), column, 1)),
                        Blocks.of(
                                Buffers.of(u, 1, columns),
                                Buffers.of(u, (rows + 1) * stride + 1, columns),
                                Buffers.of(u).as(8L * stride, column, 1),
                                Buffers.of(u).as(8L * (stride + columns + 1), column, 1)));
            });
            for (int rank = 0; rank < 6; rank++) {
                parts[rank] = relaxed(parts[rank], rows, columns, rank / 2 * rows, rank % 2 * columns);
            }
        }
        for (int rank = 0; rank < 6; rank++) {
            for (int row = 1; row <= rows; row++) {
                for (int col = 1; col <= columns; col++) {
                    int at = (rank / 2 * rows + row) * (side + 2) + rank % 2 * columns + col;
                    assertThat(parts[rank][row * stride + col]).isEqualTo(expected[at]);
                }
            }
        }
        onAll(ends, Communicator::free);
    }

    /** One step of Jacobi's, with a right side that depends on the place. */
    private static double[] relaxed(double[] u, int rows, int columns, int firstRow, int firstColumn) {
        double[] next = new double[u.length];
        int stride = columns + 2;
        for (int row = 1; row <= rows; row++) {
            for (int column = 1; column <= columns; column++) {
                int i = row * stride + column;
                double right = Math.sin(firstRow + row) * (firstColumn + column);
                next[i] = 0.25 * (u[i - stride] + u[i + stride] + u[i - 1] + u[i + 1] - right);
            }
        }
        return next;
    }
}
