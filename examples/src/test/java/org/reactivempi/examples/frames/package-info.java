/** Tests of the example. */
@NullMarked
package org.reactivempi.examples.frames;

import org.jspecify.annotations.NullMarked;
