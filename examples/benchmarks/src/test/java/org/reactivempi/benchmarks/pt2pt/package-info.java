/** Tests of the package of the same name. */
@NullMarked
package org.reactivempi.benchmarks.pt2pt;

import org.jspecify.annotations.NullMarked;
