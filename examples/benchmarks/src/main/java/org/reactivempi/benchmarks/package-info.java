/**
 * What single operations cost, in nanoseconds and in bytes of heap; run by {@code examples/benchmarks/run}.
 *
 * <p>JMH calls the benchmarks, each on a thread of its own; the ones that need ranks start them in this JVM. What needs
 * processes is in packages of its own, which {@code examples/run} starts by their names: {@code pt2pt} measures pairs of
 * ranks, {@code peers} compares them with other MPI libraries, {@code soak} looks for what is lost in hours.
 */
@NullMarked
package org.reactivempi.benchmarks;

import org.jspecify.annotations.NullMarked;
