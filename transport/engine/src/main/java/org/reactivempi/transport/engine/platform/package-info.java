/**
 * What a rank has from outside: loop, time, chance, and the knowledge of other threads.
 *
 * <p>{@link org.reactivempi.transport.engine.platform.Platform} is asked by all that would otherwise ask the JVM. What lies below this
 * package gets what it needs by its constructor: a ticker, a clock, a generator. {@link
 * org.reactivempi.transport.engine.platform.Program} is what may act in the rank's process by itself; {@code JvmThreads} look at
 * the JVM's own threads.
 *
 * <p>Called by {@code diagnosis}, {@code engine}, {@code match}, {@code port}, {@code protocol}, {@code api/core},
 * {@code api/testkit}, {@code transport/sim} and {@code transport/tck}; knows {@code progress} and {@code transport/channel}. Any
 * thread may call. Internal.
 */
@NullMarked
package org.reactivempi.transport.engine.platform;

import org.jspecify.annotations.NullMarked;
