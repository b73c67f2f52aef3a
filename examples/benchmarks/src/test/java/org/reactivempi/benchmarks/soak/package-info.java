/** Tests of the soak. */
@NullMarked
package org.reactivempi.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
