package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * What the ranks of any communicator that are left can do about the ranks that have failed: MPI's process fault mitigation. Where there are
 * two groups, the ranks of both act together.
 *
 * <p>Each operation is cold, also works on a revoked communicator, may be subscribed from any thread, and signals on the
 * communicator's progress scheduler. Each of them fails with {@link ErrorClass#COMM} if the communicator is freed, and with
 * {@link ErrorClass#SESSION} if the session is closed.
 *
 * @param <C> the communicator's kind
 * @see AnyCommunicator#failures
 * @see <a href="https://www.mpi-forum.org/docs/mpi-5.0/mpi50-report.pdf">MPI-5.0, process fault mitigation</a>
 * @since 0.1
 */
public interface Failures<C extends AnyCommunicator> {

    /**
     * The ranks of this communicator that this rank knows to have failed ({@code MPI_Comm_get_failed}). Ranks that have
     * finalized are not among them. Others may know of more; {@link #agree} makes the knowledge equal.
     *
     * <p>Cold and local; also of a revoked communicator.
     *
     * @return processes of the job, in the order of their ranks here, on the progress scheduler; of two groups those of the own one first
     * @see <a href="https://www.mpi-forum.org/docs/mpi-5.0/mpi50-report.pdf">MPI-5.0, process fault mitigation</a>
     */
    Mono<Group> failed();

    /**
     * Acknowledges the failures that this rank knows of ({@code MPI_Comm_ack_failed}): from now on, receives and probes from
     * any source wait for the ranks that are left, instead of failing with {@link ProcessFailedPendingException}, and
     * {@link #agree} doesn't fail because of them.
     *
     * <p>Cold and local; also of a revoked communicator.
     *
     * @return all whose failure is acknowledged now, in the order of {@link #failed}, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/mpi-5.0/mpi50-report.pdf">MPI-5.0, process fault mitigation</a>
     */
    Mono<Group> acknowledge();

    /**
     * Revokes this communicator on all ranks ({@code MPI_Comm_revoke}): its operations, streams and collective operations
     * among them, end with {@link RevokedException}, on whichever rank they wait, and no new ones start. So ranks that wait
     * for each other learn that one of them has met a failure. What remains is {@link #shrink}, {@link #agree}, {@link
     * #failed}, {@link #acknowledge} and {@link AnyCommunicator#free}, which then waits for nobody. Nothing undoes it.
     *
     * <p>Cold, and not collective: one rank is enough. Messages that a receive has matched are still received. Other
     * communicators are not touched. The news reaches every rank that lives, also when this one fails meanwhile: a rank
     * that hears it first tells the others. Revoking again has no effect.
     *
     * @return completes, without a value, when the communicator is revoked on this rank, on the progress scheduler
     * @see <a href="https://www.mpi-forum.org/docs/mpi-5.0/mpi50-report.pdf">MPI-5.0, process fault mitigation</a>
     */
    Mono<Void> revoke();

    /**
     * Makes a communicator of the same kind, of the ranks that are left ({@code MPI_Comm_shrink}), in the order of their ranks here. All
     * agree on who that is, also when more ranks fail meanwhile; one that fails later may be in it.
     *
     * <p>Where ranks come and go, which {@link Session#members} shows, that of the world is made of all processes that are there: one
     * that has come in the place of another takes part. One that comes when the others are through waits for their next call.
     *
     * <p>Cold and collective, over both groups where there are two: every rank that lives must subscribe, and all equally often. Also of a
     * revoked communicator. Cancelling drops this rank's end of the new communicator.
     *
     * @return the new communicator, on the progress scheduler; no value where there are two groups, and nobody is left in one of them; fails with {@link ErrorClass#OTHER} if there are too many
     *     communicators, and with {@link ProcessFailedException} if the others have agreed that this rank has failed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-5.0/mpi50-report.pdf">MPI-5.0, process fault mitigation</a>
     */
    Mono<C> shrink();

    /**
     * Agrees on a value ({@code MPI_Comm_agree}): all ranks that live get the same one, whatever fails meanwhile.
     *
     * <p>Where a rank has failed whose failure not all others have {@linkplain #acknowledge acknowledged}, it fails
     * after agreeing, on all ranks, with a {@link ProcessFailedException} that holds the {@linkplain
     * ProcessFailedException#agreed value}; from then on all know of that failure.
     *
     * <p>Cold and collective as {@link #shrink}. Cancelling leaves this rank's value in it.
     *
     * @param flag this rank's value
     * @return the bitwise AND of the values of all ranks that live, on the progress scheduler; a rank that fails meanwhile may
     *     have brought its value in, or not
     * @see <a href="https://www.mpi-forum.org/docs/mpi-5.0/mpi50-report.pdf">MPI-5.0, process fault mitigation</a>
     */
    Mono<Integer> agree(int flag);
}
