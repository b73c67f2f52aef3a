package org.reactivempi.core.communicator;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Codec;
import org.reactivempi.Edges;
import org.reactivempi.ErrorClass;
import org.reactivempi.FromRank;
import org.reactivempi.Graph;
import org.reactivempi.GraphCommunicator;
import org.reactivempi.Mpi;
import org.reactivempi.MpiException;
import org.reactivempi.Neighborhood;
import org.reactivempi.Reorder;
import org.reactivempi.SendBuffer;
import org.reactivempi.core.collective.CollectiveContext;
import org.reactivempi.core.collective.call.NeighborCalls;
import org.reactivempi.core.operation.OperationMono;
import org.reactivempi.core.placement.GraphPlacement;
import org.reactivempi.core.placement.GridPlacement;
import org.reactivempi.core.placement.HostTable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Communicators with a topology: those of the first ranks of one, which are split off, and know which rank is next to which. The neighbors of a
 * distributed graph are found out in the new communicator, which no user knows yet.
 */
final class CoreTopologies {

    private static final int NO_KEY = 0;

    private final CommunicatorContext of;
    private final CollectiveContext together;
    private final Children children;

    CoreTopologies(CommunicatorContext of, CollectiveContext together, Children children) {
        this.of = of;
        this.together = together;
        this.children = children;
    }

    Mono<CartesianCommunicator> cartesian(Cartesian grid, Reorder reorder) {
        return firstRanks(
                "cartesian",
                Arrays.toString(grid.dims()),
                grid.size(),
                ErrorClass.DIMS,
                reorder,
                hosts -> GridPlacement.of(grid, hosts),
                (numbers, members, origin) -> new Grid(of.session(), numbers, members, origin, grid));
    }

    Mono<GraphCommunicator> graph(Graph graph, Reorder reorder) {
        return firstRanks(
                "graph",
                "",
                graph.size(),
                ErrorClass.TOPOLOGY,
                reorder,
                hosts -> GraphPlacement.of(hosts, edges(graph)),
                (numbers, members, origin) -> {
                    int[] neighbors = graph.neighbors(members.rank());
                    return new OfGraph(of.session(), numbers, members, origin, graph)
                            .with(Neighborhood.of(neighbors, neighbors));
                });
    }

    /** Each edge with its two ends and a weight of 1. */
    private static int[] edges(Graph graph) {
        return IntStream.range(0, graph.size())
                .flatMap(rank ->
                        IntStream.of(graph.neighbors(rank)).flatMap(neighbor -> IntStream.of(rank, neighbor, 1)))
                .toArray();
    }

    private <C> Mono<C> firstRanks(
            String call,
            String arguments,
            int places,
            ErrorClass tooMany,
            Reorder reorder,
            Function<HostTable, int[]> byHost,
            Children.Maker<C> maker) {
        Mono<C> made = Mono.defer(() -> {
            if (places > of.members().size()) {
                throw new MpiException(
                        tooMany,
                        "a " + call + " " + (arguments.isEmpty() ? "of " + places + " ranks" : arguments)
                                + " has more places than the " + of.members().size() + " ranks of the communicator");
            }
            int color = of.members().rank() < places ? 0 : Mpi.UNDEFINED;
            return switch (reorder) {
                case NONE -> children.split(call, arguments, color, NO_KEY, maker);
                case BY_HOST -> children.firstByHost(call, arguments, places, byHost, maker);
            };
        });
        return OperationMono.of(of.engine(), of.arguments(), together.inWords(call), made);
    }

    Mono<GraphCommunicator> adjacent(Neighborhood own, Reorder reorder) {
        boolean compared = of.session().collectives().checked() && of.members().size() > 1;
        return ofEdges(
                "adjacent",
                () -> checkOwn(own),
                reorder,
                graph -> compared ? new EdgeEnds(graph, own).agree().thenReturn(own) : Mono.just(own));
    }

    private void checkOwn(Neighborhood own) {
        checkRanks(own.sources());
        checkRanks(own.destinations());
        int rank = of.members().rank();
        long in = IntStream.of(own.sources()).filter(source -> source == rank).count();
        long out = IntStream.of(own.destinations()).filter(to -> to == rank).count();
        if (in != out) {
            throw new MpiException(
                    ErrorClass.TOPOLOGY,
                    "rank " + rank + " has " + out + " edges to itself as their source, and " + in
                            + " as their destination");
        }
    }

    private void checkRanks(int[] ranks) {
        for (int rank : ranks) {
            of.arguments().rank(rank, "neighbor");
        }
    }

    Mono<GraphCommunicator> distributed(Edges some, Reorder reorder) {
        int[] sources = some.sources();
        int[] destinations = some.destinations();
        Runnable check = () -> {
            checkRanks(sources);
            checkRanks(destinations);
        };
        return ofEdges(
                "distributed",
                check,
                reorder,
                graph -> new EdgeExchange(graph, sources, destinations, some.weights())
                        .done()
                        .map(found ->
                                some.isWeighted() ? found : Neighborhood.of(found.sources(), found.destinations())));
    }

    /** Where the neighbors can't be found out, the communicator that was made for them goes. */
    private Mono<GraphCommunicator> ofEdges(
            String call, Runnable check, Reorder reorder, Function<OfGraph, Mono<Neighborhood>> neighbors) {
        return children.dup(
                call,
                () -> {
                    of.arguments().usable();
                    check.run();
                },
                (numbers, members, origin) -> new OfGraph(of.session(), numbers, members, origin, null),
                graph -> neighbors
                        .apply(graph)
                        .flatMap(own -> switch (reorder) {
                            case NONE -> Mono.<GraphCommunicator>just(graph.with(own));
                            case BY_HOST -> graph.byHost(call, own);
                        })
                        .onErrorResume(failed -> graph.failures()
                                .revoke()
                                .then(graph.free())
                                .onErrorComplete()
                                .then(Mono.error(failed))));
    }

    /** Neighbors of a communicator's ranks. */
    private static NeighborCalls calls(
            CommunicatorContext of, CollectiveContext together, Neighborhood own, boolean grid) {
        return new NeighborCalls(together, of.arguments()::usable, own, grid);
    }

    /** A grid. */
    private static final class Grid extends CoreCommunicator implements CartesianCommunicator {

        private final Cartesian grid;
        private final NeighborCalls neighbors;

        Grid(CommunicatorContext.OfSession session, Numbers numbers, Members members, String origin, Cartesian grid) {
            super(session, numbers, members, origin);
            this.grid = grid;
            int[] near = grid.neighbors(members.rank());
            this.neighbors = calls(of, together, Neighborhood.of(near, near), true);
        }

        @Override
        CoreCommunicator alike(Numbers numbers, Members members, String origin) {
            return new Grid(of.session(), numbers, members, origin, grid);
        }

        @Override
        public Cartesian grid() {
            return grid;
        }

        @Override
        public Mono<CartesianCommunicator> sub(boolean... remain) {
            boolean[] asked = remain.clone();
            return OperationMono.of(of.engine(), of.arguments(), together.inWords("sub"), Mono.defer(() -> {
                Cartesian part = grid.sub(asked);
                boolean[] dropped = new boolean[grid.dimensions()];
                for (int i = 0; i < dropped.length; i++) {
                    dropped[i] = !asked[i];
                }
                return children()
                        .split(
                                "sub",
                                Arrays.toString(part.dims()),
                                placeAlong(dropped),
                                placeAlong(asked),
                                (numbers, members, origin) -> new Grid(of.session(), numbers, members, origin, part));
            }));
        }

        /** This rank's number among the ranks that differ from it along some dimensions alone. */
        private int placeAlong(boolean[] some) {
            int[] at = coordinates();
            int[] along = IntStream.range(0, at.length)
                    .filter(i -> some[i])
                    .map(i -> at[i])
                    .toArray();
            return grid.sub(some).rank(along);
        }

        @Override
        public Neighborhood neighborhood() {
            return neighbors.neighborhood();
        }

        @Override
        public Mono<Void> neighborAllgather(SendBuffer send, Buffer receive) {
            return neighbors.neighborAllgather(send, receive);
        }

        @Override
        public Mono<Void> neighborAllgatherv(SendBuffer send, Blocks receive) {
            return neighbors.neighborAllgatherv(send, receive);
        }

        @Override
        public Mono<Void> neighborAlltoall(SendBuffer send, Buffer receive) {
            return neighbors.neighborAlltoall(send, receive);
        }

        @Override
        public Mono<Void> neighborAlltoallv(Blocks send, Blocks receive) {
            return neighbors.neighborAlltoallv(send, receive);
        }

        @Override
        public <T> Flux<FromRank<T>> neighborStream(Publisher<? extends T> values, Codec<T> codec, int prefetch) {
            return collectiveStreams.neighborStream(neighborhood(), values, codec, prefetch);
        }
    }

    /** A graph. */
    private static final class OfGraph extends CoreCommunicator implements GraphCommunicator {

        private final @Nullable Graph graph;
        /** Null until the edges are known, before any user knows the communicator. */
        private @Nullable NeighborCalls neighbors;

        OfGraph(
                CommunicatorContext.OfSession session,
                Numbers numbers,
                Members members,
                String origin,
                @Nullable Graph graph) {
            super(session, numbers, members, origin);
            this.graph = graph;
        }

        /** Where the ranks have another order by their hosts, another communicator takes the place of this one. */
        Mono<GraphCommunicator> byHost(String call, Neighborhood own) {
            GraphByHost order = new GraphByHost(this, own, children().ownHost());
            return order.newRanks().flatMap(newRanks -> {
                if (Arrays.equals(newRanks, IntStream.range(0, size()).toArray())) {
                    return Mono.just(with(own));
                }
                String origin = of.state().label();
                return order.neighborhood(newRanks)
                        .flatMap(found -> children()
                                .<GraphCommunicator>split(
                                        call,
                                        "",
                                        0,
                                        newRanks[rank()],
                                        (numbers, members, unnamed) ->
                                                new OfGraph(of.session(), numbers, members, origin, null).with(found)))
                        .flatMap(made -> free().thenReturn(made));
            });
        }

        OfGraph with(Neighborhood own) {
            neighbors = calls(of, together, own, false);
            return this;
        }

        private NeighborCalls neighbors() {
            return Objects.requireNonNull(neighbors, "the edges are not known yet");
        }

        @Override
        CoreCommunicator alike(Numbers numbers, Members members, String origin) {
            return new OfGraph(of.session(), numbers, members, origin, graph).with(neighborhood());
        }

        @Override
        public Optional<Graph> graph() {
            return Optional.ofNullable(graph);
        }

        @Override
        public Neighborhood neighborhood() {
            return neighbors().neighborhood();
        }

        @Override
        public Mono<Void> neighborAllgather(SendBuffer send, Buffer receive) {
            return neighbors().neighborAllgather(send, receive);
        }

        @Override
        public Mono<Void> neighborAllgatherv(SendBuffer send, Blocks receive) {
            return neighbors().neighborAllgatherv(send, receive);
        }

        @Override
        public Mono<Void> neighborAlltoall(SendBuffer send, Buffer receive) {
            return neighbors().neighborAlltoall(send, receive);
        }

        @Override
        public Mono<Void> neighborAlltoallv(Blocks send, Blocks receive) {
            return neighbors().neighborAlltoallv(send, receive);
        }

        @Override
        public <T> Flux<FromRank<T>> neighborStream(Publisher<? extends T> values, Codec<T> codec, int prefetch) {
            return collectiveStreams.neighborStream(neighborhood(), values, codec, prefetch);
        }
    }
}
