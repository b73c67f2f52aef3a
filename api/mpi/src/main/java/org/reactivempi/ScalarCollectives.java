package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * Reductions of one number of each rank, without arrays: else as those of {@link Collectives} with a buffer of one element, with which they
 * are numbered. Values of any type are what {@link AnyCommunicator#values} is for.
 *
 * @since 0.1
 */
public interface ScalarCollectives {

    /**
     * Reduces a number of each rank for all, which get the same bits ({@code MPI_Allreduce}).
     *
     * @param value of this rank
     * @param op as for {@link Collectives#allreduce}
     * @return cold; the result
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.9.6">MPI-4.1, 6.9.6</a>
     */
    Mono<Double> allreduce(double value, Op op);

    /**
     * Reduces a number of each rank for all ({@code MPI_Allreduce}).
     *
     * @param value of this rank
     * @param op as for {@link Collectives#allreduce}
     * @return cold; the result
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.9.6">MPI-4.1, 6.9.6</a>
     */
    Mono<Long> allreduce(long value, Op op);

    /**
     * Reduces a number of each rank for the root ({@code MPI_Reduce}).
     *
     * @param value of this rank; between two groups, those of the root's group count for nothing
     * @param op as for {@link Collectives#reduce}
     * @param root as for {@link Collectives#reduce}
     * @return cold; the result at the root, and no value elsewhere
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.9.1">MPI-4.1, 6.9.1</a>
     */
    Mono<Double> reduce(double value, Op op, int root);

    /**
     * Reduces a number of each rank for the root ({@code MPI_Reduce}).
     *
     * @param value of this rank; between two groups, those of the root's group count for nothing
     * @param op as for {@link Collectives#reduce}
     * @param root as for {@link Collectives#reduce}
     * @return cold; the result at the root, and no value elsewhere
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.9.1">MPI-4.1, 6.9.1</a>
     */
    Mono<Long> reduce(long value, Op op, int root);
}
