package mpi;

/**
 * Open MPI's communicator of a grid. Ranks are placed by rows.
 *
 * <p>mpiJava 1.2 has {@link Cartcomm}, whose class file differs from this one only by case: both are in one jar, but not in one folder of a system that
 * doesn't tell them apart.
 */
public final class CartComm extends TopologyComm<Topology.Grid> {

    CartComm(Topology.Grid grid) {
        super(grid);
    }

    @Override
    Comm emptyCopy() {
        return new CartComm(topology);
    }

    /** The same as {@link #dup}. */
    @Override
    public CartComm clone() {
        return (CartComm) duplicated("clone");
    }

    /** Makes a communicator of the same ranks and topology, with copies of the attributes. */
    @Override
    public CartComm dup() {
        return (CartComm) duplicated("dup");
    }

    /** Starts to make one, whose {@link #getRequest} is to be waited for before it is used. */
    @Override
    public CartComm iDup() {
        return (CartComm) duplicating();
    }

    /** As {@link #dup}; the hints have no effect. */
    @Override
    public CartComm dupWithInfo(Info info) {
        return (CartComm) super.dupWithInfo(info);
    }

    /** The grid, and this rank's coordinates. */
    public CartParms getTopo() {
        return answer(
                "getTopo", () -> new CartParms(topology.dims(), topology.periods(), topology.coords(live().rank())));
    }

    /** The rank at coordinates, which go round along rings. */
    public int getRank(int[] coords) {
        return answer("getRank", () -> topology.rank(coords), coords);
    }

    /** The coordinates of a rank. */
    public int[] getCoords(int rank) {
        return answer("getCoords", () -> topology.coords(rank), rank);
    }

    /** The ranks at a distance along a dimension, on either side. */
    public ShiftParms shift(int direction, int disp) {
        return answer("shift", () -> topology.shift(live().rank(), direction, disp), direction, disp);
    }

    /** Parts the grid: ranks that differ in the remaining dimensions alone stay together. */
    public CartComm sub(boolean[] remainDims) {
        return answer(
                "sub",
                () -> {
                    if (remainDims == null || remainDims.length < topology.dims().length) {
                        throw new MPIException(
                                Codes.ERR_DIMS,
                                "there must be an answer for each of " + topology.dims().length + " dimensions");
                    }
                    boolean[] dropped = new boolean[remainDims.length];
                    for (int i = 0; i < dropped.length; i++) {
                        dropped[i] = !remainDims[i];
                    }
                    int rank = live().rank();
                    CartComm part = new CartComm(topology.kept(remainDims));
                    part.place(
                            live().split(topology.rankIn(rank, dropped), topology.rankIn(rank, remainDims))
                                    .block(),
                            this);
                    return part;
                },
                remainDims);
    }

    /** The rank that this one would have in such a grid, or {@link MPI#UNDEFINED}. */
    public int map(int[] dims, boolean[] periods) {
        return answer(
                "map",
                () -> {
                    int ranks = Topology.Grid.of(dims, periods, live().size()).ranks();
                    return live().rank() < ranks ? live().rank() : Codes.UNDEFINED;
                },
                dims,
                periods);
    }

    /** Chooses the dimensions that are 0, as equal as possible and falling, so that their product is the number of ranks. */
    public static void createDims(int nodes, int[] dims) {
        try {
            Topology.Grid.chooseDims(nodes, dims);
        } catch (RuntimeException e) {
            throw Errors.raise(null, e, "createDims", nodes, dims);
        }
    }
}
