/** Counters of the progress thread that others read. Called by everything in {@code observe} that counts. */
@NullMarked
package org.reactivempi.transport.observe.count;

import org.jspecify.annotations.NullMarked;
