package org.reactivempi.transport.rsocket;

import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.rsocket.link.Departures;

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

    /** By this the connector knows as well that the acceptor sees nothing of what protects their connection. */
    private static final String GATE = "gate-";

    private static final String GATE_BINDING = "application";

    /** That of a rank's own server. */
    static Door make(EventLoop loop, Acceptor acceptor) {
        return make("", loop, acceptor);
    }

    /** One behind an application's server. */
    static Door ofGate(EventLoop loop, Acceptor acceptor) {
        return make(GATE, loop, acceptor);
    }

    private static Door make(String kind, EventLoop loop, Acceptor acceptor) {
        String name = kind
                + String.format(
                        Locale.ROOT, "%016x", ThreadLocalRandom.current().nextLong());
        return new Door(name, loop, acceptor, new Departures());
    }

    static boolean isOfGate(String name) {
        return name.startsWith(GATE);
    }

    /** What both ends of a connection to a gate bind their proofs to: not what protects it, but that it is a gate. */
    static byte[] gateBinding() {
        return GATE_BINDING.getBytes(StandardCharsets.US_ASCII);
    }
}
