package org.reactivempi;

import reactor.core.publisher.Mono;

/**
 * Makes windows: memory of each rank of a communicator that the others read, write and combine with theirs, without a call of the rank that
 * has it. {@link AnyCommunicator} has no windows; a {@link Communicator} of one group has.
 *
 * <pre>{@code
 * Window window = world.windows().allocate(1, Datatype.LONG).block();
 * long ticket = window.lockedAll(w -> w.longs().fetchAndOp(1L, 0, 0, Op.SUM)).block();
 * }</pre>
 *
 * <p>Each method is cold and collective: every rank of the communicator must subscribe, and all ranks in the same order as other collective
 * operations of this communicator. What memory it gives, how much, and of which unit each rank chooses for itself. The window comes when the
 * memory of all ranks is there. After it has begun, cancelling ends nothing but the signals: this rank does its part, so that the others
 * have theirs.
 *
 * <p>A window lives until it is {@linkplain Window#free freed}, also beyond its communicator's end; a revocation of the communicator ends
 * what waits in its windows.
 *
 * @see Communicator#windows
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#section.12.2">MPI-4.1, 12.2</a>
 * @since 0.1
 */
public interface Windows {

    /**
     * The same, with hints for the windows that it makes.
     *
     * @param hints what this rank says of them
     * @return windows of the same communicator
     */
    Windows with(WindowHints hints);

    /**
     * A window over memory of the library, in which displacements count bytes ({@code MPI_Win_allocate}). Ranks of a host have it in common where
     * their channel can that, which {@code shm} and {@code local} can, and reach it without packets then; {@link WindowHints#sharedMemory} says whether.
     *
     * @param bytes how much there is on this rank, 0 or more and less than 1 TiB
     * @return the window, on the progress scheduler; its memory is zero, begins at a multiple of 64 bytes or of {@link
     *     WindowHints#minimumAlignment}, and goes with the window; fails with {@link ErrorClass#SIZE} if {@code bytes} is negative or 1
     *     TiB and more, and this rank has not taken part then; with {@link ErrorClass#NO_MEM} on all ranks if one of them has no
     *     memory, and with {@link ErrorClass#WIN} on all ranks if they make windows of several kinds; else as {@link Communicator#dup}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.2.2">MPI-4.1, 12.2.2</a>
     */
    Mono<Window> allocate(long bytes);

    /**
     * A window over memory of the library, in which displacements count elements ({@code MPI_Win_allocate}).
     *
     * @param count how many elements there are on this rank, 0 or more, and less than 1 TiB in all
     * @param type of each of them: its extent is the unit of displacements, unless the hints say another one
     * @return as {@link #allocate(long)}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.2.2">MPI-4.1, 12.2.2</a>
     */
    Mono<Window> allocate(long count, Datatype type);

    /**
     * A window over memory of the library that all ranks have in common, and load and store in place ({@code MPI_Win_allocate_shared}). Displacements
     * count bytes, unless the hints say another unit.
     *
     * <p>The memory of each rank begins where that of the rank before it ends; with {@link WindowHints#noncontiguous}, or if it is longer than {@link
     * Window#MOST_SEGMENT_BYTES}, at a page of its own.
     *
     * @param bytes how much there is on this rank, 0 or more and less than 1 TiB
     * @return the window, on the progress scheduler; fails with {@link ErrorClass#RMA_SHARED} on all ranks if they have no memory in common: those
     *     of one host ({@link SplitType#SHARED}) have, where their channel can that, which {@code shm} and {@code local} can; with {@link
     *     ErrorClass#NO_MEM} on all ranks if there is not enough of it; else as {@link #allocate(long)}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.2.3">MPI-4.1, 12.2.3</a>
     */
    Mono<SharedWindow> allocateShared(long bytes);

    /**
     * A window over memory of the program ({@code MPI_Win_create}): others read and write the very array or {@code ByteBuffer}. Displacements count
     * its elements.
     *
     * <p>The memory may be in several windows at a time. Elements lie in it as the buffer has them. In a buffer of bytes, elements of other types
     * lie in little-endian order, whatever order a {@code ByteBuffer} has.
     *
     * @param memory a buffer without gaps, not of records; the size of its datatype is the unit of displacements, unless the hints say
     *     another one; {@link Buffer#empty()} for none
     * @return the window, on the progress scheduler; fails with {@link ErrorClass#BASE} if the buffer can't be a window's memory, and this rank has
     *     not taken part then; else as {@link #allocate(long)}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.2.1">MPI-4.1, 12.2.1</a>
     */
    Mono<Window> create(Buffer memory);

    /**
     * A window to which each rank attaches memory when it likes ({@code MPI_Win_create_dynamic}).
     *
     * @return the window, on the progress scheduler; fails as {@link #allocate(long)}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.12.2.4">MPI-4.1, 12.2.4</a>
     */
    Mono<DynamicWindow> createDynamic();
}
