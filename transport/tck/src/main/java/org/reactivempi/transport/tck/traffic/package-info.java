/**
 * Traffic between two engines, and a time of theirs, for a channel's own tests of what strangers can do to it meanwhile.
 *
 * <p>Called by tests of channels, knows the engine. Any thread.
 */
@NullMarked
package org.reactivempi.transport.tck.traffic;

import org.jspecify.annotations.NullMarked;
