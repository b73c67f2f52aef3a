/** Tests of the package of the same name. */
@NullMarked
package org.reactivempi.examples.deadlock;

import org.jspecify.annotations.NullMarked;
