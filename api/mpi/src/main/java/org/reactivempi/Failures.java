package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * What the ranks of a {@link Communicator} that are left can do about the ranks that have failed.
 *
 * @see Communicator#failures
 * @see <a href="https://www.mpi-forum.org/docs/mpi-5.0/mpi50-report.pdf">MPI-5.0, process fault mitigation</a>
 * @since 0.1
 */
public interface Failures extends AnyFailures {

    /**
     * Makes a communicator of the ranks that are left ({@code MPI_Comm_shrink}), in the order of their ranks here. All agree
     * on who that is, also when more ranks fail meanwhile; one that fails later may be in it.
     *
     * <p>Where ranks come and go, which {@link Session#members} shows, that of the world is made of all processes that are there: one
     * that has come in the place of another takes part. One that comes when the others are through waits for their next call.
     *
     * <p>Cold and collective: every rank that lives must subscribe, and all equally often. Also of a revoked communicator.
     * Cancelling drops this rank's end of the new communicator.
     *
     * @return the new communicator, on the progress scheduler; fails with {@link ErrorClass#OTHER} if there are too many
     *     communicators, and with {@link ProcessFailedException} if the others have agreed that this rank has failed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-5.0/mpi50-report.pdf">MPI-5.0, process fault mitigation</a>
     */
    @Override
    Mono<Communicator> shrink();
}
