/** Tests of the example. */
@NullMarked
package org.reactivempi.examples.partitions;

import org.jspecify.annotations.NullMarked;
