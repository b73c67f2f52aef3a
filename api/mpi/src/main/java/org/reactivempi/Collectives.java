package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * What all ranks of a communicator do together: MPI's chapter 6.
 *
 * <p>Each operation is cold: each subscription takes part in one, and takes its number as it starts. Each rank must subscribe all
 * collective operations of a communicator in the same order, the ones that make and free communicators among them; several may run
 * at once, and complete in any order. {@code block()} makes one blocking, {@link Request#start} gives a handle, and {@link
 * PersistentRequest#of} a persistent request; persistent ones of all ranks are matched by the order in which they were made.
 * Any thread may subscribe; signals arrive on the communicator's progress scheduler.
 *
 * <p><b>Buffers.</b> What is sent may have other types than what is received, as long as both have the same bytes. The buffers belong
 * to the operation until it ends. Where the page of an operation says so, {@link Buffer#inPlace()} stands for one of them.
 *
 * <p><b>Ends.</b> An operation completes when this rank's part is done; only the {@linkplain #barrier() barrier} says anything of the other
 * ranks. Cancelling before the start has no effect anywhere. After it, the subscriber hears nothing more, and the operation goes on to its
 * end with its buffers, since the other ranks depend on it; {@code timeout} leaves a communicator that works.
 *
 * <p><b>Errors.</b> A wrong argument is signalled on this rank alone, which has not taken part then. An operation that fails on one
 * rank fails with the same class on all that depend on it, with that rank in the message; later operations are not affected. The content of
 * a receive buffer is undefined then. Besides what is said of each, all fail with {@link ErrorClass#COMM} if the communicator is
 * freed, with {@link RevokedException} if it is revoked, with {@link ErrorClass#SESSION} if the session is closed, and with {@link
 * ProcessFailedException} if the loss of a rank cuts this one off. {@link ErrorClass#TRUNCATE} says that another rank's data is longer than
 * the room for it here, {@link ErrorClass#COUNT} that it is shorter, or that lengths don't fit the number of ranks.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#chapter.6">MPI-4.1, 6</a>
 * @since 0.1
 */
public interface Collectives {

    /**
     * Waits until every rank of this communicator has called it ({@code MPI_Barrier}, {@code MPI_Ibarrier}).
     *
     * @return cold; completes, without a value, when all ranks have started it
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.6.3">MPI-4.1, 6.3</a>
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.12.1">MPI-4.1, 6.12.1</a>
     */
    Mono<Void> barrier();

    /**
     * Gives all ranks the root's data ({@code MPI_Bcast}).
     *
     * @param data what the root gives and the others get; equally long on all ranks
     * @param root 0 to {@code size() - 1}, the same on all ranks; else {@link ErrorClass#ROOT}
     * @return cold; completes, at the root too, when the buffer may be used again
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.6.4">MPI-4.1, 6.4</a>
     */
    Mono<Void> bcast(Buffer data, int root);

    /**
     * Collects a block of each rank at the root, all of one length ({@code MPI_Gather}).
     *
     * @param send this rank's block; in place at the root, if it stands in its place of {@code receive}
     * @param receive at the root, room for the blocks of all ranks in their order; not looked at elsewhere
     * @param root as for {@link #bcast}
     * @return cold; completes at the root when all blocks are there
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.6.5">MPI-4.1, 6.5</a>
     */
    Mono<Void> gather(SendBuffer send, Buffer receive, int root);

    /**
     * Collects a block of each rank at the root, of whatever length ({@code MPI_Gatherv}).
     *
     * @param send as for {@link #gather}
     * @param receive at the root, a block for each rank; not looked at elsewhere
     * @param root as for {@link #bcast}
     * @return as for {@link #gather}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.6.5">MPI-4.1, 6.5</a>
     */
    Mono<Void> gatherv(SendBuffer send, Blocks receive, int root);

    /**
     * Gives each rank a block of the root, all of one length ({@code MPI_Scatter}).
     *
     * @param send at the root, the blocks for all ranks in their order; not looked at elsewhere
     * @param receive room for this rank's block; in place at the root, which keeps its own where it is
     * @param root as for {@link #bcast}
     * @return cold; completes when this rank's block is there, and at the root when {@code send} may be used again
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.6.6">MPI-4.1, 6.6</a>
     */
    Mono<Void> scatter(SendBuffer send, Buffer receive, int root);

    /**
     * Gives each rank a block of the root, of whatever length ({@code MPI_Scatterv}).
     *
     * @param send at the root, a block for each rank; not looked at elsewhere
     * @param receive as for {@link #scatter}
     * @param root as for {@link #bcast}
     * @return as for {@link #scatter}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.6.6">MPI-4.1, 6.6</a>
     */
    Mono<Void> scatterv(Blocks send, Buffer receive, int root);

    /**
     * Collects a block of each rank at all ranks, all of one length ({@code MPI_Allgather}).
     *
     * @param send this rank's block; in place on all ranks, if it stands in its place of {@code receive}
     * @param receive room for the blocks of all ranks in their order
     * @return cold; completes when all blocks are here
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.6.7">MPI-4.1, 6.7</a>
     */
    Mono<Void> allgather(SendBuffer send, Buffer receive);

    /**
     * Collects a block of each rank at all ranks, of whatever length ({@code MPI_Allgatherv}).
     *
     * @param send as for {@link #allgather}
     * @param receive a block for each rank; of the same lengths on all ranks
     * @return as for {@link #allgather}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.6.7">MPI-4.1, 6.7</a>
     */
    Mono<Void> allgatherv(SendBuffer send, Blocks receive);

    /**
     * Gives a block of each rank to each rank, all of one length ({@code MPI_Alltoall}): block j of rank i arrives as block i of rank j.
     *
     * @param send a block for each rank in their order; in place on all ranks, if they stand in {@code receive}
     * @param receive room for a block of each rank in their order
     * @return cold; completes when all blocks have come and gone
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.6.8">MPI-4.1, 6.8</a>
     */
    Mono<Void> alltoall(SendBuffer send, Buffer receive);

    /**
     * Gives a block of each rank to each rank, of whatever length and type ({@code MPI_Alltoallv}, {@code MPI_Alltoallw}).
     *
     * @param send a block for each rank, as long as the one that receives it has room for
     * @param receive a block for each rank
     * @return as for {@link #alltoall}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.6.8">MPI-4.1, 6.8</a>
     */
    Mono<Void> alltoallv(Blocks send, Blocks receive);

    /**
     * The same in place ({@code MPI_IN_PLACE}): the blocks that come take the places of the blocks that go.
     *
     * @param blocks a block for each rank, as long as the one of this rank is there
     * @return as for {@link #alltoall}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.6.8">MPI-4.1, 6.8</a>
     */
    Mono<Void> alltoallv(Blocks blocks);

    /**
     * Reduces the elements of all ranks for the root, each with those in the same place ({@code MPI_Reduce}).
     *
     * @param send what this rank gives; in place at the root, if that stands in {@code receive}
     * @param receive at the root, room for the result; not looked at elsewhere
     * @param op the same on all ranks; {@link ErrorClass#OP} if it has no meaning for the elements' type
     * @param root as for {@link #bcast}
     * @return cold; completes at the root when the result is there
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.9.1">MPI-4.1, 6.9.1</a>
     */
    Mono<Void> reduce(SendBuffer send, Buffer receive, Op op, int root);

    /**
     * Reduces the elements of all ranks for all, which get the same bits ({@code MPI_Allreduce}).
     *
     * @param send what this rank gives; in place on all ranks, if that stands in {@code receive}
     * @param receive room for the result
     * @param op as for {@link #reduce}
     * @return cold; completes when the result is here
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.9.6">MPI-4.1, 6.9.6</a>
     */
    Mono<Void> allreduce(SendBuffer send, Buffer receive, Op op);

    /**
     * Reduces the elements of all ranks, and gives each rank a block of the result, all of one length
     * ({@code MPI_Reduce_scatter_block}).
     *
     * @param send as many blocks as there are ranks; in place on all ranks, if they stand in {@code receive}, whose
     *     first block then is the result
     * @param receive room for this rank's block, or, in place, all blocks
     * @param op as for {@link #reduce}
     * @return cold; completes when this rank's block is here
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.10.1">MPI-4.1, 6.10.1</a>
     */
    Mono<Void> reduceScatterBlock(SendBuffer send, Buffer receive, Op op);

    /**
     * Reduces the elements of all ranks, and gives each rank a block of the result, of whatever length
     * ({@code MPI_Reduce_scatter}).
     *
     * @param send all blocks, one after the other; in place as for {@link #reduceScatterBlock}
     * @param receive room for this rank's block, or, in place, all blocks
     * @param counts how many elements the block of each rank has; the same on all ranks, and copied now
     * @param op as for {@link #reduce}
     * @return cold; completes when this rank's block is here
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.6.10.2">MPI-4.1, 6.10.2</a>
     */
    Mono<Void> reduceScatter(SendBuffer send, Buffer receive, int[] counts, Op op);
}
