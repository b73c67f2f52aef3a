package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * A communicator of two groups, whose messages go from one to the other. Destinations and sources are ranks of the remote group; {@link
 * #rank} and {@link #size} are those of the own one.
 *
 * <p>Collective operations give each group what the other one has:
 *
 * <ul>
 *   <li>those with a root have it in one group, and the ranks of the other one give or get. The root itself says {@link Mpi#ROOT}, the other
 *       ranks of its group say {@link Mpi#PROC_NULL} and do nothing, and the ranks of the other group say the root's rank;
 *   <li>those without a root give each group the blocks, or the reduction, of the other one: blocks are as many as the remote group has
 *       ranks. The {@linkplain #reduceScatter scattered reductions} cut what the remote group has reduced for the ranks of the own one;
 *   <li>the {@linkplain #barrier barrier} is one of both groups;
 *   <li>none can be {@linkplain Buffer#inPlace in place}.
 * </ul>
 * The loss of a rank in one of them has that rank's number in the remote group, or {@link Mpi#UNDEFINED} for a rank of the own one; texts say
 * which group a rank is of.
 *
 * <p>Once a rank of the remote group has failed, what might come from any of its ranks ends with {@link ProcessFailedPendingException}, until
 * that is {@linkplain Failures#acknowledge() acknowledged}; a rank of the own group sends nothing here, and so ends no such wait. The groups
 * {@linkplain Failures#shrink() shrink} together.
 *
 * @see Communicator#intercommunicator
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.7.6">MPI-4.1, 7.6</a>
 * @since 0.1
 */
public interface Intercommunicator extends AnyCommunicator {

    /**
     * How many ranks the other group has ({@code MPI_Comm_remote_size}).
     *
     * @return 1 or more
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.6.1">MPI-4.1, 7.6.1</a>
     */
    int remoteSize();

    /**
     * The ranks of the other group as processes of the job ({@code MPI_Comm_remote_group}).
     *
     * @return an immutable group, in the order of ranks
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.6.1">MPI-4.1, 7.6.1</a>
     */
    Group remoteGroup();

    /**
     * What the ranks of both groups can do about those of them that have failed.
     *
     * @return a view of this communicator, the same at each call
     * @see <a href="https://www.mpi-forum.org/docs/mpi-5.0/mpi50-report.pdf">MPI-5.0, process fault mitigation</a>
     */
    @Override
    Failures<Intercommunicator> failures();

    /**
     * Makes an intercommunicator of the same two groups, whose messages never meet those of this one.
     *
     * <p>Cold, and collective over both groups, as {@link Communicator#dup} is over one.
     *
     * @return the new communicator, on the progress scheduler; fails as {@link Communicator#dup}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.2">MPI-4.1, 7.4.2</a>
     */
    Mono<Intercommunicator> dup();

    /**
     * As {@link #dup()}, with hints for the new communicator ({@code MPI_Comm_dup_with_info}).
     *
     * @param hints what this rank says of its messages there; other ranks may say something else
     * @return as {@link #dup()}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.2">MPI-4.1, 7.4.2</a>
     */
    Mono<Intercommunicator> dup(Hints hints);

    /**
     * Parts this communicator: all ranks of both groups that give the same color are in the same new one, whose groups are those of the two
     * groups here, each ordered by key, and by ranks here where keys are equal ({@code MPI_Comm_split}).
     *
     * <p>Cold, and collective over both groups, as {@link Communicator#split} is over one.
     *
     * @param color 0 or more, or {@link Mpi#UNDEFINED} to be in none
     * @param key any number
     * @return the new communicator, on the progress scheduler; no value for the color {@code UNDEFINED}, nor for one that no rank of the
     *     other group has given; fails as {@link Communicator#split}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.2">MPI-4.1, 7.4.2</a>
     */
    Mono<Intercommunicator> split(int color, int key);

    /**
     * Makes a communicator of some ranks of each group ({@code MPI_Comm_create}): all ranks of both groups subscribe.
     *
     * <p>Cold, and collective over both groups.
     *
     * @param group ranks of the own group in the order of their new ranks, the same on all ranks of the own group
     * @return the new communicator, on the progress scheduler; no value on a rank that is not in its group, nor where one of the groups
     *     is empty; fails with {@link ErrorClass#GROUP} if a member is not in the own group, and this rank has not taken part then; else
     *     as {@link Communicator#dup}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.2">MPI-4.1, 7.4.2</a>
     */
    Mono<Intercommunicator> create(Group group);

    /**
     * Makes one communicator of both groups ({@code MPI_Intercomm_merge}): first the ranks of the group that says {@code false}, then those
     * of the one that says {@code true}, each in the order of its ranks. Where both say the same, the order is the library's, and the same on
     * all ranks.
     *
     * <p>Cold, and collective over both groups.
     *
     * @param high whether the own group's ranks come after the other ones; the same on all ranks of a group
     * @return the new communicator, on the progress scheduler; fails as {@link Communicator#dup}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.6.2">MPI-4.1, 7.6.2</a>
     */
    Mono<Communicator> merge(boolean high);
}
