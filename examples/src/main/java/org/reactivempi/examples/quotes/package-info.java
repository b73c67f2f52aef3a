/** Ask and answer: each rank asks its neighbour for prices, some of which come too late. */
@NullMarked
package org.reactivempi.examples.quotes;

import org.jspecify.annotations.NullMarked;
