/** Tests of the package of the same name. */
@NullMarked
package org.reactivempi.layout;

import org.jspecify.annotations.NullMarked;
