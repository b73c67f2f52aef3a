/** Tests of the package of the same name. */
@NullMarked
package org.reactivempi.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
