package mpi;

/** The two ranks at a distance along a dimension of a grid, {@link MPI#PROC_NULL} beyond its border. */
public final class ShiftParms {

    /** mpiJava 1.2: whom a rank receives from in a shift. */
    public final int rank_source;

    /** mpiJava 1.2: whom it sends to. */
    public final int rank_dest;

    ShiftParms(int source, int dest) {
        this.rank_source = source;
        this.rank_dest = dest;
    }

    /** Whom a rank receives from in a shift. */
    public int getRankSource() {
        return rank_source;
    }

    /** Whom it sends to. */
    public int getRankDest() {
        return rank_dest;
    }
}
