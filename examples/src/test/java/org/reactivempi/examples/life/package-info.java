/** Tests of the example. */
@NullMarked
package org.reactivempi.examples.life;

import org.jspecify.annotations.NullMarked;
