/**
 * Sessions on the engine: from joining a job to finalizing, and programs that run as a rank.
 *
 * <p>{@link CoreSessionProvider} is found by {@code ServiceLoader}; it joins the job, opens the channels that {@code settings}
 * choose, starts the engine and publishes its addresses. A {@link CoreSession} has the {@code communicator} of the world.
 *
 * <p>Called by the contract, knows engine, channel SPI and bootstrap. Any thread. Internal.
 */
@NullMarked
package org.reactivempi.core.session;

import org.jspecify.annotations.NullMarked;
