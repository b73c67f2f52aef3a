/**
 * Partitioned communication: messages that are filled, and emptied, part by part.
 *
 * <p>A send and a receive meet by one message, when they are made. Then the sender's partitions are messages, straight into their places in
 * the receiver's buffer, neighbours that are ready together one of them:
 *
 * <pre>
 *  {@link org.reactivempi.core.partition.PartitionedSending}                               {@link org.reactivempi.core.partition.PartitionedReceiving}
 *     |--- length, partitions, first number; with the user's tag -------&gt;|   when made; synchronous
 *     |                                                                   |
 *     |&lt;-- GO, length: all receives are posted ---------------------------|   each start
 *     |--- partitions that are ready, with the tag of the first ----------&gt;|
 * </pre>
 * So no partition leaves before its place is known, and nothing of it waits unexpected. What both ends have in common, their starts and
 * their end, is a {@link org.reactivempi.core.partition.PartitionedEnd}.
 *
 * <p>Called by {@code communicator}; knows {@code operation}, {@code request}, {@code api/mpi} and {@code transport/engine}. Users
 * make partitions ready, and look at them, on any thread; everything else happens on the progress thread. Internal.
 */
@NullMarked
package org.reactivempi.core.partition;

import org.jspecify.annotations.NullMarked;
