/**
 * The TCP channel: links are reactor-netty connections on the rank's own event loop, native epoll where there is one.
 *
 * <p>Found by {@code ServiceLoader}, knows the channel SPI, reactor-netty and Netty. Everything happens on the progress
 * thread. Internal.
 */
@NullMarked
package org.reactivempi.transport.tcp;

import org.jspecify.annotations.NullMarked;
