/**
 * The RSocket channel: each link is one {@code requestChannel} stream of an RSocket connection of its own, over TCP or
 * WebSocket, whose payloads are pieces of the link's bytes.
 *
 * <p>Demand is RSocket's own: what a peer has not requested waits in the link, which is then not writable, and a payload is
 * requested again once the engine has consumed it. So neither side holds more than a known amount.
 *
 * <p>Called by no other package; knows {@code frame}, {@code link} and {@code transport/channel}. Found by {@code ServiceLoader};
 * uses rsocket-java, reactor-netty and Netty. Connections run on the rank's own event loop, except those that come through {@link
 * org.reactivempi.transport.rsocket.RSocketGate}, which is what applications use; everything else is internal.
 */
@NullMarked
package org.reactivempi.transport.rsocket;

import org.jspecify.annotations.NullMarked;
