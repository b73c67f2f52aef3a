/**
 * The memory that two ranks share, and the link over it: two rings of bytes in one file, and the bell that wakes a rank which
 * sleeps.
 *
 * <p>{@link org.reactivempi.transport.shm.ring.RingFile} says what is where in the file, and {@link
 * org.reactivempi.transport.shm.ring.ShmLink} writes into one of its rings and reads from the other.
 *
 * <p>Called by {@code handshake} and {@code shm}; knows {@code file} and {@code transport/channel}. Uses Netty. On the rank's
 * progress thread; the other process is reached through words of the shared memory alone, and what it writes there is checked.
 * Internal.
 */
@NullMarked
package org.reactivempi.transport.shm.ring;

import org.jspecify.annotations.NullMarked;
