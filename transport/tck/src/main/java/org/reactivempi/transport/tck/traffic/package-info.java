/**
 * Traffic between two engines, and a time of theirs, for a channel's own tests of what strangers can do to it meanwhile.
 *
 * <p>Called by no other package; knows {@code transport/engine}. Tests of channels call it. Any thread.
 */
@NullMarked
package org.reactivempi.transport.tck.traffic;

import org.jspecify.annotations.NullMarked;
