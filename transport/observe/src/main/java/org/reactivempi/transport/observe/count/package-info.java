/**
 * Counters of the progress thread that others read, of the rank and of each of its peers. Called by everything in {@code observe} that
 * counts.
 */
@NullMarked
package org.reactivempi.transport.observe.count;

import org.jspecify.annotations.NullMarked;
