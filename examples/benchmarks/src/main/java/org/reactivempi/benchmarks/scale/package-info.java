/**
 * How jobs grow: real engines of up to ten thousand ranks in this JVM, simulated, and what they take for start, collective operations and
 * failures. Beside it stands what the plans of the same operations take in the model of {@code simulate}, which has no engines.
 *
 * <p>{@link org.reactivempi.benchmarks.scale.Scale} is the program; {@code examples/run scale} starts it.
 */
@NullMarked
package org.reactivempi.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
