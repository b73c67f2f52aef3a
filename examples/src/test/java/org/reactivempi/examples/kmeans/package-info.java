/** Tests of the example. */
@NullMarked
package org.reactivempi.examples.kmeans;

import org.jspecify.annotations.NullMarked;
