package org.reactivempi;

/**
 * How a dimension of an array is distributed over the ranks along it.
 *
 * @param kind in which way
 * @param argument how long a block is, in elements; 0 if the way says that itself
 * @see Datatype#darray
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.5.1.4">MPI-4.1, 5.1.4</a>
 * @since 0.1
 */
public record Distribution(Kind kind, long argument) {

    /**
     * The ways.
     *
     * @since 0.1
     */
    public enum Kind {
        /** A block for each rank ({@code MPI_DISTRIBUTE_BLOCK}). */
        BLOCK,
        /** Blocks in turn ({@code MPI_DISTRIBUTE_CYCLIC}). */
        CYCLIC,
        /** All of it for the only rank along the dimension ({@code MPI_DISTRIBUTE_NONE}). */
        NONE
    }

    /**
     * Checks the argument.
     *
     * @param kind in which way
     * @param argument how long a block is, in elements; 0 if the way says that itself
     * @throws MpiException {@link ErrorClass#ARG} if it is negative, or not 0 without distribution
     */
    public Distribution {
        if (argument < 0 || kind == Kind.NONE && argument != 0) {
            throw new MpiException(ErrorClass.ARG, "a block of " + argument + " elements is not possible for " + kind);
        }
    }

    /**
     * A block for each rank, as equal as possible.
     *
     * @return the distribution
     */
    public static Distribution block() {
        return new Distribution(Kind.BLOCK, 0);
    }

    /**
     * A block of this length for each rank.
     *
     * @param length 1 or more; times the number of ranks at least the dimension's size
     * @return the distribution
     */
    public static Distribution block(long length) {
        return new Distribution(Kind.BLOCK, length);
    }

    /**
     * Blocks in turn.
     *
     * @param length of a block, 1 or more
     * @return the distribution
     */
    public static Distribution cyclic(long length) {
        return new Distribution(Kind.CYCLIC, length);
    }

    /**
     * All of the dimension.
     *
     * @return the distribution, for a dimension along which the grid has one rank
     */
    public static Distribution none() {
        return new Distribution(Kind.NONE, 0);
    }
}
