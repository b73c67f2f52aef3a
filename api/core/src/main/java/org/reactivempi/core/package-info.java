/**
 * The MPI layer behind the contract: sessions on the engine.
 *
 * <p>{@link org.reactivempi.core.CoreSessionProvider} is found by {@code ServiceLoader}; it joins the job, chooses the
 * channel, starts the engine and publishes its address. Below it, {@code communicator} makes {@code operation}s.
 *
 * <p>Called by the contract, knows engine, channel SPI and bootstrap. Any thread. Internal.
 */
@NullMarked
package org.reactivempi.core;

import org.jspecify.annotations.NullMarked;
