package org.reactivempi;

import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * What the ranks of a communicator with a topology do with their neighbors: MPI's neighborhood collectives. Each rank gives each of its
 * destinations a block, and gets one of each of its sources. Blocks of {@link Mpi#PROC_NULL}, at the side of a grid, are not touched.
 *
 * <p>They start, end and fail as {@link Collectives} do, and are numbered with them: all ranks subscribe them in the same order. A rank
 * waits for its neighbors alone. None can be {@linkplain Buffer#inPlace in place}.
 *
 * <p>Where a rank is a neighbor several times over, its blocks come in the order in which it gives them. In a grid, what goes up along a
 * dimension comes from below, also where both neighbors are one rank.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.8.6">MPI-4.1, 8.6</a>
 * @since 0.1
 */
public interface NeighborCollectives {

    /**
     * This rank's neighbors.
     *
     * @return whom it receives from, and whom it sends to
     */
    Neighborhood neighborhood();

    /**
     * Gives all destinations one block ({@code MPI_Neighbor_allgather}).
     *
     * @param send this rank's block
     * @param receive room for the blocks of all sources in their order, all of one length
     * @return cold; completes when all blocks are here, and {@code send} may be used again
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.6.1">MPI-4.1, 8.6.1</a>
     */
    Mono<Void> neighborAllgather(SendBuffer send, Buffer receive);

    /**
     * Gives all destinations one block ({@code MPI_Neighbor_allgatherv}).
     *
     * @param send this rank's block
     * @param receive room for the block of each source
     * @return cold; completes when all blocks are here, and {@code send} may be used again
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.6.1">MPI-4.1, 8.6.1</a>
     */
    Mono<Void> neighborAllgatherv(SendBuffer send, Blocks receive);

    /**
     * Gives each destination a block of its own, all of one length ({@code MPI_Neighbor_alltoall}).
     *
     * @param send the blocks for all destinations in their order
     * @param receive room for the blocks of all sources in their order, all of one length
     * @return cold; completes when all blocks are here, and {@code send} may be used again
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.6.2">MPI-4.1, 8.6.2</a>
     */
    Mono<Void> neighborAlltoall(SendBuffer send, Buffer receive);

    /**
     * Gives each destination a block of its own, of whatever length, type and place ({@code MPI_Neighbor_alltoallv}, {@code
     * MPI_Neighbor_alltoallw}).
     *
     * @param send a block for each destination
     * @param receive room for the block of each source
     * @return cold; completes when all blocks are here, and {@code send} may be used again
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.8.6.2">MPI-4.1, 8.6.2</a>
     */
    Mono<Void> neighborAlltoallv(Blocks send, Blocks receive);

    /**
     * Gives all destinations the values of this rank, one by one, with a prefetch of {@link Mpi#STREAM_PREFETCH}.
     *
     * @param values as for {@link #neighborStream(Publisher, Codec, int)}
     * @param codec how to write and read a value
     * @param <T> the values' type
     * @return as {@link #neighborStream(Publisher, Codec, int)}
     */
    default <T> Flux<FromRank<T>> neighborStream(Publisher<? extends T> values, Codec<T> codec) {
        return neighborStream(values, codec, Constants.STREAM_PREFETCH);
    }

    /**
     * Gives all destinations the values of this rank, one by one, and gets those of all sources. MPI has nothing like it.
     *
     * <pre>
     *  values of rank 0   --a--------b-----c---|        ranks 0 and 1 are neighbors, and so are 1 and 2
     *  values of rank 1   ----1-2------3-|
     *  values of rank 2   -x|
     *  result of rank 0   ----1-2------3-------|
     *  result of rank 1   -xa--------b-----c---|
     * </pre>
     *
     * <p>It starts, ends and fails as {@link CollectiveStreams} do, and is numbered with them; a rank waits for its neighbors alone. Each
     * value goes to all destinations: {@code values} is asked for no more than {@code prefetch} values beyond those that the
     * subscriber of the slowest destination has taken. A subscriber that wants values gets them from the sources in turn, one of each that has
     * any. A rank that is a neighbor several times over gets and gives each value as often, as a rank does that is its own neighbor;
     * {@link Mpi#PROC_NULL} gets and gives nothing.
     *
     * <p>A destination that has cancelled counts no more; when all have, or where there is none, nobody wants the values, and {@code values} is
     * cancelled, or never subscribed. A subscriber that cancels hears nothing more, and the values of its rank go on to those that want them.
     * What fails on a rank ends the stream on its neighbors, and so on theirs, as far as they have not come to their end.
     *
     * @param values what this rank gives
     * @param codec how to write and read a value
     * @param prefetch how many values of each source may be on their way to this rank beyond those that its subscriber has taken, 1 or more;
     *     else {@link ErrorClass#ARG}; each rank chooses its own
     * @param <T> the values' type
     * @return cold; the values of all sources with the rank of each, those of each rank in their order, and completion when all sources have
     *     completed and this rank's own values have left; on the progress scheduler
     */
    <T> Flux<FromRank<T>> neighborStream(Publisher<? extends T> values, Codec<T> codec, int prefetch);
}
