/** Tests of the lanes of all ranks. */
@NullMarked
package org.reactivempi.benchmarks.soak.group;

import org.jspecify.annotations.NullMarked;
