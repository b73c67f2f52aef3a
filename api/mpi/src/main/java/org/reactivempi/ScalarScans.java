package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * Reductions of one number of each rank before this one, without arrays: else as those of {@link Scans} with a buffer of one element.
 *
 * @since 0.1
 */
public interface ScalarScans {

    /**
     * Reduces for each rank a number of all ranks up to it and with it ({@code MPI_Scan}).
     *
     * @param value of this rank
     * @param op as for {@link Scans#scan}
     * @return cold; the result
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.11.1">MPI-4.1, 6.11.1</a>
     */
    Mono<Double> scan(double value, Op op);

    /**
     * Reduces for each rank a number of all ranks up to it and with it ({@code MPI_Scan}).
     *
     * @param value of this rank
     * @param op as for {@link Scans#scan}
     * @return cold; the result
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.11.1">MPI-4.1, 6.11.1</a>
     */
    Mono<Long> scan(long value, Op op);

    /**
     * Reduces for each rank a number of all ranks before it ({@code MPI_Exscan}).
     *
     * @param value of this rank
     * @param op as for {@link Scans#exscan}
     * @return cold; the result, no value at rank 0
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.11.2">MPI-4.1, 6.11.2</a>
     */
    Mono<Double> exscan(double value, Op op);

    /**
     * Reduces for each rank a number of all ranks before it ({@code MPI_Exscan}).
     *
     * @param value of this rank
     * @param op as for {@link Scans#exscan}
     * @return cold; the result, no value at rank 0
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.11.2">MPI-4.1, 6.11.2</a>
     */
    Mono<Long> exscan(long value, Op op);
}
