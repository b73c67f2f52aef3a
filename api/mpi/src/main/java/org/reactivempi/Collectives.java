package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * What all ranks of a {@link Communicator} do together: MPI's chapter 6.
 *
 * <p>Each operation is cold, and each rank must subscribe all collective operations of a communicator in the same order,
 * those that make and free communicators among them; several may run at once. Any thread may subscribe; signals arrive on
 * the communicator's progress scheduler. Cancelling leaves an operation unfinished on the other ranks.
 *
 * <p>Each of them fails with {@link ErrorClass#COMM} if the communicator is freed, with {@link RevokedException} if it is
 * revoked, with {@link ErrorClass#SESSION} if the session is closed, and with {@link ProcessFailedException} if the loss of
 * a rank cuts this one off.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#chapter.6">MPI-4.1, 6</a>
 * @since 0.1
 */
public interface Collectives {

    /**
     * Waits until every rank of this communicator has called it.
     *
     * <p>Cold: each subscription takes part in one barrier, so each rank must subscribe equally often. Cancelling
     * leaves the barrier unfinished on the other ranks.
     *
     * @return completes, without a value, when all ranks have subscribed, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.6.3">MPI-4.1, 6.3</a>
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.12.1">MPI-4.1, 6.12.1</a>
     */
    Mono<Void> barrier();
}
