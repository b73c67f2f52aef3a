/**
 * What single operations cost, in nanoseconds and in bytes of heap; run by {@code examples/benchmarks/run}.
 *
 * <p>JMH calls the benchmarks, each on a thread of its own; those that need ranks start them in this JVM. What pairs of
 * processes reach over a network is measured by the example {@code pt2pt}.
 */
@NullMarked
package org.reactivempi.benchmarks;

import org.jspecify.annotations.NullMarked;
