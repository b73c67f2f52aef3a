/**
 * An operation: its states from its subscription to its last signal, whatever it does.
 *
 * <p>{@link org.reactivempi.transport.engine.operation.Operation} is the base of all that a user can subscribe: {@code match}
 * adds what a receive needs to stand in a queue, {@code port} adds the message, and the MPI layer adds its arguments and its
 * result.
 *
 * <p>Called by {@code match} and {@code port}; knows {@code progress}. In the queue of {@code progress} an operation waits to be
 * signalled. {@code request} and {@code cancel} come from any thread, everything else from the progress thread. Internal.
 */
@NullMarked
package org.reactivempi.transport.engine.operation;

import org.jspecify.annotations.NullMarked;
