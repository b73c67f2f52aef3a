/** Tests of the example {@code races}. */
@NullMarked
package org.reactivempi.benchmarks.races;

import org.jspecify.annotations.NullMarked;
