/**
 * Meters, traces and statistics of an engine.
 *
 * <pre>
 *  engine.event --&gt; stats    what was sent to whom, and what took long     one text per job
 *               \-&gt; trace    every operation and message                   one file for Perfetto per job
 *               \-&gt; meters   counters, gauges and timers of a registry
 *               \-&gt; flight   events of the JDK's flight recorder
 * </pre>
 * All of it is found by {@code ServiceLoader} where this jar is on the class path, and does nothing where the settings don't ask
 * for it. Called by no other package; knows {@code parts}, {@code stats}, {@code trace}, {@code transport/bootstrap} and
 * {@code transport/engine}. Of the engine, it knows {@code event}, and of the launcher the interface for its options.
 */
@NullMarked
package org.reactivempi.transport.observe;

import org.jspecify.annotations.NullMarked;
