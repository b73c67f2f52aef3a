/** Tests of the package of the same name. */
@NullMarked
package org.reactivempi.examples;

import org.jspecify.annotations.NullMarked;
