/**
 * The frames of an RSocket connection as far as a link needs them: which a peer may send, what its first one says, and
 * keep-alives.
 *
 * <p>{@link org.reactivempi.transport.rsocket.frame.CheckedConnection} stands between the connection and RSocket, and shows
 * RSocket only frames that {@link org.reactivempi.transport.rsocket.frame.FrameRules} allow.
 *
 * <p>Called by {@code rsocket}; knows {@code link}. Of {@code link} it has the lengths; it uses RSocket and Netty. On the
 * connection's thread. Internal.
 */
@NullMarked
package org.reactivempi.transport.rsocket.frame;

import org.jspecify.annotations.NullMarked;
