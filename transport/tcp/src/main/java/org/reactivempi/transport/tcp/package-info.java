/**
 * The TCP channel: links are reactor-netty connections on the rank's own event loop, native epoll where there is one.
 *
 * <p>Called by no other package; knows {@code transport/channel}. Found by {@code ServiceLoader}; uses reactor-netty and Netty.
 * Everything happens on the progress thread. Internal.
 */
@NullMarked
package org.reactivempi.transport.tcp;

import org.jspecify.annotations.NullMarked;
