/**
 * Partitioned communication: messages that are filled, and emptied, part by part.
 *
 * <p>A send and a receive meet by one message, when they are made. Then each partition of the sender is a message of its own, straight into
 * its place in the receiver's buffer:
 *
 * <pre>
 *  {@link org.reactivempi.core.partition.PartitionedSending}                               {@link org.reactivempi.core.partition.PartitionedReceiving}
 *     |--- length, partitions, first tag; with the user's tag ----------&gt;|   when made; synchronous
 *     |                                                                   |
 *     |&lt;-- length: all receives are posted ------------------------------|   each start
 *     |--- a partition that is ready, with its own tag -------------------&gt;|
 * </pre>
 * So no partition leaves before its place is known, and nothing of it waits unexpected.
 *
 * <p>Called by {@code communicator}; knows {@code operation}, {@code request}, {@code api/mpi} and {@code transport/engine}. Users make
 * partitions ready, and look at them, on any thread; everything else happens on the progress thread. Internal.
 */
@NullMarked
package org.reactivempi.core.partition;

import org.jspecify.annotations.NullMarked;
