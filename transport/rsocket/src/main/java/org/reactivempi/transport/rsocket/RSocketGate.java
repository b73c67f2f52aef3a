package org.reactivempi.transport.rsocket;

import io.rsocket.ConnectionSetupPayload;
import io.rsocket.RSocket;
import io.rsocket.SocketAcceptor;
import io.rsocket.exceptions.RejectedSetupException;
import io.rsocket.plugins.SocketAcceptorInterceptor;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.RefusedException;
import org.reactivempi.transport.channel.log.Log;
import org.reactivempi.transport.rsocket.frame.Greeting;
import org.reactivempi.transport.rsocket.link.RSocketLink;
import org.reactivempi.transport.rsocket.link.RSocketLink.Carrier;
import reactor.core.publisher.Mono;

/**
 * Lets ranks be reached through the RSocket server of the application that they are part of.
 *
 * <p>The application's server gets the gate as an interceptor, and sessions get it with the address at which peers reach
 * that server. Connections of other ranks are then theirs; all others are the application's, as before.
 *
 * <pre>
 *   peers ----------+                                       +--&gt; sessions
 *                   +--&gt; the application's server --&gt; gate --+
 *   other clients --+                                       +--&gt; the application
 * </pre>
 *
 * <p>Any number of sessions may be behind a gate. All methods may be called by any thread.
 */
public final class RSocketGate implements SocketAcceptorInterceptor {

    private static final Log log = Log.of(RSocketGate.class);

    private final Map<String, Door> doors;
    private final @Nullable RSocketAddress address;

    private RSocketGate(Map<String, Door> doors, @Nullable RSocketAddress address) {
        this.doors = doors;
        this.address = address;
    }

    /** A gate without an address: for the server. */
    public static RSocketGate create() {
        return new RSocketGate(new ConcurrentHashMap<>(), null);
    }

    /**
     * The same gate with an address: for {@code Settings.attach}.
     *
     * @param address of the server, as peers reach it: {@code tcp://HOST:PORT}, or {@code ws://HOST:PORT/PATH} for
     *     WebSocket
     * @return the gate with this address
     * @throws IllegalArgumentException if the address is malformed
     */
    public RSocketGate at(String address) {
        try {
            return new RSocketGate(doors, RSocketAddress.parse(address).at(""));
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Called by the server: puts the gate in front of the application. */
    @Override
    public SocketAcceptor apply(SocketAcceptor application) {
        return (setup, peer) -> Greeting.isMeant(setup) ? admit(setup, peer) : application.accept(setup, peer);
    }

    Mono<Endpoint> open(Door door, Connector connector) {
        RSocketAddress server = address;
        if (server == null) {
            return Mono.error(new IOException(
                    "the attached RSocketGate has no address: attach gate.at(\"tcp://HOST:PORT\") instead"));
        }
        doors.put(door.name(), door);
        return Mono.just(new GateEndpoint(server.at(door.name()), connector, () -> doors.remove(door.name())));
    }

    private Mono<RSocket> admit(ConnectionSetupPayload setup, RSocket peer) {
        try {
            Door door = doors.get(Greeting.door(setup));
            return door == null ? refuse("it looks for an endpoint that is not here") : enter(door, peer);
        } catch (IOException e) {
            return refuse(String.valueOf(e.getMessage()));
        } catch (RejectedExecutionException e) {
            return refuse("the endpoint that it looks for has just closed");
        }
    }

    private static Mono<RSocket> enter(Door door, RSocket peer) {
        RSocketLink link = new RSocketLink(door.loop(), carrier(peer), door.departures(), false);
        door.loop().execute(() -> link.begin(door.acceptor().accept()));
        peer.onClose().subscribe(nothing -> {}, lost -> link.onConnectionEnd(), link::onConnectionEnd);
        return Mono.just(link.guest());
    }

    private static Carrier carrier(RSocket peer) {
        return new Carrier() {
            @Override
            public void end() {
                peer.dispose();
            }

            /** Whatever TLS the application's server has, this rank does not see it. */
            @Override
            public byte[] binding() {
                return Door.gateBinding();
            }

            @Override
            public String remote() {
                return "a peer of the application's RSocket server";
            }
        };
    }

    /** Any session counts it, and tells its log. */
    private Mono<RSocket> refuse(String reason) {
        RefusedException why = new RefusedException("through the application's RSocket server: " + reason);
        try {
            doors.values().stream()
                    .findAny()
                    .ifPresentOrElse(
                            door -> door.loop().execute(() -> door.acceptor().refused(why)),
                            () -> log.debug("refused a connection, and there is no session: {}", reason));
        } catch (RejectedExecutionException e) {
            log.debug("refused a connection, and the session has just closed: {}", reason);
        }
        return Mono.error(new RejectedSetupException(reason));
    }

    /** A rank behind the application's RSocket server. */
    private static final class GateEndpoint implements Endpoint {

        private final RSocketAddress address;
        private final Connector connector;
        private final Runnable shut;

        GateEndpoint(RSocketAddress address, Connector connector, Runnable shut) {
            this.address = address;
            this.connector = connector;
            this.shut = shut;
        }

        @Override
        public String address() {
            return address.toString();
        }

        @Override
        public boolean reaches(String address) {
            return connector.reaches(address);
        }

        @Override
        public void connect(String address, LinkHandler handler) {
            connector.connect(address, handler);
        }

        @Override
        public void close() {
            shut.run();
        }
    }
}
