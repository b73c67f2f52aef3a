/** Tests of the benchmark of collective operations. */
@NullMarked
package org.reactivempi.benchmarks.coll;

import org.jspecify.annotations.NullMarked;
