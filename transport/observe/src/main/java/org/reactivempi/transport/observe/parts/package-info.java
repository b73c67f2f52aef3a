/**
 * Files of which each rank writes a part, and the last one puts them together.
 *
 * <p>Called by {@code stats} and {@code trace}, and by the launcher's side; knows nothing else.
 */
@NullMarked
package org.reactivempi.transport.observe.parts;

import org.jspecify.annotations.NullMarked;
