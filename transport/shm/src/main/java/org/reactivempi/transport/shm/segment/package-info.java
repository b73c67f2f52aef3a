/**
 * Segments: memory of many ranks of a host, which each of them maps. The one that makes a segment holds it ready for the others by its name,
 * until all have it.
 *
 * <p>Called by {@code handshake} and {@code shm}; knows {@code file} and {@code transport/channel}. Uses Netty. On the rank's
 * progress thread, but for the making of files, which is {@code Workers}'. Internal.
 */
@NullMarked
package org.reactivempi.transport.shm.segment;

import org.jspecify.annotations.NullMarked;
