package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * A communicator whose ranks form a grid; what {@link #dup} makes of it is one as well.
 *
 * @see Communicator#cartesian
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.8.5">MPI-4.1, 8.5</a>
 * @since 0.1
 */
public interface CartesianCommunicator extends Communicator, NeighborCollectives {

    /**
     * The grid ({@code MPI_Cart_get}): who is where in it.
     *
     * @return of exactly {@code size()} ranks
     */
    Cartesian grid();

    /**
     * Where this rank is.
     *
     * @return its place along each dimension; a new array
     */
    default int[] coordinates() {
        return grid().coordinates(rank());
    }

    /**
     * The ranks at a distance of this one, on either side ({@code MPI_Cart_shift}).
     *
     * @param dimension along which one, 0 to {@code grid().dimensions() - 1}
     * @param displacement how far: values go up where it is positive, and down where it is negative
     * @return where this rank's values come from, and where they go to
     * @throws MpiException {@link ErrorClass#DIMS} if there is no such dimension
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.6">MPI-4.1, 8.5.6</a>
     */
    default Shift shift(int dimension, int displacement) {
        return grid().shift(rank(), dimension, displacement);
    }

    /**
     * Parts the grid into those of some of its dimensions ({@code MPI_Cart_sub}): ranks that differ along them alone stay together.
     *
     * <p>Cold and collective, as {@link #dup}.
     *
     * @param remain whether each dimension stays, the same on all ranks
     * @return the communicator of this rank's part, on the progress scheduler; fails with {@link ErrorClass#DIMS} if there is not an answer
     *     for each dimension; else as {@link #dup}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.7">MPI-4.1, 8.5.7</a>
     */
    Mono<CartesianCommunicator> sub(boolean... remain);
}
