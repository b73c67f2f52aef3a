package org.reactivempi;

import reactor.core.publisher.Flux;

/**
 * A receive that tells of its partitions as they arrive.
 *
 * <p>A receive that has been started can't be cancelled, and only an inactive one can be freed: {@link ErrorClass#REQUEST}. A send of another
 * length in bytes fails the start on both sides with {@link ErrorClass#COUNT}.
 *
 * <p>Thread-safe, and never blocks.
 *
 * @see Partitions#precv
 * @since 0.1
 */
public interface PartitionedReceive extends PersistentRequest {

    /**
     * How many partitions it has.
     *
     * @return 1 or more
     */
    int partitions();

    /**
     * Whether a partition is here as a whole ({@code MPI_Parrived}); then it may be read, and written only when the receive has completed.
     *
     * @param partition 0 to {@code partitions() - 1}
     * @return true also where the receive is inactive, before its first start as well
     * @throws MpiException {@link ErrorClass#ARG} if the partition is another one
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.4.2.2">MPI-4.1, 4.2.2</a>
     */
    boolean arrived(int partition);

    /**
     * The partitions of the last start, each of them once it is here as a whole, in the order in which they arrive.
     *
     * @return cold: each subscriber gets those that are here first, then the others, on the progress scheduler, as far as it requests; completes
     *     with the last one, at once where there was no start; fails as the receive does
     */
    Flux<Integer> arrivals();
}
