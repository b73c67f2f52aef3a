/** Tests of the package of the same name. */
@NullMarked
package org.reactivempi.examples.ring;

import org.jspecify.annotations.NullMarked;
