/**
 * Files of which each rank writes a part, and the last one puts them together.
 *
 * <p>Called by {@code observe}, {@code stats} and {@code trace}; knows {@code transport/channel} and {@code transport/engine}.
 */
@NullMarked
package org.reactivempi.transport.observe.parts;

import org.jspecify.annotations.NullMarked;
