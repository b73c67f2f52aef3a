/**
 * Counters of the progress thread that others read, of the rank and of each of its peers: one count for all observers.
 *
 * <p>Called by {@code flight}, {@code meters}, {@code stats} and {@code trace}; knows {@code transport/engine}.
 */
@NullMarked
package org.reactivempi.transport.observe.count;

import org.jspecify.annotations.NullMarked;
