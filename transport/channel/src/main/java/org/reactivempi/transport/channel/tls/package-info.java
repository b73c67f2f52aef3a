/**
 * TLS 1.3 with mutual authentication, from PEM files: for the channels that carry bytes over sockets.
 *
 * <p>Called by {@code api/core}, {@code transport/rsocket} and {@code transport/tcp}; knows {@code log} and {@code settings}.
 * Channels come here as they open connections; it uses Netty's handlers. On the progress thread, but for the costly steps of
 * handshakes. Internal.
 */
@NullMarked
package org.reactivempi.transport.channel.tls;

import org.jspecify.annotations.NullMarked;
