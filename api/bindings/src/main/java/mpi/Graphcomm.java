package mpi;

/**
 * mpiJava 1.2: a communicator of a graph that all ranks know.
 *
 * <p>Open MPI has {@link GraphComm}, whose class file differs from this one only by case: both are in one jar, but not in one folder of a
 * system that doesn't tell them apart.
 */
public final class Graphcomm extends TopologyComm<Topology.Graph> {

    Graphcomm(Topology.Graph graph) {
        super(graph);
    }

    @Override
    Comm emptyCopy() {
        return new Graphcomm(topology);
    }

    /** The same as {@link #dup}. */
    @Override
    public Graphcomm clone() {
        return (Graphcomm) duplicated("clone");
    }

    /** Makes a communicator of the same ranks and topology, with copies of the attributes. */
    @Override
    public Graphcomm dup() {
        return (Graphcomm) duplicated("dup");
    }

    /** Starts to make one, whose {@link #getRequest} is to be waited for before it is used. */
    @Override
    public Graphcomm iDup() {
        return (Graphcomm) duplicating();
    }

    /** As {@link #dup}; the hints have no effect. */
    @Override
    public Graphcomm dupWithInfo(Info info) {
        return (Graphcomm) super.dupWithInfo(info);
    }

    /** The graph. */
    public GraphParms Get() {
        return answer("Get", () -> new GraphParms(topology.index(), topology.edges()));
    }

    /** The neighbors of a rank. */
    public int[] Neighbours(int rank) {
        return answer("Neighbours", () -> topology.sources(rank), rank);
    }

    /** The rank that this one would have in such a graph, or {@link MPI#UNDEFINED}. */
    public int Map(int[] index, int[] edges) {
        return answer(
                "Map",
                () -> {
                    int ranks = Topology.Graph.of(index, edges, live().size()).ranks();
                    return live().rank() < ranks ? live().rank() : Codes.UNDEFINED;
                },
                index,
                edges);
    }
}
