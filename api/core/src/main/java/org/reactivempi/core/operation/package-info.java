/**
 * Operations: the cold {@code Mono}s that users subscribe, and one object for each subscription, which is the subscription, the
 * operation in the engine, and its entry in the engine's queues, all at once. It asks its {@code Mono} for all that the operations
 * of one {@code Mono} have in common.
 *
 * <p>Called by {@code ask}, {@code buffered}, {@code call}, {@code collective}, {@code collective.stream}, {@code communicator},
 * {@code core.stream}, {@code partition}, {@code plan}, {@code port}, {@code record}, {@code session}, {@code settings},
 * {@code window} and {@code api/testkit}; knows {@code request}, {@code api/mpi}, {@code transport/bootstrap},
 * {@code transport/channel} and {@code transport/engine}. {@code request} and {@code cancel} come from any thread, everything else
 * happens on the progress thread; the engine's {@code Operation} has the states in which they meet. Internal.
 */
@NullMarked
package org.reactivempi.core.operation;

import org.jspecify.annotations.NullMarked;
