package org.reactivempi.transport.rsocket;

import io.netty.channel.EventLoop;
import java.util.concurrent.ThreadLocalRandom;
import org.reactivempi.transport.channel.Acceptor;

/**
 * The way into one rank's endpoint. Connections name it in their greeting, since several ranks may be behind one server,
 * and since a port may have been another rank's before.
 *
 * @param name of this endpoint alone
 * @param loop the rank's progress loop
 * @param acceptor gives new links their handlers
 * @param departures those of the links that are about to end
 */
record Door(String name, EventLoop loop, Acceptor acceptor, Departures departures) {

    static final int LONGEST_NAME = 32;

    static Door make(EventLoop loop, Acceptor acceptor) {
        return new Door("%016x".formatted(ThreadLocalRandom.current().nextLong()), loop, acceptor, new Departures());
    }
}
