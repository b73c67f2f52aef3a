/**
 * Communicators: ranks, contexts and the operations on them.
 *
 * <p>{@link org.reactivempi.core.communicator.CoreCommunicator} turns ranks of a communicator into ranks of the world and
 * makes operations: {@code CorePointToPoint} those of messages, {@code CoreFailures} those of its view of failures. {@code
 * Children} makes communicators of one, and {@code Freeing} ends it. {@code CommunicatorContext} holds what these parts have in
 * common, and what all communicators of a session share.
 * {@code SessionObjects} makes communicators of groups, without another one.
 *
 * <p>A communicator is number k of its job, the world number 0; its contexts follow from that, see
 * {@link org.reactivempi.transport.engine.event.ContextId}.
 *
 * <p>Called by {@code session}; knows {@code algorithm}, {@code ask}, {@code buffered}, {@code call}, {@code collective},
 * {@code collective.stream}, {@code core.stream}, {@code operation}, {@code partition}, {@code placement}, {@code port},
 * {@code settings}, {@code window}, {@code api/mpi}, {@code transport/channel} and {@code transport/engine}. Any thread. Internal.
 */
@NullMarked
package org.reactivempi.core.communicator;

import org.jspecify.annotations.NullMarked;
