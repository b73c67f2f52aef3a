/**
 * Ranks without sockets or threads: their loops, their clocks and the network between them move only when a test says so.
 *
 * <p>Used by the tests of {@code link} and {@code protocol}.
 */
@NullMarked
package org.reactivempi.transport.engine.fake;

import org.jspecify.annotations.NullMarked;
