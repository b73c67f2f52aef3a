/**
 * The algorithms of collective operations: each makes the plan of one rank from nothing but numbers. {@link
 * org.reactivempi.core.collective.algorithm.Choice} is the table of which one runs when.
 *
 * <p>Called by {@code collective} and {@code communicator}; knows {@code plan} and {@code settings}. Any thread. Internal.
 */
@NullMarked
package org.reactivempi.core.collective.algorithm;

import org.jspecify.annotations.NullMarked;
