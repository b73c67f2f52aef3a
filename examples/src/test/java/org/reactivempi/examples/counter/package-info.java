/** Tests of the example. */
@NullMarked
package org.reactivempi.examples.counter;

import org.jspecify.annotations.NullMarked;
