package org.reactivempi;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A group of ranks that exchange messages, apart from all other communicators: MPI's intracommunicator. Its destinations, sources and roots
 * are the ranks of that group, 0 to {@code size() - 1}.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#chapter.7">MPI-4.1, 7</a>
 * @since 0.1
 */
public interface Communicator extends AnyCommunicator, Scans, ScalarScans, CollectiveStreams {

    /**
     * Makes a communicator of the same ranks, whose messages never meet those of this one.
     *
     * <p>Cold and collective: every rank must subscribe, and all ranks in the same order as other collective operations of
     * this communicator, several of which may run at once. Messages may be in flight meanwhile, also in the new
     * communicator: a rank that has it may send to one that hasn't yet. After it has begun, cancelling ends nothing but the signals: this
     * rank does its part, so that the others have theirs. Their new communicator has a rank then that takes part in nothing; they
     * {@linkplain Failures#revoke revoke} it before they free it, or {@link #free} waits for that rank.
     *
     * <p>The new communicator has what the keys of {@linkplain #attributes attributes} copy to it, and the topology if there is one. It has
     * neither this one's name nor its {@linkplain #hints hints}.
     *
     * @return the new communicator, on the progress scheduler; fails with {@link ErrorClass#OTHER} if there are too many
     *     communicators, and with {@link ProcessFailedException} if the loss of a rank cuts this one off
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.2">MPI-4.1, 7.4.2</a>
     */
    Mono<Communicator> dup();

    /**
     * As {@link #dup()}, with hints for the new communicator ({@code MPI_Comm_dup_with_info}).
     *
     * @param hints what this rank says of its messages there; other ranks may say something else
     * @return as {@link #dup()}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.2">MPI-4.1, 7.4.2</a>
     */
    Mono<Communicator> dup(Hints hints);

    /**
     * Parts this communicator: all ranks that give the same color are in the same new one, ordered by key, and by their
     * ranks here where keys are equal.
     *
     * <p>Cold, collective and cancelled as {@link #dup}.
     *
     * @param color 0 or more, or {@link Mpi#UNDEFINED} to be in none
     * @param key any number
     * @return the new communicator, on the progress scheduler; no value for the color {@code UNDEFINED}; fails with
     *     {@link ErrorClass#ARG} if the color is another negative number, and this rank has not taken part then; else as {@link #dup}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.2">MPI-4.1, 7.4.2</a>
     */
    Mono<Communicator> split(int color, int key);

    /**
     * Parts this communicator: ranks that have something in common are in the same new one ({@code MPI_Comm_split_type}), ordered by key, and
     * by their ranks here where keys are equal.
     *
     * <p>Cold, collective and cancelled as {@link #dup}.
     *
     * @param type what they have in common, the same on all ranks; or nothing, to be in none
     * @param key any number
     * @return the new communicator, on the progress scheduler; no value without a type; fails as {@link #dup}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.2">MPI-4.1, 7.4.2</a>
     */
    Mono<Communicator> splitType(@Nullable SplitType type, int key);

    /**
     * Makes communicators of groups ({@code MPI_Comm_create}): all ranks of this communicator subscribe. Groups that differ have no rank in
     * common, and each becomes a communicator.
     *
     * <p>Cold, collective and cancelled as {@link #dup}.
     *
     * @param group the members in the order of their new ranks, the same on all of them; ranks that are in no group may give an empty one
     * @return the new communicator, on the progress scheduler; no value on a rank that is not in its group; fails with {@link
     *     ErrorClass#GROUP} if a member is not in this communicator, and this rank has not taken part then; else as {@link #dup}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.2">MPI-4.1, 7.4.2</a>
     */
    Mono<Communicator> create(Group group);

    /**
     * Makes a communicator of some ranks ({@code MPI_Comm_create_group}), which alone subscribe: it is collective over the group, and
     * the other ranks of this communicator take no part. The first rank of the group tells the others the communicator's number.
     *
     * <p>Cold. Ranks that make several at a time with the same members tell them apart by their tags, which meet no user's
     * messages. Cancelling leaves the operation unfinished on the other ranks.
     *
     * @param group the members in the order of their new ranks, the same on all of them
     * @param tag 0 to {@link #tagUpperBound()}, the same on all of them
     * @return the new communicator, on the progress scheduler; no value on a rank that is not in the group; fails with
     *     {@link ErrorClass#GROUP} if a member is not in this communicator, {@link ErrorClass#TAG} if the tag is another one; else as
     *     {@link #dup}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.4.2">MPI-4.1, 7.4.2</a>
     */
    Mono<Communicator> create(Group group, int tag);

    /**
     * What can be done about ranks that have failed.
     *
     * @return a view of this communicator, the same at each call
     * @see <a href="https://www.mpi-forum.org/docs/mpi-5.0/mpi50-report.pdf">MPI-5.0, process fault mitigation</a>
     */
    @Override
    Failures<Communicator> failures();

    /**
     * Joins the group of this communicator with another one ({@code MPI_Intercomm_create}): all ranks of both groups subscribe, each on the
     * communicator of its own group, and a rank of each leads it. The two leaders find each other in a communicator that has both of them,
     * by messages that meet no user's.
     *
     * <p>Cold, and collective over both groups, as {@link #dup} is over one.
     *
     * @param localLeader the rank here of the own group's leader, the same on all ranks of the group
     * @param peer a communicator of both leaders; looked at on the leader alone
     * @param remoteLeader the other leader's rank in {@code peer}; looked at on the leader alone
     * @param tag 0 to {@link #tagUpperBound()}, the same on all ranks of both groups; tells several apart that two leaders make at a time
     * @return the new communicator, on the progress scheduler; fails with {@link ErrorClass#RANK} if a leader is no rank, {@link
     *     ErrorClass#TAG} if the tag is another one, {@link ErrorClass#COMM} on all ranks if the groups have a process in common, or if
     *     {@code peer} is of another session; what is wrong on the leader alone fails on all ranks of its group; else as {@link #dup}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.7.6.2">MPI-4.1, 7.6.2</a>
     */
    Mono<Intercommunicator> intercommunicator(int localLeader, Communicator peer, int remoteLeader, int tag);

    /**
     * Takes the next group that connects to a port of one of these ranks ({@code MPI_Comm_accept}): the ranks of this communicator are the one
     * group of the new communicator, and those of the other one the other.
     *
     * <p>Cold, and collective as {@link #dup} is. Groups are taken in the order in which they have connected. A group that gives up, or is lost,
     * before all of it is there makes room for the next one, of which this takes no notice. On the root a subscription that is cancelled
     * before a group was taken takes none, and the call fails with {@link ErrorClass#PORT} on the other ranks; else it goes on.
     *
     * @param port one of the root's, looked at there alone; null elsewhere
     * @param root the rank here that has opened the port
     * @return the new communicator, on the progress scheduler; fails with {@link ErrorClass#PORT} on all ranks if the port is closed, or no
     *     port of the root's, {@link ErrorClass#ROOT} if there is no such rank, {@link ErrorClass#COMM} on all ranks of both groups if they have
     *     a process in common; else as {@link #dup}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.11.9.2">MPI-4.1, 11.9.2</a>
     */
    Mono<Intercommunicator> accept(@Nullable Port port, int root);

    /**
     * Takes one group after the other that connects to a port, as {@link #accept} does: as many as are asked for.
     *
     * <p>Cold, and collective: each rank accepts as long as there is demand here, and a group waits until all ranks have some. What
     * becomes of one group is its communicator's matter. On the root, cancelling this takes no more: groups that wait at the
     * port then fail with {@link ErrorClass#PORT}, those that come later wait for the next call, and a call that the other ranks are in
     * with it completes there. What has been accepted goes on. On another rank, what was asked for goes on.
     *
     * @param port one of the root's, looked at there alone; null elsewhere
     * @param root the rank here that has opened the port
     * @return a communicator for each group, on the progress scheduler; completes when the port is closed; fails as {@link #accept}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.11.9.2">MPI-4.1, 11.9.2</a>
     */
    Flux<Intercommunicator> accepts(@Nullable Port port, int root);

    /**
     * Connects to a port ({@code MPI_Comm_connect}), which a process of another job may have opened, or one of this job: the ranks of this
     * communicator are the one group of the new communicator, and those that accept the other one.
     *
     * <p>Cold, and collective as {@link #dup} is. Waits as long as nobody accepts at the port, within no time limit. On the root a
     * subscription that is cancelled before it was accepted gives up, and fails with {@link ErrorClass#PORT} on the other ranks.
     *
     * @param portName what {@link Port#name} gives; looked at on the root alone, null elsewhere
     * @param root the rank here that finds the port
     * @return the new communicator, on the progress scheduler; fails with {@link ErrorClass#PORT} on all ranks if there is no such port, or it
     *     is closed, can't be reached within the setting {@code connect-timeout}, or does not let this job in; {@link ErrorClass#ROOT} if there
     *     is no such rank; {@link ErrorClass#COMM} on all ranks of both groups if they have a process in common; else as {@link #dup}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.11.9.3">MPI-4.1, 11.9.3</a>
     */
    Mono<Intercommunicator> connect(@Nullable String portName, int root);

    /**
     * A grid ({@code MPI_Cart_create}), whose ranks are the first ones of this communicator in the same order.
     *
     * @param grid the same on all ranks
     * @return as {@link #cartesian(Cartesian, Reorder)}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.1">MPI-4.1, 8.5.1</a>
     */
    default Mono<CartesianCommunicator> cartesian(Cartesian grid) {
        return cartesian(grid, Reorder.NONE);
    }

    /**
     * A grid ({@code MPI_Cart_create}), whose ranks are the first ones of this communicator.
     *
     * <p>Cold, collective and cancelled as {@link #dup}, and fails as that does.
     *
     * @param grid the same on all ranks
     * @param reorder who gets which place, the same on all ranks
     * @return the new communicator, on the progress scheduler; no value on a rank beyond the grid; fails with {@link ErrorClass#DIMS} if
     *     the grid has more places than the communicator has ranks
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.1">MPI-4.1, 8.5.1</a>
     */
    Mono<CartesianCommunicator> cartesian(Cartesian grid, Reorder reorder);

    /**
     * A graph that all ranks know ({@code MPI_Graph_create}), whose ranks are the first ones of this communicator in the same order.
     *
     * @param graph the same on all ranks
     * @return as {@link #graph(Graph, Reorder)}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.3">MPI-4.1, 8.5.3</a>
     */
    default Mono<GraphCommunicator> graph(Graph graph) {
        return graph(graph, Reorder.NONE);
    }

    /**
     * A graph that all ranks know ({@code MPI_Graph_create}), whose ranks are the first ones of this communicator.
     *
     * <p>Cold, collective and cancelled as {@link #dup}, and fails as that does.
     *
     * @param graph the same on all ranks
     * @param reorder who gets which place, the same on all ranks
     * @return the new communicator, on the progress scheduler; no value on a rank beyond the graph; fails with {@link ErrorClass#TOPOLOGY}
     *     if the graph has more ranks than the communicator
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.3">MPI-4.1, 8.5.3</a>
     */
    Mono<GraphCommunicator> graph(Graph graph, Reorder reorder);

    /**
     * A graph of all ranks in the same order; each rank gives its own edges ({@code MPI_Dist_graph_create_adjacent}).
     *
     * @param own this rank's neighbors; each edge is given at both of its ends, and edges between two ranks are in the same order there
     * @return as {@link #adjacentGraph(Neighborhood, Reorder)}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.4">MPI-4.1, 8.5.4</a>
     */
    default Mono<GraphCommunicator> adjacentGraph(Neighborhood own) {
        return adjacentGraph(own, Reorder.NONE);
    }

    /**
     * A graph of all ranks; each rank gives its own edges ({@code MPI_Dist_graph_create_adjacent}). Where ranks compare what they do (setting
     * {@code check-collectives}), they compare the two ends of the edges as well; elsewhere an operation of neighbors waits for ever along an
     * edge that only its destination has given.
     *
     * <p>Cold, collective and cancelled as {@link #dup}, and fails as that does.
     *
     * @param own the neighbors of the new rank that has this rank's number here; each edge is given at both of its ends, and edges between
     *     two ranks are in the same order there
     * @param reorder who gets which place, the same on all ranks
     * @return the new communicator, whose {@code neighborhood()} is that of its own new rank, on the progress scheduler; fails with {@link
     *     ErrorClass#RANK} if a neighbor is no rank, and this rank has not taken part then; with {@link ErrorClass#TOPOLOGY} on all ranks if
     *     they have found that the ends of an edge differ
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.4">MPI-4.1, 8.5.4</a>
     */
    Mono<GraphCommunicator> adjacentGraph(Neighborhood own, Reorder reorder);

    /**
     * A graph of all ranks in the same order; each rank gives some edges ({@code MPI_Dist_graph_create}).
     *
     * @param some edges, whosever they are; each edge is given by one rank
     * @return as {@link #distributedGraph(Edges, Reorder)}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.4">MPI-4.1, 8.5.4</a>
     */
    default Mono<GraphCommunicator> distributedGraph(Edges some) {
        return distributedGraph(some, Reorder.NONE);
    }

    /**
     * A graph of all ranks; each rank gives some edges ({@code MPI_Dist_graph_create}).
     *
     * <p>Cold, collective and cancelled as {@link #dup}, and fails as that does.
     *
     * @param some edges between new ranks, whosever they are; each edge is given by one rank
     * @param reorder who gets which place, the same on all ranks
     * @return the new communicator, whose {@code neighborhood()} has the edges that begin or end at its own new rank, on the progress
     *     scheduler; fails with {@link ErrorClass#RANK} if an end is no rank, and this rank has not taken part then
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.5.4">MPI-4.1, 8.5.4</a>
     */
    Mono<GraphCommunicator> distributedGraph(Edges some, Reorder reorder);

    /**
     * Windows: memory of each rank that the others read and write.
     *
     * @return a view of this communicator, the same at each call
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#chapter.12">MPI-4.1, 12</a>
     */
    Windows windows();
}
