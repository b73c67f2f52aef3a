/** Tests of the package of the same name. */
@NullMarked
package org.reactivempi.examples.quotes;

import org.jspecify.annotations.NullMarked;
