package org.reactivempi;

/**
 * A send whose partitions are made ready one by one.
 *
 * <pre>{@code
 * PartitionedSend send = world.psend(Buffers.of(field), threads, 1, TAG);
 * send.start();
 * onThreads(threads, number -> { fill(field, number); send.ready(number); });
 * send.completion().block();
 * }</pre>
 *
 * <p>Each start needs all partitions once. The request completes when all are ready and the buffer is free again. A partition that is
 * not ready is not read. Where a start has failed, {@link #ready} does nothing until the next one. A send that has been started can't be
 * cancelled, and only an inactive one can be freed: {@link ErrorClass#REQUEST}.
 *
 * <p>Thread-safe, and never blocks.
 *
 * @see Partitions#psend(SendBuffer, int, int, int)
 * @since 0.1
 */
public interface PartitionedSend extends PersistentRequest {

    /**
     * How many partitions it has.
     *
     * @return 1 or more
     */
    int partitions();

    /**
     * Makes a partition ready ({@code MPI_Pready}): it may be read from now on, and must not be written until the send has completed.
     *
     * @param partition 0 to {@code partitions() - 1}
     * @throws MpiException {@link ErrorClass#ARG} if the partition is another one, has been made ready since the start, or there was no start
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.4.2.1">MPI-4.1, 4.2.1</a>
     */
    void ready(int partition);

    /**
     * Makes several in a row ready ({@code MPI_Pready_range}).
     *
     * @param first the first one
     * @param last the last one, {@code first} or more
     * @throws MpiException {@link ErrorClass#ARG} as {@link #ready(int)}; those before the wrong one are ready then
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.4.2.1">MPI-4.1, 4.2.1</a>
     */
    void ready(int first, int last);

    /**
     * Makes several ready ({@code MPI_Pready_list}).
     *
     * @param partitions each of them once
     * @throws MpiException {@link ErrorClass#ARG} as {@link #ready(int)}; those before the wrong one are ready then
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.4.2.1">MPI-4.1, 4.2.1</a>
     */
    void readyAll(int... partitions);
}
