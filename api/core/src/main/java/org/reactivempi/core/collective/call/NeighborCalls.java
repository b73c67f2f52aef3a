package org.reactivempi.core.collective.call;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivempi.Blocks;
import org.reactivempi.Buffer;
import org.reactivempi.ErrorClass;
import org.reactivempi.MpiException;
import org.reactivempi.NeighborCollectives;
import org.reactivempi.Neighborhood;
import org.reactivempi.Payload;
import org.reactivempi.SendBuffer;
import org.reactivempi.core.collective.Call;
import org.reactivempi.core.collective.CollectiveContext;
import org.reactivempi.core.collective.CollectiveMono;
import org.reactivempi.core.collective.CollectiveMono.Part;
import org.reactivempi.core.collective.Edges;
import org.reactivempi.core.collective.algorithm.Neighbors;
import org.reactivempi.core.collective.algorithm.Neighbors.Parts;
import org.reactivempi.core.collective.plan.Plan;
import org.reactivempi.core.collective.plan.PlanBuilder;
import org.reactivempi.core.collective.plan.PlanCache;
import reactor.core.publisher.Mono;

/** The operations of a rank with its neighbors: what is wrong with their arguments, and which plan they run by. */
public final class NeighborCalls {

    private final CollectiveContext collectives;
    private final Runnable usable;
    private final Neighborhood neighborhood;
    private final int[] sources;
    private final int[] destinations;
    private final boolean grid;
    private final Edges edges;
    /** The places of its own blocks, where it is its own neighbor. */
    private final int[] ownPlaces;
    /** Made by the first operation. */
    private volatile @Nullable PlanCache<Shape> plans;

    /** All that a plan depends on here. */
    private record Shape(Parts sent, Parts received) {}

    /**
     * No operations yet.
     *
     * @param usable throws if the communicator can't be used; asked at each start
     * @param neighborhood of this rank
     * @param grid whether its neighbors are those of a grid, in pairs
     */
    public NeighborCalls(CollectiveContext collectives, Runnable usable, Neighborhood neighborhood, boolean grid) {
        this.collectives = collectives;
        this.usable = usable;
        this.neighborhood = neighborhood;
        this.sources = neighborhood.sources();
        this.destinations = neighborhood.destinations();
        this.grid = grid;
        this.ownPlaces = Neighbors.ownPlaces(collectives.endpoint().rank(), sources, grid).stream()
                .mapToInt(Integer::intValue)
                .toArray();
        this.edges = new Edges(
                Neighbors.exchange(
                        plan(),
                        sources,
                        destinations,
                        grid,
                        Parts.same(Edges.LENGTH_BYTES, destinations.length),
                        Parts.inTurn(
                                Parts.same(Edges.LENGTH_BYTES, sources.length).lengthBytes())),
                sources.length);
    }

    /** This rank's neighbors. */
    public Neighborhood neighborhood() {
        return neighborhood;
    }

    /** See {@link NeighborCollectives#neighborAllgather}. */
    public Mono<Void> neighborAllgather(SendBuffer send, Buffer receive) {
        return operation("neighborAllgather", () -> {
            Payload own = buffer(send, "send", false);
            Payload all = buffer(receive, "receive", true);
            long block = Given.block(all, "receive", sources.length);
            return part(
                    "neighborAllgather",
                    Parts.same(own.lengthBytes(), destinations.length),
                    Parts.inTurn(Given.equal(sources.length, block)),
                    own,
                    all);
        });
    }

    /** See {@link NeighborCollectives#neighborAllgatherv}. */
    public Mono<Void> neighborAllgatherv(SendBuffer send, Blocks receive) {
        return operation("neighborAllgatherv", () -> {
            Payload own = buffer(send, "send", false);
            long[] blocks = Given.blocks(receive, "receive", true, sources.length);
            return part(
                    "neighborAllgatherv",
                    Parts.same(own.lengthBytes(), destinations.length),
                    Parts.inTurn(blocks),
                    own,
                    receive.asBuffer());
        });
    }

    /** See {@link NeighborCollectives#neighborAlltoall}. */
    public Mono<Void> neighborAlltoall(SendBuffer send, Buffer receive) {
        return operation("neighborAlltoall", () -> {
            Payload given = buffer(send, "send", false);
            Payload all = buffer(receive, "receive", true);
            long sent = Given.block(given, "send", destinations.length);
            long received = Given.block(all, "receive", sources.length);
            return part(
                    "neighborAlltoall",
                    Parts.inTurn(Given.equal(destinations.length, sent)),
                    Parts.inTurn(Given.equal(sources.length, received)),
                    given,
                    all);
        });
    }

    /** See {@link NeighborCollectives#neighborAlltoallv}. */
    public Mono<Void> neighborAlltoallv(Blocks send, Blocks receive) {
        return operation("neighborAlltoallv", () -> {
            long[] sent = Given.blocks(send, "send", false, destinations.length);
            long[] received = Given.blocks(receive, "receive", true, sources.length);
            return part(
                    "neighborAlltoallv",
                    Parts.inTurn(sent),
                    Parts.inTurn(received),
                    send.asBuffer(),
                    receive.asBuffer());
        });
    }

    private Mono<Void> operation(String name, Supplier<Part> part) {
        return new CollectiveMono(collectives, name, usable, part);
    }

    private Part part(String name, Parts sent, Parts received, SendBuffer send, SendBuffer receive) {
        checkOwn(sent.lengthBytes(), received.lengthBytes());
        return Given.part(() -> Call.of(name), plan(new Shape(sent, received)), send, receive, null, edges);
    }

    /** What this rank gives itself is a copy, which no receive looks at. */
    private void checkOwn(long[] sent, long[] room) {
        int rank = collectives.endpoint().rank();
        int next = 0;
        for (int i = 0; next < ownPlaces.length; i++) {
            if (destinations[i] == rank) {
                int place = ownPlaces[next++];
                if (sent[i] != room[place]) {
                    throw Given.lengths(sent[i], room[place]);
                }
            }
        }
    }

    /** A halo is exchanged again and again, and its plan made once. */
    private Plan plan(Shape shape) {
        PlanCache<Shape> known = plans;
        if (known == null) {
            // Two threads may make one each, and then forget one.
            known = new PlanCache<>();
            plans = known;
        }
        return known.get(
                shape,
                wanted -> Neighbors.exchange(plan(), sources, destinations, grid, wanted.sent(), wanted.received()));
    }

    private PlanBuilder plan() {
        return new PlanBuilder(collectives.endpoint().rank(), collectives.size());
    }

    private static Payload buffer(SendBuffer given, String what, boolean forReceive) {
        Payload buffer = Given.buffer(given, what);
        if (buffer == Buffer.inPlace()) {
            throw new MpiException(ErrorClass.BUFFER, "an operation of neighbors can't be in place");
        }
        buffer.check(forReceive);
        return buffer;
    }
}
