/** Tests of the simulator. */
@NullMarked
package org.reactivempi.benchmarks.simulate;

import org.jspecify.annotations.NullMarked;
