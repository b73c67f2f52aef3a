/**
 * The channel between ranks of one JVM: links are queues of buffers from one progress thread to the other.
 *
 * <p>Called by no other package; knows {@code transport/channel}. Found by {@code ServiceLoader}; uses Netty's buffers and loops.
 * A link's two ends live on the threads of their ranks and meet only in commands that each puts into the other's mailbox.
 * Internal.
 */
@NullMarked
package org.reactivempi.transport.local;

import org.jspecify.annotations.NullMarked;
