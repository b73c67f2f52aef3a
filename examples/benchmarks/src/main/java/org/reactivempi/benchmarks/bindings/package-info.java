/**
 * A program of blocking calls that is measured in each spelling of the package {@code mpi}, with our own blocking calls, and, unchanged,
 * with MPJ Express.
 */
@NullMarked
package org.reactivempi.benchmarks.bindings;

import org.jspecify.annotations.NullMarked;
