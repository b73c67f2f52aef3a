package org.reactivempi.transport.channel;

import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import reactor.core.publisher.Mono;

/** A way for bytes to travel between ranks. One instance serves one rank. */
public interface Channel {

    /** The name by which settings choose it, such as {@code tcp}. */
    String name();

    /**
     * How the rank's progress loop waits for this channel's input.
     *
     * @param waiting says whether to poll or to sleep
     */
    IoHandlerFactory ioHandler(Waiting waiting);

    /**
     * Begins to accept connections.
     *
     * @param loop the rank's progress loop, made with {@link #ioHandler}; everything of this endpoint happens on it
     * @param acceptor takes the connections of peers
     * @return the endpoint, signalled on the loop; fails with an {@link java.io.IOException} that names the address
     */
    Mono<Endpoint> open(EventLoop loop, Acceptor acceptor);
}
