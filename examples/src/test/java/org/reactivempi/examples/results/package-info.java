/** Tests of the package of the same name. */
@NullMarked
package org.reactivempi.examples.results;

import org.jspecify.annotations.NullMarked;
