/**
 * What a rank has from outside: loop, time, chance, and the knowledge of other threads.
 *
 * <p>{@link org.reactivempi.transport.engine.platform.Platform} is asked by all that would otherwise ask the JVM. What lies below this
 * package gets what it needs by its constructor: a ticker, a clock, a generator.
 *
 * <p>Called by the engine's root and by the MPI layer, from any thread; knows {@code progress} and {@code diagnosis}. Internal.
 */
@NullMarked
package org.reactivempi.transport.engine.platform;

import org.jspecify.annotations.NullMarked;
