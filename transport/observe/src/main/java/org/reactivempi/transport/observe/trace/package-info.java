/**
 * Traces of a job for Perfetto: what every rank did, when, and which receive got which send.
 *
 * <pre>
 *  Tracing --numbers--&gt; Ring --another thread--&gt; FILE.0.part --+
 *                                                 FILE.1.part --+--Merger--&gt; FILE, as JSON
 * </pre>
 * The progress thread only writes numbers into memory; a rank that is killed loses what its ring still held, some
 * milliseconds. Clocks are brought together when the parts are.
 *
 * <p>Called by {@code observe}; knows {@code count}, {@code parts}, {@code transport/channel} and {@code transport/engine}. The
 * engine calls it through its events, and the launcher through its options.
 */
@NullMarked
package org.reactivempi.transport.observe.trace;

import org.jspecify.annotations.NullMarked;
