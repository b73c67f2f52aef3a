/** Tests of the program that is measured in each spelling of the package {@code mpi}. */
@NullMarked
package org.reactivempi.benchmarks.bindings;

import org.jspecify.annotations.NullMarked;
