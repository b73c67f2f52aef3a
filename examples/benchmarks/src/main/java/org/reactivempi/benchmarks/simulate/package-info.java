/**
 * Collective operations on computers that nobody has: runs the plans of all ranks, which are the ones that ranks run, in a model of a
 * network (LogGP), with noise by a seed. Shows how long an algorithm takes for up to 100 000 ranks, how many rounds and messages, and
 * which one would have been best.
 *
 * <p>Uses plans and algorithms of {@code api/core}, no engine and no ranks. One thread.
 */
@NullMarked
package org.reactivempi.benchmarks.simulate;

import org.jspecify.annotations.NullMarked;
