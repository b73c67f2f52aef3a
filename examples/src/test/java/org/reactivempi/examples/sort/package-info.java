/** Tests of the example. */
@NullMarked
package org.reactivempi.examples.sort;

import org.jspecify.annotations.NullMarked;
