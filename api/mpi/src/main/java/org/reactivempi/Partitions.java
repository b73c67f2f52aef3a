package org.reactivempi;

import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * Messages that are filled, and emptied, part by part: several threads make one message ready, and each part may leave before the last one
 * is written.
 *
 * <pre>
 *  sender    start --ready(2)--ready(0)--ready(3)--ready(1)--&gt; complete
 *                      |         |         |         |
 *  receiver  start ----+---------+---------+---------+-------&gt; complete, parts have arrived as they came
 * </pre>
 * A send and a receive meet when they are made, in the order in which they are made for the same two ranks, tag and communicator, and stay
 * together; they meet no other messages, no wildcards and no probes. Both sides may cut their buffer into different numbers of partitions.
 *
 * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#chapter.4">MPI-4.1, 4</a>
 * @since 0.1
 */
public interface Partitions {

    /** The most partitions that a buffer is cut into: each costs its receiver a posted receive, and all are posted at once. */
    int MOST_PARTITIONS = 1 << 16;

    /**
     * A send whose partitions are made ready one by one ({@code MPI_Psend_init}).
     *
     * <p>Local; from now on it may meet a receive. It has to be {@linkplain PersistentRequest#start started}, again and again, and freed at its
     * end.
     *
     * @param data the whole buffer, not of records; partitions are equal parts of its elements, in their order
     * @param partitions how many, 1 to {@link #MOST_PARTITIONS}
     * @param destination a rank, or {@link Mpi#PROC_NULL}
     * @param tag 0 to {@code tagUpperBound()}
     * @return an inactive request
     * @throws MpiException {@link ErrorClass#RANK} or {@link ErrorClass#TAG} if one of them is another one; {@link ErrorClass#COUNT} if the
     *     number of partitions is another one, or the elements can't be parted into so many; {@link ErrorClass#TYPE} for records;
     *     {@link ErrorClass#BUFFER} if the buffer is wrong; {@link ErrorClass#COMM} if the communicator is freed; {@link ErrorClass#REVOKED}
     *     if it is revoked
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.4.2.1">MPI-4.1, 4.2.1</a>
     */
    PartitionedSend psend(SendBuffer data, int partitions, int destination, int tag);

    /**
     * A send whose partitions a stream names as they become ready.
     *
     * <p>Cold: each subscription makes a send, starts it, and subscribes the stream with unbounded demand. Where the stream fails, names a
     * partition twice or one that there is not, or completes before it has named all, the send fails with that on both sides; so it does on
     * the receiver's side where the subscriber cancels.
     *
     * @param data as in the other one
     * @param partitions as in the other one
     * @param readiness the partitions, 0 to {@code partitions - 1}, each of them once, in any order; may signal on any thread
     * @param destination as in the other one
     * @param tag as in the other one
     * @return the status of the send, when the buffer is free again, on the progress scheduler; fails as the other one throws, or with the
     *     stream's error
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.4.2.1">MPI-4.1, 4.2.1</a>
     */
    Mono<Status> psend(SendBuffer data, int partitions, Publisher<Integer> readiness, int destination, int tag);

    /**
     * A receive that tells of its partitions as they arrive ({@code MPI_Precv_init}).
     *
     * <p>Local; from now on it may meet a send. It has to be {@linkplain PersistentRequest#start started}, again and again, and freed at its
     * end.
     *
     * @param room the whole buffer, not of records, as long in bytes as the sender's
     * @param partitions how many, 1 to {@link #MOST_PARTITIONS}; the sender may have another number
     * @param source a rank, or {@link Mpi#PROC_NULL}; no wildcard
     * @param tag 0 to {@code tagUpperBound()}; no wildcard
     * @return an inactive request
     * @throws MpiException as {@link #psend(SendBuffer, int, int, int)}
     * @see <a href="https://www.mpi-forum.org/docs/mpi-4.1/mpi41-report.pdf#subsection.4.2.1">MPI-4.1, 4.2.1</a>
     */
    PartitionedReceive precv(Buffer room, int partitions, int source, int tag);
}
