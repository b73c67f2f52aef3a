/** Tests of the benchmark. */
@NullMarked
package org.reactivempi.benchmarks.rma;

import org.jspecify.annotations.NullMarked;
