/**
 * TLS 1.3 with mutual authentication, from PEM files: for the channels that carry bytes over sockets.
 *
 * <p>Called by channels as they open connections, knows the settings, Netty's handlers and the JDK. On the progress
 * thread, but for the costly steps of handshakes. Internal.
 */
@NullMarked
package org.reactivempi.transport.channel.tls;

import org.jspecify.annotations.NullMarked;
