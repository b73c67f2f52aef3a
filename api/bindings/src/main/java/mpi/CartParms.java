package mpi;

/** A grid, and where this rank is in it. */
public final class CartParms {

    /** mpiJava 1.2: how many ranks there are along each dimension. */
    public final int[] dims;

    /** mpiJava 1.2: whether each dimension is a ring. */
    public final boolean[] periods;

    /** mpiJava 1.2: this rank's coordinates. */
    public final int[] coords;

    CartParms(int[] dims, boolean[] periods, int[] coords) {
        this.dims = dims.clone();
        this.periods = periods.clone();
        this.coords = coords.clone();
    }

    /** How many dimensions there are. */
    public int getDimCount() {
        return dims.length;
    }

    /** How many ranks there are along a dimension. */
    public int getDim(int i) {
        return dims[i];
    }

    /** Whether a dimension is a ring. */
    public boolean getPeriod(int i) {
        return periods[i];
    }

    /** This rank's coordinate in a dimension. */
    public int getCoord(int i) {
        return coords[i];
    }
}
