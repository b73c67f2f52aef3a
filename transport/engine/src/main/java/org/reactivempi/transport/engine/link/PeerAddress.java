package org.reactivempi.transport.engine.link;

/**
 * One of the ways to a peer.
 *
 * @param channel the name of the channel
 * @param address what the peer's endpoint of this channel gave
 */
public record PeerAddress(String channel, String address) {}
