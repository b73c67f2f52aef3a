package mpi;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.reactivempi.AttributeKey;
import org.reactivempi.Cartesian;
import org.reactivempi.CartesianCommunicator;
import org.reactivempi.Communicator;
import org.reactivempi.Dims;
import org.reactivempi.Edges;
import org.reactivempi.Graph;
import org.reactivempi.GraphCommunicator;
import org.reactivempi.Neighborhood;
import org.reactivempi.Shift;
import org.reactivempi.SplitType;

/**
 * The communicators that an {@link Intracomm} makes of itself, in the words of the core. A rank that is in none of them has a null handle.
 */
final class Derived {

    /** Marks graphs, and duplicates of them, that were given weights of destinations alone: Open MPI's programs ask for those of the sources. */
    private static final AttributeKey<Boolean> NO_SOURCE_WEIGHTS =
            AttributeKey.<Boolean>of("no weights of sources").copy(Optional::of);

    private Derived() {}

    /** Errors in a new communicator go where those of its parent go. */
    static <C extends Comm> C of(Comm parent, C made) {
        made.errhandler = parent.errhandler;
        return made;
    }

    static Intracomm of(Intracomm parent, Communicator core) {
        return of(parent, new Intracomm(core));
    }

    /** mpiJava's null handle. */
    static <C extends Comm> C orNull(C made) {
        return made.isNull() ? null : made;
    }

    /** An array that a program must give. */
    static int[] given(int[] array, String what) {
        if (array == null) {
            throw new MPIException(Codes.ERR_ARG, "the array of " + what + " is null");
        }
        return array;
    }

    static Intracomm split(Intracomm parent, int color, int key) {
        return of(parent, parent.intra().split(color, key).block());
    }

    static Intracomm splitByType(Intracomm parent, int type, int key) {
        if (type != Comm.TYPE_SHARED && type != Codes.UNDEFINED) {
            throw new MPIException(Codes.ERR_ARG, "type " + type + " is neither Comm.TYPE_SHARED nor MPI.UNDEFINED");
        }
        SplitType shared = type == Comm.TYPE_SHARED ? SplitType.SHARED : null;
        return of(parent, parent.intra().splitType(shared, key).block());
    }

    static Intracomm ofGroup(Intracomm parent, Group group) {
        if (group == null) {
            throw new MPIException(Codes.ERR_GROUP, "the group is a Java null");
        }
        return of(parent, parent.intra().create(group.live()).block());
    }

    static Cartesian grid(int[] dims, boolean[] periods) {
        if (dims == null || periods == null || periods.length < dims.length) {
            throw new MPIException(
                    Codes.ERR_DIMS,
                    "there must be a period for each dimension: " + (dims == null ? "no" : dims.length + "")
                            + " dimensions, " + (periods == null ? "no" : periods.length + "") + " periods");
        }
        return Cartesian.of(dims)
                .periodic(IntStream.range(0, dims.length)
                        .filter(dimension -> periods[dimension])
                        .toArray());
    }

    static CartesianCommunicator cart(Intracomm parent, int[] dims, boolean[] periods) {
        return parent.intra().cartesian(grid(dims, periods)).block();
    }

    static CartesianCommunicator sub(CartesianCommunicator grid, boolean[] remain) {
        return grid.sub(remain == null ? new boolean[0] : remain).block();
    }

    static CartParms parms(Cartesian grid, int rank) {
        boolean[] periods = new boolean[grid.dimensions()];
        for (int i = 0; i < periods.length; i++) {
            periods[i] = grid.isPeriodic(i);
        }
        return new CartParms(grid.dims(), periods, grid.coordinates(rank));
    }

    static ShiftParms shift(Shift shift) {
        return new ShiftParms(shift.source(), shift.destination());
    }

    /** The rank that this one would have in a topology of so many ranks. */
    static int map(Intracomm comm, int places, int tooMany) {
        Communicator core = comm.intra();
        if (places > core.size()) {
            throw new MPIException(
                    tooMany, "the topology has more places than the " + core.size() + " ranks of the communicator");
        }
        return core.rank() < places ? core.rank() : Codes.UNDEFINED;
    }

    static void chooseDims(int ranks, int[] dims) {
        int[] chosen = Dims.create(ranks, given(dims, "dimensions"));
        System.arraycopy(chosen, 0, dims, 0, dims.length);
    }

    static Graph graph(int[] index, int[] edges) {
        if (index == null || edges == null) {
            throw new MPIException(Codes.ERR_TOPOLOGY, "the graph has no " + (index == null ? "index" : "edges"));
        }
        return Graph.of(index, edges);
    }

    static GraphCommunicator ofGraph(Intracomm parent, int[] index, int[] edges) {
        return parent.intra().graph(graph(index, edges)).block();
    }

    static Graph graph(GraphCommunicator comm) {
        return comm.graph()
                .orElseThrow(() -> new MPIException(
                        Codes.ERR_TOPOLOGY,
                        "a distributed graph is known by nobody as a whole: see getDistGraphNeighbors"));
    }

    static DistGraphNeighbors neighbors(GraphCommunicator comm) {
        if (comm.graph().isPresent()) {
            throw new MPIException(Codes.ERR_TOPOLOGY, "this graph is not distributed: see getNeighbors");
        }
        Neighborhood own = comm.neighborhood();
        boolean weighted =
                own.isWeighted() && comm.attributes().get(NO_SOURCE_WEIGHTS).isEmpty();
        return new DistGraphNeighbors(own, weighted);
    }

    /** Of edges that a program gives: each source with its number of destinations. */
    static GraphCommunicator distributed(
            Intracomm parent, int[] sources, int[] degrees, int[] destinations, int[] weights) {
        UserMemory.checkLength("degrees", degrees == null ? -1 : degrees.length, given(sources, "sources").length);
        int count = Arrays.stream(degrees, 0, sources.length).sum();
        UserMemory.checkLength("destinations", destinations == null ? -1 : destinations.length, count);
        int[] begins = IntStream.range(0, sources.length)
                .flatMap(i -> IntStream.generate(() -> sources[i]).limit(degrees[i]))
                .toArray();
        Edges edges = Edges.of(begins, Arrays.copyOf(destinations, count));
        return parent.intra()
                .distributedGraph(weights == null ? edges : edges.weights(weights(weights, count)))
                .block();
    }

    static GraphCommunicator adjacent(
            Intracomm parent, int[] sources, int[] sourceWeights, int[] destinations, int[] destWeights) {
        Neighborhood own = Neighborhood.of(given(sources, "sources"), given(destinations, "destinations"));
        if (sourceWeights == null && destWeights == null) {
            return parent.intra().adjacentGraph(own).block();
        }
        GraphCommunicator made = parent.intra()
                .adjacentGraph(
                        own.weights(weights(sourceWeights, sources.length), weights(destWeights, destinations.length)))
                .block();
        if (sourceWeights == null) {
            made.attributes().set(NO_SOURCE_WEIGHTS, true);
        }
        return made;
    }

    /** A copy of weights, or 1 for each edge: a rank that has edges of one direction alone may give weights for them alone. */
    private static int[] weights(int[] weights, int edges) {
        if (weights == null) {
            int[] ones = new int[edges];
            Arrays.fill(ones, 1);
            return ones;
        }
        UserMemory.checkLength("weights", weights.length, edges);
        return Arrays.copyOf(weights, edges);
    }
}
