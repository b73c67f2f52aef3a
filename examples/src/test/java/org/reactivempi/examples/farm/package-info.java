/** Tests of the example. */
@NullMarked
package org.reactivempi.examples.farm;

import org.jspecify.annotations.NullMarked;
