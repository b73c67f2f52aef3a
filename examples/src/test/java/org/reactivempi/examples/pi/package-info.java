/** Tests of the example. */
@NullMarked
package org.reactivempi.examples.pi;

import org.jspecify.annotations.NullMarked;
