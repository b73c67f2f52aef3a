/**
 * What a rank has from outside: loop, time, chance, and the knowledge of other threads.
 *
 * <p>{@link org.reactivempi.transport.engine.platform.Platform} is asked by all that would otherwise ask the JVM. What lies below this
 * package gets what it needs by its constructor: a ticker, a clock, a generator.
 *
 * <p>Called by {@code engine}, {@code api/core}, {@code api/testkit} and {@code transport/tck}; knows {@code diagnosis} and
 * {@code progress}. Any thread may call. Internal.
 */
@NullMarked
package org.reactivempi.transport.engine.platform;

import org.jspecify.annotations.NullMarked;
