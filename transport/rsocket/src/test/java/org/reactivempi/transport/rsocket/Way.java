package org.reactivempi.transport.rsocket;

import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.SocketAcceptor;
import io.rsocket.core.RSocketServer;
import io.rsocket.frame.decoder.PayloadDecoder;
import io.rsocket.transport.netty.server.CloseableChannel;
import io.rsocket.transport.netty.server.TcpServerTransport;
import io.rsocket.transport.netty.server.WebsocketServerTransport;
import io.rsocket.util.DefaultPayload;
import java.util.Map;
import java.util.Optional;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** How peers come in: through the rank's own server, or through an application's. */
enum Way {
    TCP,
    WEBSOCKET,
    APPLICATION_TCP,
    APPLICATION_WEBSOCKET;

    /** The application answers each request with what it was. */
    private static final SocketAcceptor ECHO = SocketAcceptor.with(new RSocket() {
        @Override
        public Mono<Payload> requestResponse(Payload request) {
            String text = "echo of " + request.getDataUtf8();
            request.release();
            return Mono.just(DefaultPayload.create(text));
        }
    });

    /** What a rank needs in order to be reached this way, and the application's server if there is one. */
    record Open(RSocketContext context, String server, Disposable application) {}

    Open open() {
        return switch (this) {
            case TCP -> own("tcp");
            case WEBSOCKET -> own("websocket");
            case APPLICATION_TCP, APPLICATION_WEBSOCKET -> application(RSocketGate.create());
        };
    }

    private static Open own(String transport) {
        return new Open(RSocketContext.of(0, Map.of("rsocket-transport", transport)), "", () -> {});
    }

    private Open application(RSocketGate gate) {
        RSocketServer server = RSocketServer.create(ECHO)
                .payloadDecoder(PayloadDecoder.ZERO_COPY)
                .interceptors(registry -> registry.forSocketAcceptor(gate));
        CloseableChannel bound = this == APPLICATION_TCP
                ? server.bindNow(TcpServerTransport.create("127.0.0.1", 0))
                : server.bindNow(WebsocketServerTransport.create("127.0.0.1", 0));
        String place = "127.0.0.1:" + bound.address().getPort();
        String address = this == APPLICATION_TCP ? "tcp://" + place : "ws://" + place + "/";
        RSocketContext context = new RSocketContext(0, true, Map.of(), Optional.of(gate.at(address)));
        return new Open(context, address, bound);
    }
}
