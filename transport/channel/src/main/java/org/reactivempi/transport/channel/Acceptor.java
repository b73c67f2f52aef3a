package org.reactivempi.transport.channel;

/** Takes the connections that peers open; the engine's side of an {@link Endpoint}. */
@FunctionalInterface
public interface Acceptor {

    /**
     * Gives a new connection its handler, whose {@link LinkHandler#onOpen} is called next. Where the channel finds later that the
     * other end is no peer, it ends the link with a {@link RefusedException}.
     */
    LinkHandler accept();

    /** Hears of a connection that the channel has refused before it was a link. */
    default void refused(RefusedException why) {}
}
