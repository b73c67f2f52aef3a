package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * What the ranks of an {@link Intercommunicator} that are left can do about the ranks of both groups that have failed.
 *
 * @see Intercommunicator#failures
 * @see <a href="https://www.mpi-forum.org/docs/mpi-5.0/mpi50-report.pdf">MPI-5.0, process fault mitigation</a>
 * @since 0.1
 */
public interface InterFailures extends AnyFailures {

    /**
     * Makes an intercommunicator of the ranks that are left in each group ({@code MPI_Comm_shrink}), in the order of their ranks here. All
     * ranks of both groups agree on who that is, also when more ranks fail meanwhile; one that fails later may be in it.
     *
     * <p>Cold and collective over both groups: every rank that lives must subscribe, and all equally often. Also of a revoked communicator.
     * Cancelling drops this rank's end of the new communicator.
     *
     * @return the new communicator, on the progress scheduler; no value where nobody is left in one of the groups; fails with {@link
     *     ErrorClass#OTHER} if there are too many communicators, and with {@link ProcessFailedException} if the others have agreed that this
     *     rank has failed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-5.0/mpi50-report.pdf">MPI-5.0, process fault mitigation</a>
     */
    @Override
    Mono<Intercommunicator> shrink();
}
