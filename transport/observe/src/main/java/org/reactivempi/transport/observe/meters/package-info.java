/**
 * Meters of a rank in a Micrometer registry.
 *
 * <p>The progress thread counts in numbers of its own, which the registry reads when it is asked; only latencies, of a sample of
 * operations, go to the registry as they come. Called by the engine through its events. Knows {@code engine.event} and
 * {@code count}.
 */
@NullMarked
package org.reactivempi.transport.observe.meters;

import org.jspecify.annotations.NullMarked;
