/** Tests of the example {@code scale}. */
@NullMarked
package org.reactivempi.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
