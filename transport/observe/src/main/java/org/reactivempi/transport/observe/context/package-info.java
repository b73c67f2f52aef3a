/**
 * Traces through all ranks, with Micrometer's observations: a message takes the trace of its send along, and its receive goes on
 * with it.
 *
 * <pre>
 *  rank 0   observation in the Reactor context --&gt; reactivempi.send --carrier, with the message--+
 *  rank 1   the receive's signal, and what it starts  &lt;-- reactivempi.receive  &lt;-----------------+
 * </pre>
 * The tracer of the registry decides what the carrier holds. Called by no other package; knows {@code transport/engine}. The
 * engine calls it through its events, on the progress thread.
 */
@NullMarked
package org.reactivempi.transport.observe.context;

import org.jspecify.annotations.NullMarked;
