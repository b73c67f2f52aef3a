/**
 * Links to peers: one {@link org.reactivempi.transport.engine.link.PeerLink} per rank that this rank talks to.
 *
 * <p>A peer link is opened by the first packet for its peer, or by the peer; it gathers the packets of a turn and hands
 * them to its connection in one write. It is a stream of bytes each way ({@code Outflow}, {@code Inflow}), which goes on over
 * the next connection when one breaks: {@code Unacknowledged} has what must be sent again, {@code Contact} looks for the
 * connection. A {@code Connection} is one connection of a channel: proofs and greetings first, then a part of the streams.
 * {@link org.reactivempi.transport.engine.link.Links} finds, accepts and closes them.
 *
 * <p>Called by {@code protocol}, knows {@code auth}, {@code packet}, {@code progress} and the channel SPI; what goes up goes through
 * {@link org.reactivempi.transport.engine.link.PeerListener}. Only the progress thread comes here. Internal.
 */
@NullMarked
package org.reactivempi.transport.engine.link;

import org.jspecify.annotations.NullMarked;
