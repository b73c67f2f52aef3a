package mpi;

/**
 * Open MPI's communicator of a graph: one that all ranks know, or one of which each rank knows its own edges.
 *
 * <p>mpiJava 1.2 has {@link Graphcomm}, whose class file differs from this one only by case: both are in one jar, but not in one folder of
 * a system that doesn't tell them apart.
 */
public final class GraphComm extends TopologyComm<Topology> {

    GraphComm(Topology topology) {
        super(topology);
    }

    @Override
    Comm emptyCopy() {
        return new GraphComm(topology);
    }

    /** The same as {@link #dup}. */
    @Override
    public GraphComm clone() {
        return (GraphComm) duplicated("clone");
    }

    /** Makes a communicator of the same ranks and topology, with copies of the attributes. */
    @Override
    public GraphComm dup() {
        return (GraphComm) duplicated("dup");
    }

    /** Starts to make one, whose {@link #getRequest} is to be waited for before it is used. */
    @Override
    public GraphComm iDup() {
        return (GraphComm) duplicating();
    }

    /** As {@link #dup}; the hints have no effect. */
    @Override
    public GraphComm dupWithInfo(Info info) {
        return (GraphComm) super.dupWithInfo(info);
    }

    private Topology.Graph graph() {
        if (topology instanceof Topology.Graph known) {
            return known;
        }
        throw new MPIException(
                Codes.ERR_TOPOLOGY, "a distributed graph is known by nobody as a whole: see getDistGraphNeighbors");
    }

    /** The graph. */
    public GraphParms getDims() {
        return answer("getDims", () -> new GraphParms(graph().index(), graph().edges()));
    }

    /** The neighbors of a rank. */
    public int[] getNeighbors(int rank) {
        return answer("getNeighbors", () -> graph().sources(rank), rank);
    }

    /** This rank's edges in a distributed graph. */
    public DistGraphNeighbors getDistGraphNeighbors() {
        return answer("getDistGraphNeighbors", () -> {
            if (topology instanceof Topology.Distributed distributed) {
                return distributed.own();
            }
            throw new MPIException(Codes.ERR_TOPOLOGY, "this graph is not distributed: see getNeighbors");
        });
    }

    /** The rank that this one would have in such a graph, or {@link MPI#UNDEFINED}. */
    public int map(int[] index, int[] edges) {
        return answer(
                "map",
                () -> {
                    int ranks = Topology.Graph.of(index, edges, live().size()).ranks();
                    return live().rank() < ranks ? live().rank() : Codes.UNDEFINED;
                },
                index,
                edges);
    }
}
