package mpi;

/**
 * mpiJava 1.2: a communicator of a grid. Ranks are placed by rows.
 *
 * <p>Open MPI has {@link CartComm}, whose class file differs from this one only by case: both are in one jar, but not in one folder of a system that
 * doesn't tell them apart.
 */
public final class Cartcomm extends TopologyComm<Topology.Grid> {

    Cartcomm(Topology.Grid grid) {
        super(grid);
    }

    @Override
    Comm emptyCopy() {
        return new Cartcomm(topology);
    }

    /** The same as {@link #dup}. */
    @Override
    public Cartcomm clone() {
        return (Cartcomm) duplicated("clone");
    }

    /** Makes a communicator of the same ranks and topology, with copies of the attributes. */
    @Override
    public Cartcomm dup() {
        return (Cartcomm) duplicated("dup");
    }

    /** Starts to make one, whose {@link #getRequest} is to be waited for before it is used. */
    @Override
    public Cartcomm iDup() {
        return (Cartcomm) duplicating();
    }

    /** As {@link #dup}; the hints have no effect. */
    @Override
    public Cartcomm dupWithInfo(Info info) {
        return (Cartcomm) super.dupWithInfo(info);
    }

    /** The grid, and this rank's coordinates. */
    public CartParms Get() {
        return answer("Get", () -> new CartParms(topology.dims(), topology.periods(), topology.coords(live().rank())));
    }

    /** The rank at coordinates, which go round along rings. */
    public int Rank(int[] coords) {
        return answer("Rank", () -> topology.rank(coords), coords);
    }

    /** The coordinates of a rank. */
    public int[] Coords(int rank) {
        return answer("Coords", () -> topology.coords(rank), rank);
    }

    /** The ranks at a distance along a dimension, on either side. */
    public ShiftParms Shift(int direction, int disp) {
        return answer("Shift", () -> topology.shift(live().rank(), direction, disp), direction, disp);
    }

    /** Parts the grid: ranks that differ in the remaining dimensions alone stay together. */
    public Cartcomm Sub(boolean[] remainDims) {
        return answer(
                "Sub",
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
                    Cartcomm part = new Cartcomm(topology.kept(remainDims));
                    part.place(
                            live().split(topology.rankIn(rank, dropped), topology.rankIn(rank, remainDims))
                                    .block(),
                            this);
                    return part;
                },
                remainDims);
    }

    /** The rank that this one would have in such a grid, or {@link MPI#UNDEFINED}. */
    public int Map(int[] dims, boolean[] periods) {
        return answer(
                "Map",
                () -> {
                    int ranks = Topology.Grid.of(dims, periods, live().size()).ranks();
                    return live().rank() < ranks ? live().rank() : Codes.UNDEFINED;
                },
                dims,
                periods);
    }

    /** Chooses the dimensions that are 0, as equal as possible and falling, so that their product is the number of ranks. */
    public static void Dims_create(int nodes, int[] dims) {
        try {
            Topology.Grid.chooseDims(nodes, dims);
        } catch (RuntimeException e) {
            throw Errors.raise(null, e, "Dims_create", nodes, dims);
        }
    }
}
