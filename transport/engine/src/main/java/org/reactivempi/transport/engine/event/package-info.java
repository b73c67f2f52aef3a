/**
 * What happens in an engine, for its watchers: meters, traces, statistics.
 *
 * <p>An {@link org.reactivempi.transport.engine.event.EngineListener} is called on the progress thread, in the middle of its
 * work, with numbers only: no object is made to tell of an event. {@link org.reactivempi.transport.engine.event.Events} is
 * the engine's side of it, and is not there at all while nobody watches.
 *
 * <p>It also owns {@link org.reactivempi.transport.engine.event.ContextId}, by which listeners and engine tell the purpose of a
 * message, and what an operation that has not ended says of itself when it is asked:
 * {@link org.reactivempi.transport.engine.event.PendingOperation}, of each kind by its
 * {@link org.reactivempi.transport.engine.event.OpenOperations}.
 *
 * <p>Called by {@code ask}, {@code auth}, {@code diagnosis}, {@code engine}, {@code failure}, {@code link}, {@code match},
 * {@code membership}, {@code port}, {@code protocol}, {@code window}, {@code api/core}, {@code api/spring}, {@code api/testkit}
 * and {@code transport/observe}; knows {@code progress} and {@code transport/channel}. {@link
 * org.reactivempi.transport.engine.event.EngineListenerProvider}, {@link org.reactivempi.transport.engine.event.EngineListener}
 * and the types that they name are an SPI, as that of channels: a jar that has a provider in its {@code META-INF/services} hears
 * of the sessions that it wants. All else is internal.
 */
@NullMarked
package org.reactivempi.transport.engine.event;

import org.jspecify.annotations.NullMarked;
