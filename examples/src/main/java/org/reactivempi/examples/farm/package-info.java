/** Tasks for ranks of different speeds: distributed by demand, and split beforehand. */
@NullMarked
package org.reactivempi.examples.farm;

import org.jspecify.annotations.NullMarked;
