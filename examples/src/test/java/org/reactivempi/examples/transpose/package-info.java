/** Tests of the package of the same name. */
@NullMarked
package org.reactivempi.examples.transpose;

import org.jspecify.annotations.NullMarked;
