/**
 * Sessions on the engine: from joining a job to finalizing, and programs that run as a rank.
 *
 * <p>{@link CoreSessionProvider} is found by {@code ServiceLoader}; it joins the job, opens the channels that {@code settings}
 * choose, starts the engine and publishes its addresses. A {@link CoreSession} has the {@code communicator} of the world.
 *
 * <p>Called by {@code api/spring} and {@code api/testkit}; knows {@code buffered}, {@code communicator}, {@code operation},
 * {@code port}, {@code record}, {@code settings}, {@code api/mpi}, {@code transport/bootstrap}, {@code transport/channel} and
 * {@code transport/engine}. The contract finds it by {@code ServiceLoader}. Any thread. Internal.
 */
@NullMarked
package org.reactivempi.core.session;

import org.jspecify.annotations.NullMarked;
