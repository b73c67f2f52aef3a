/**
 * Meters of a rank in a Micrometer registry.
 *
 * <p>The progress thread counts in numbers of its own, which the registry reads when it is asked; only latencies, of a sample of
 * operations, go to the registry as they come. Called by no other package; knows {@code count} and {@code transport/engine}. The
 * engine calls it through its events.
 */
@NullMarked
package org.reactivempi.transport.observe.meters;

import org.jspecify.annotations.NullMarked;
