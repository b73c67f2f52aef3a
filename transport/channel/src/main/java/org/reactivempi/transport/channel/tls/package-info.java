/**
 * TLS 1.3 with mutual authentication, from PEM files: for the channels that carry bytes over sockets.
 *
 * <p>Called by channels as they open connections, knows the settings and the JDK. On the thread of whoever calls. Internal.
 */
@NullMarked
package org.reactivempi.transport.channel.tls;

import org.jspecify.annotations.NullMarked;
