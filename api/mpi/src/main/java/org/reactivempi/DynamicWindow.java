package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * A window to which each rank attaches memory, and from which it detaches it, as its data structures grow and shrink: MPI's dynamic window.
 * A displacement is an address that {@link #attach} has given at the target, or one after it within the region; ranks send each other addresses
 * in messages. Its {@linkplain #displacementUnit unit} is a byte.
 *
 * <pre>{@code
 * long address = heap.attach(Buffer.longs(node)).block();
 * world.isend(Buffers.of(address), 1, TAG).block();    // rank 1 reads the node where it likes
 * }</pre>
 *
 * @see Windows#createDynamic
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.2.4">MPI-4.1, 12.2.4</a>
 * @since 0.1
 */
public interface DynamicWindow extends Window {

    /**
     * Attaches memory of this rank ({@code MPI_Win_attach}). Local: other ranks may use the address as soon as they are told it.
     *
     * <p>Cold: each subscription attaches. One that is cancelled before it has begun attaches nothing.
     *
     * @param memory a buffer without gaps, not of records; it has no byte in common with another one that is attached
     * @return the address of its first byte, on the progress scheduler; fails with {@link ErrorClass#RMA_ATTACH} if it has bytes in common with
     *     memory that is attached, {@link ErrorClass#BASE} if it can't be a window's memory, and {@link ErrorClass#WIN} if the window is freed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.2.4">MPI-4.1, 12.2.4</a>
     */
    Mono<Long> attach(Buffer memory);

    /**
     * Detaches memory of this rank ({@code MPI_Win_detach}). Local: when it completes, the memory is its owner's, and operations that come later
     * fail with {@link ErrorClass#RMA_RANGE}.
     *
     * <p>Cold.
     *
     * @param address what {@link #attach} has given
     * @return completes on the progress scheduler; fails with {@link ErrorClass#RMA_ATTACH} if no memory is attached there, and {@link
     *     ErrorClass#WIN} if the window is freed
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.2.4">MPI-4.1, 12.2.4</a>
     */
    Mono<Void> detach(long address);
}
