package org.reactivempi.transport.channel;

/** Takes the connections that peers open; the engine's side of an {@link Endpoint}. */
@FunctionalInterface
public interface Acceptor {

    /** Gives a new connection its handler, whose {@link LinkHandler#onOpen} is called next. */
    LinkHandler accept();
}
