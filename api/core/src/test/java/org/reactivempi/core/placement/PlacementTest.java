package org.reactivempi.core.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivempi.Cartesian;
import org.reactivempi.Dims;

/** TOP-7: who takes which place of a grid or graph, against models that count and try. */
class PlacementTest {

    private static HostTable hosts(int... hosts) {
        return HostTable.of(Arrays.stream(hosts).asLongStream().toArray());
    }

    /** The host of each place. */
    private static int[] byPlace(int[] newRanks, int... hosts) {
        int[] places = new int[hosts.length];
        for (int rank = 0; rank < hosts.length; rank++) {
            places[newRanks[rank]] = hosts[rank];
        }
        return places;
    }

    private static void assertPermutation(int[] newRanks) {
        assertThat(IntStream.of(newRanks).sorted())
                .containsExactlyElementsOf(
                        IntStream.range(0, newRanks.length).boxed().toList());
    }

    private static long cut(Cartesian grid, int[] hostOfPlace) {
        return IntStream.range(0, grid.size())
                .mapToLong(place -> IntStream.of(grid.neighbors(place))
                        .filter(near -> near >= 0 && hostOfPlace[near] != hostOfPlace[place])
                        .count())
                .sum();
    }

    private static long cut(int[] edges, int[] hostOfPlace) {
        return IntStream.range(0, edges.length / 3)
                .filter(i -> hostOfPlace[edges[3 * i]] != hostOfPlace[edges[3 * i + 1]])
                .mapToLong(i -> edges[3 * i + 2])
                .sum();
    }

    @Test
    @DisplayName("TOP-7 each host gets a block of the grid, the one with the least surface")
    void blocks() {
        int[] hosts = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3};
        int[] found = GridPlacement.of(Cartesian.of(4, 4), hosts(hosts));
        assertPermutation(found);
        assertThat(byPlace(found, hosts)).containsExactly(0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3);
        // The ranks of a host keep their order.
        assertThat(Arrays.copyOf(found, 4)).containsExactly(0, 1, 4, 5);

        // Along a ring of three, one more cut costs as much as along the open side; whole rows have none.
        int[] dealt = {0, 1, 0, 1, 0, 1};
        assertThat(byPlace(GridPlacement.of(Cartesian.of(2, 3).periodic(1), hosts(dealt)), dealt))
                .containsExactly(0, 0, 0, 1, 1, 1);
    }

    @Test
    @DisplayName(
            "TOP-7 hosts that can't get blocks get places that lie together; nobody moves where that gains nothing")
    void rows() {
        int[] hosts = {0, 1, 2, 0, 1, 2, 0, 1, 0};
        Cartesian grid = Cartesian.of(3, 3);
        int[] found = GridPlacement.of(grid, hosts(hosts));
        assertPermutation(found);
        // Line by line, to and fro, six pairs of neighbors are on different hosts.
        assertThat(cut(grid, byPlace(found, hosts)))
                .isLessThan(cut(grid, hosts))
                .isLessThanOrEqualTo(12);
        int[] unchanged = {0, 1, 2, 3};
        assertThat(GridPlacement.of(Cartesian.of(4), hosts(0, 0, 1, 1))).containsExactly(unchanged);
        assertThat(GridPlacement.of(Cartesian.of(2, 2), hosts(5, 5, 5, 5))).containsExactly(unchanged);
        assertThat(GridPlacement.of(Cartesian.of(2, 2), hosts(0, 1, 2, 3))).containsExactly(unchanged);
        assertThat(GridPlacement.of(Cartesian.of(), hosts(3))).containsExactly(0);
    }

    @Test
    @DisplayName(
            "TOP-7 no order has more edges between hosts than the old one, and blocks have the fewest of all blocks")
    void random() {
        Random random = new Random(7);
        for (int turn = 0; turn < 500; turn++) {
            int size = 1 + random.nextInt(36);
            int[] dims = Dims.create(size, new int[1 + random.nextInt(3)]);
            Cartesian grid = Cartesian.of(dims)
                    .periodic(IntStream.range(0, dims.length)
                            .filter(i -> random.nextBoolean())
                            .toArray());
            int count = 1 + random.nextInt(5);
            int[] hosts = random.ints(size, 0, count).toArray();
            int[] found = GridPlacement.of(grid, hosts(hosts));
            assertPermutation(found);
            assertThat(cut(grid, byPlace(found, hosts))).isLessThanOrEqualTo(cut(grid, hosts));
            assertThat(GridPlacement.of(grid, hosts(hosts))).containsExactly(found);

            int[] edges = IntStream.range(0, random.nextInt(4 * size))
                    .flatMap(i -> IntStream.of(random.nextInt(size), random.nextInt(size), random.nextInt(10)))
                    .toArray();
            int[] grown = GraphPlacement.of(hosts(hosts), edges);
            assertPermutation(grown);
            assertThat(cut(edges, byPlace(grown, hosts))).isLessThanOrEqualTo(cut(edges, hosts));
        }
    }

    @Test
    @DisplayName("TOP-7 groups of a graph grow along its heaviest edges")
    void heaviest() {
        // Two heavy triangles, whose corners stand in turn, and a light edge between them.
        int[] edges = {0, 2, 9, 2, 4, 9, 4, 0, 9, 1, 3, 9, 3, 5, 9, 5, 1, 9, 0, 1, 1};
        int[] hosts = {0, 0, 0, 1, 1, 1};
        int[] found = GraphPlacement.of(hosts(hosts), edges);
        assertPermutation(found);
        assertThat(cut(edges, byPlace(found, hosts))).isEqualTo(1);
        assertThat(found).containsExactly(0, 2, 4, 1, 3, 5);
        int[] unequal = {0, 1, 1, 1, 1, 1};
        assertThat(cut(edges, byPlace(GraphPlacement.of(hosts(unequal), edges), unequal)))
                .isLessThanOrEqualTo(18);
    }

    @Test
    @DisplayName("TOP-7 a graph of more edges than are looked at stays as it is")
    void tooMany() {
        int[] edges = new int[GraphPlacement.WIDTH * (GraphPlacement.MOST_EDGES + 1)];
        for (int at = 0; at < edges.length; at += GraphPlacement.WIDTH) {
            edges[at + 1] = 2;
            edges[at + 2] = 1;
        }
        assertThat(GraphPlacement.of(hosts(0, 0, 1, 1), edges)).containsExactly(0, 1, 2, 3);
        assertThat(GraphPlacement.of(hosts(0, 0, 1, 1), Arrays.copyOf(edges, 3)))
                .containsExactly(0, 2, 1, 3);
    }
}
