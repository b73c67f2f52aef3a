package org.reactivempi.transport.engine.link;

import org.reactivempi.transport.channel.Endpoint;

/**
 * One of the ways in which this rank sends and listens.
 *
 * @param channel the name of the channel
 * @param mayBreak whether its connections may end while both sides live
 * @param endpoint this rank's
 */
public record Route(String channel, boolean mayBreak, Endpoint endpoint) {}
