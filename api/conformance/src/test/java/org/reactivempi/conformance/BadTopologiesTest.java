package org.reactivempi.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reactivempi.conformance.Family.assertFails;
import static org.reactivempi.conformance.Family.assertIs;
import static org.reactivempi.conformance.Family.onAll;
import static org.reactivempi.conformance.Family.started;
import static org.reactivempi.conformance.Family.worlds;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.reactivempi.Blocks;
import org.reactivempi.Buffers;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Communicator;
import org.reactivempi.Dims;
import org.reactivempi.Edges;
import org.reactivempi.ErrorClass;
import org.reactivempi.Graph;
import org.reactivempi.GraphCommunicator;
import org.reactivempi.MpiException;
import org.reactivempi.Neighborhood;
import org.reactivempi.Reorder;
import org.reactivempi.Stall;
import org.reactivempi.testkit.Check;
import org.reactivempi.testkit.MpiTest;
import org.reactivempi.testkit.OnEveryChannel;
import org.reactivempi.testkit.Ranks;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Bad input of topologies: each error has its class, the value and what was allowed, and the communicator is used afterwards. */
class BadTopologiesTest {

    private static final int[] NOBODY = {};

    private static void assertThrows(ThrowingCallable call, ErrorClass errorClass, String... words) {
        assertThatThrownBy(call).satisfies(thrown -> assertIs(thrown, errorClass, words));
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName(
            "TOP-1, TOP-2, TOP-3 what no grid can be, and what lies outside of one, is refused with what is allowed")
    void grids(Ranks ranks) {
        Communicator zero = ranks.world(0);
        for (Reorder reorder : Reorder.values()) {
            assertFails(zero.cartesian(Cartesian.of(3), reorder), ErrorClass.DIMS, "[3]", "2 ranks");
            assertFails(
                    zero.cartesian(Cartesian.of(1 << 20, 1 << 20, 1 << 20), reorder),
                    ErrorClass.DIMS,
                    "1048576",
                    "2 ranks");
            assertFails(zero.graph(Graph.of(new int[3], NOBODY), reorder), ErrorClass.TOPOLOGY, "2 ranks");
        }
        assertThrows(() -> Cartesian.of(2, 0), ErrorClass.DIMS, "0", "1 or more");
        assertThrows(() -> Cartesian.of(2).periodic(1), ErrorClass.DIMS, "dimension 1", "0..0");
        assertThrows(() -> Dims.create(2, 3, 0), ErrorClass.DIMS, "2 ranks", "[3, 0]");
        List<CartesianCommunicator> ends = onAll(worlds(ranks), end -> end.cartesian(Cartesian.of(2)));
        CartesianCommunicator grid = ends.get(0);
        assertThrows(() -> grid.grid().rank(2), ErrorClass.ARG, "coordinate 2", "dimension 0", "0..1");
        assertThrows(() -> grid.grid().rank(-1), ErrorClass.ARG, "coordinate -1", "0..1");
        assertThrows(() -> grid.grid().rank(), ErrorClass.ARG, "0 coordinates", "1 dimensions");
        assertThrows(() -> grid.grid().coordinates(2), ErrorClass.RANK, "rank 2", "0..1");
        assertThrows(() -> grid.shift(1, 1), ErrorClass.DIMS, "dimension 1", "0..0");
        assertThrows(() -> grid.grid().shift(5, 0, 1), ErrorClass.RANK, "rank 5", "0..1");
        assertFails(grid.sub(), ErrorClass.DIMS, "1 dimensions");
        int[][] rooms = new int[2][2];
        onAll(ends, end -> end.neighborAllgather(Buffers.ints(7 + end.rank()), Buffers.of(rooms[end.rank()])));
        assertThat(rooms).isDeepEqualTo(new int[][] {{0, 8}, {7, 0}});
        onAll(ends, Communicator::free);
        onAll(worlds(ranks), Communicator::barrier);
    }

    @OnEveryChannel(ranks = 2)
    @DisplayName("TOP-6, NBR-1 edges to no rank, weights of no edge and blocks of no neighbor are refused")
    void edges(Ranks ranks) {
        Communicator zero = ranks.world(0);
        for (Reorder reorder : Reorder.values()) {
            assertFails(
                    zero.adjacentGraph(Neighborhood.of(new int[] {2}, NOBODY), reorder), ErrorClass.RANK, "2", "0..1");
            assertFails(
                    zero.distributedGraph(Edges.of(new int[] {0}, new int[] {-7}), reorder),
                    ErrorClass.RANK,
                    "-7",
                    "0..1");
        }
        assertThrows(
                () -> Neighborhood.of(new int[1], NOBODY).weights(NOBODY, NOBODY), ErrorClass.ARG, "0 weights", "1");
        List<GraphCommunicator> ends = onAll(worlds(ranks), end -> {
            int[] other = {1 - end.rank()};
            return end.adjacentGraph(Neighborhood.of(other, other));
        });
        assertFails(
                ends.get(0)
                        .neighborAlltoallv(
                                Blocks.of(2, i -> Buffers.of(new int[1])), Blocks.of(1, i -> Buffers.of(new int[1]))),
                ErrorClass.COUNT,
                "2",
                "1");
        onAll(ends, end -> end.neighborAllgather(Buffers.ints(1), Buffers.of(new int[1])));
        onAll(ends, Communicator::free);
    }

    @OnEveryChannel(ranks = 4, settings = "check-collectives=on")
    @DisplayName(
            "TOP-6 where ranks compare what they do, a graph whose ends disagree fails on all of them, with the edge")
    void endsDisagree(Ranks ranks) {
        int[][] sources = {{1}, {}, {3, 3}, {}};
        int[][] destinations = {{}, {0}, {}, {2}};
        for (Reorder reorder : Reorder.values()) {
            onAll(
                    worlds(ranks),
                    end -> end.adjacentGraph(Neighborhood.of(sources[end.rank()], destinations[end.rank()]), reorder)
                            .then(Mono.<Throwable>error(new AssertionError("made a graph of edges that differ")))
                            .onErrorResume(MpiException.class, Mono::just)
                            .doOnNext(error -> assertIs(
                                    error,
                                    ErrorClass.TOPOLOGY,
                                    "edge 3 -> 2",
                                    "rank 3 has given it once",
                                    "rank 2 2 times")));
        }
        onAll(worlds(ranks), Communicator::barrier);
    }

    @MpiTest(
            ranks = 3,
            virtualTime = true,
            settings = {"stall-after=60ms", "deadlock=report", "check-collectives=off"},
            without = Check.UNRECEIVED_MESSAGES)
    @DisplayName(
            "NBR-1, PRG-4 along an edge that one end alone has given a rank waits for ever, and the report names the edge")
    void stalls(Ranks ranks) {
        int[][] sources = {{1}, {}, {0}};
        int[][] destinations = {{}, {2}, {}};
        List<GraphCommunicator> ends = onAll(
                worlds(ranks),
                end -> end.adjacentGraph(Neighborhood.of(sources[end.rank()], destinations[end.rank()])));
        List<Recorder<Void>> all = ends.stream()
                .map(end -> started(end.neighborAlltoall(
                        Buffers.of(new byte[ranks.eagerLimitBytes() * destinations[end.rank()].length * 2]),
                        Buffers.of(new byte[ranks.eagerLimitBytes() * sources[end.rank()].length * 2]))))
                .toList();
        Stall stall = ranks.time()
                .until(Flux.range(0, 3)
                        .flatMap(rank -> ranks.session(rank).stalls())
                        .filter(Stall::proven)
                        .next())
                .orElseThrow();
        assertThat(stall.report())
                .contains("neighborAlltoall(world.adjacent())")
                .contains("waits along the edges 1 -> 0")
                .contains("waits along the edges 1 -> 2")
                .contains("waits along the edges 0 -> 2")
                .contains("cycle: rank 0 -> rank 1 -> rank 2 -> rank 0");
        assertThat(all).allMatch(each -> each.signals().isEmpty());
        // The communicator has no other end than this; that which it is made of is as good as before.
        Mono.when(ends.get(0).failures().revoke()).as(end -> ranks.time().until(end));
        ranks.time()
                .until(Mono.when(
                        worlds(ranks).stream().map(Communicator::barrier).toList()));
    }
}
