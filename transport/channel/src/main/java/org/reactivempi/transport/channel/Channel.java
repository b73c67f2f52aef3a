package org.reactivempi.transport.channel;

import reactor.core.publisher.Mono;

/** A way for bytes to travel between ranks. One instance serves one rank. */
public interface Channel {

    /** The name by which settings choose it, such as {@code tcp}. */
    String name();

    /** Whether it registers sockets with the progress loop, which then can wait for them. */
    boolean usesSockets();

    /**
     * Whether a connection may break while both ends live, as those through sockets do: then links keep what has not been
     * acknowledged, and go on with the next connection. Where it ends with the peer alone, they keep nothing.
     */
    default boolean mayBreak() {
        return true;
    }

    /**
     * Begins to accept connections.
     *
     * @param progress the rank's progress loop; everything of this endpoint happens on it
     * @param acceptor takes the connections of peers
     * @return the endpoint, signalled on the loop; fails with an {@link java.io.IOException} that names what is wrong
     */
    Mono<Endpoint> open(Progress progress, Acceptor acceptor);
}
