/**
 * Links to peers: one {@link org.reactivempi.transport.engine.link.PeerLink} for each process that this rank talks to.
 *
 * <p>A peer link is opened by the first packet for its peer, or by the peer; it gathers the packets of a turn and hands
 * them to its connection in one write.
 *
 * <pre>
 *   the streams, over all connections      one connection after the other
 *   Outflow, with Unacknowledged ----+     LinkState: whether one stands, what its end means, the goodbyes; with ResumeState
 *   PeerLink, with PacketReader -----+---- Dialer: tries to make one, with pauses, within a time limit
 *                                          Heartbeat: whether the peer is heard
 *                                          Connection: LinkHandshake, then a part of the streams
 * </pre>
 * {@link org.reactivempi.transport.engine.link.Links} makes all of them, and closes them; {@code Connections} are all that
 * there are, strangers among them; {@link org.reactivempi.transport.engine.link.LinkContext} is what all of them share.
 * A peer is a number that stands for a job and a rank: {@link org.reactivempi.transport.engine.link.Processes}.
 *
 * <p>Called by {@code ask}, {@code diagnosis}, {@code engine}, {@code extension}, {@code failure}, {@code flow},
 * {@code membership}, {@code protocol} and {@code window}; knows {@code auth}, {@code event}, {@code packet}, {@code port},
 * {@code progress} and {@code transport/channel}. What goes up goes through {@link
 * org.reactivempi.transport.engine.link.PeerListener}, one for each family of packets. Internal.
 */
@NullMarked
@OnProgressThread
package org.reactivempi.transport.engine.link;

import org.jspecify.annotations.NullMarked;
import org.reactivempi.transport.channel.OnProgressThread;
