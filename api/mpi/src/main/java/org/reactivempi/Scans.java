package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * Reductions of the ranks before each rank: the collective operations that a communicator of one group alone has. They start, end and fail as
 * {@link Collectives} do, and are numbered with them.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.6.11">MPI-4.1, 6.11</a>
 * @since 0.1
 */
public interface Scans {

    /**
     * Reduces for each rank the elements of all ranks up to it and with it ({@code MPI_Scan}).
     *
     * @param send what this rank gives; in place on all ranks, if that stands in {@code receive}
     * @param receive room for the result
     * @param op as for {@link Collectives#reduce}
     * @return cold; completes when the result is here
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.11.1">MPI-4.1, 6.11.1</a>
     */
    Mono<Void> scan(SendBuffer send, Buffer receive, Op op);

    /**
     * Reduces for each rank the elements of all ranks before it ({@code MPI_Exscan}).
     *
     * @param send what this rank gives; in place on all ranks, if that stands in {@code receive}
     * @param receive room for the result; on rank 0 it stays as it is
     * @param op as for {@link Collectives#reduce}
     * @return cold; completes when the result is here
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.11.2">MPI-4.1, 6.11.2</a>
     */
    Mono<Void> exscan(SendBuffer send, Buffer receive, Op op);
}
