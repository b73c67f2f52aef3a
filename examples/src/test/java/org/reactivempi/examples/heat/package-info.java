/** Tests of the package of the same name. */
@NullMarked
package org.reactivempi.examples.heat;

import org.jspecify.annotations.NullMarked;
