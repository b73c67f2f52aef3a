/** Tests of the soak. */
@NullMarked
package org.reactivempi.examples.soak;

import org.jspecify.annotations.NullMarked;
