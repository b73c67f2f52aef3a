package org.reactivempi.transport.rsocket;

import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.resolver.DefaultAddressResolverGroup;
import io.rsocket.DuplexConnection;
import io.rsocket.RSocket;
import io.rsocket.core.RSocketConnector;
import io.rsocket.frame.decoder.PayloadDecoder;
import io.rsocket.transport.ClientTransport;
import io.rsocket.transport.netty.RSocketLengthCodec;
import io.rsocket.transport.netty.TcpDuplexConnection;
import io.rsocket.transport.netty.WebsocketDuplexConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.Workers;
import org.reactivempi.transport.channel.tls.Tls;
import org.reactivempi.transport.rsocket.frame.CheckedConnection;
import org.reactivempi.transport.rsocket.frame.FrameRules;
import org.reactivempi.transport.rsocket.frame.Greeting;
import org.reactivempi.transport.rsocket.frame.KeepAlive;
import org.reactivempi.transport.rsocket.link.Departures;
import org.reactivempi.transport.rsocket.link.RSocketLink;
import org.reactivempi.transport.rsocket.link.RSocketLink.Carrier;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.ChannelPipelineConfigurer;
import reactor.netty.Connection;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.WebsocketClientSpec;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.TcpClient;

/** Connects to the RSocket servers of peers, whichever kind they are. On the progress loop. */
final class Connector {

    /** A peer that computes on its progress thread answers late; it is given up when that lasts too long. */
    private static final int KEEP_ALIVES_TO_MISS = 15;
    /** That is {@link KeepAlive}'s. RSocket takes nothing but more than zero, and what is less than a millisecond for never. */
    private static final Duration NEVER = Duration.ofNanos(1);

    private final EventLoop loop;
    private final Duration keepAlive;
    private final Optional<Tls> tls;
    private final Departures departures = new Departures();
    private final TcpClient tcp;
    private final HttpClient http;

    Connector(EventLoop loop, Duration keepAlive, Optional<Tls> tls) {
        LoopResources loops = useNative -> loop;
        this.loop = loop;
        this.keepAlive = keepAlive;
        this.tls = tls;
        this.tcp = TcpClient.create(ConnectionProvider.newConnection())
                .runOn(loops)
                .resolver(DefaultAddressResolverGroup.INSTANCE)
                .option(ChannelOption.RECVBUF_ALLOCATOR, Listener.READS);
        this.http = HttpClient.create(ConnectionProvider.newConnection())
                .runOn(loops)
                .resolver(DefaultAddressResolverGroup.INSTANCE)
                .option(ChannelOption.RECVBUF_ALLOCATOR, Listener.READS);
    }

    boolean reaches(String address) {
        try {
            return !RSocketAddress.parse(address).door().isEmpty();
        } catch (IOException malformed) {
            return false;
        }
    }

    void connect(String address, LinkHandler handler) {
        try {
            RSocketAddress to = RSocketAddress.parse(address);
            dial(to).subscribe(connection -> connected(connection, to, handler), error -> fail(handler, error));
        } catch (IOException malformed) {
            fail(handler, malformed);
        }
    }

    /** Later, since a caller that connects does not expect to be called back. */
    private void fail(LinkHandler handler, Throwable cause) {
        loop.execute(() -> handler.onClosed(cause));
    }

    /** A name service may take its time, which must not be the progress loop's. */
    private Mono<? extends Connection> dial(RSocketAddress to) {
        Mono<InetSocketAddress> found = Mono.fromCallable(to::socketAddress);
        return (to.isNamed() ? found.subscribeOn(Workers.scheduler()) : found).flatMap(at -> dial(to, at));
    }

    /** Where TLS fails before reactor-netty knows of the connection, reactor-netty says nothing. */
    private Mono<? extends Connection> dial(RSocketAddress to, InetSocketAddress at) {
        Sinks.Empty<Connection> unprotected = Sinks.empty();
        ChannelPipelineConfigurer protect = (observer, channel, remote) ->
                tls.ifPresent(protection -> protection.protectConnector(channel).addListener(shaken -> {
                    if (!shaken.isSuccess()) {
                        unprotected.tryEmitError(shaken.cause());
                    }
                }));
        return Mono.firstWithSignal(dial(to, at, protect), unprotected.asMono());
    }

    private Mono<? extends Connection> dial(
            RSocketAddress to, InetSocketAddress at, ChannelPipelineConfigurer protect) {
        if (!to.websocket()) {
            return tcp.doOnChannelInit(protect).remoteAddress(() -> at).connect();
        }
        WebsocketClientSpec frames = WebsocketClientSpec.builder()
                .maxFramePayloadLength(FrameRules.MOST_FRAME_BYTES)
                .build();
        return http.doOnChannelInit(protect)
                .remoteAddress(() -> at)
                .websocket(frames)
                .uri(to.path())
                .connect();
    }

    private void connected(Connection connection, RSocketAddress to, LinkHandler handler) {
        RSocketLink link = new RSocketLink(loop, carrier(connection, to), departures, true);
        connection.onDispose(link::onConnectionEnd);
        link.begin(handler);
        if (!link.isClosed()) {
            DuplexConnection checked = new CheckedConnection(
                            connection.channel(),
                            to.websocket(),
                            frames(connection, to),
                            FrameRules.ofConnector(),
                            breach -> link.fail(new IOException("the peer broke the protocol: " + breach)),
                            link::fail)
                    .announcing(keepAlive);
            greet(to.door(), checked)
                    .subscribe(peer -> peer.requestChannel(link.outlet()).subscribe(link.intake()), link::onLost);
        }
    }

    private static Carrier carrier(Connection connection, RSocketAddress to) {
        return new Carrier() {
            @Override
            public void end() {
                connection.dispose();
            }

            @Override
            public byte[] binding() {
                return Door.isOfGate(to.door()) ? Door.gateBinding() : Tls.binding(connection.channel());
            }

            @Override
            public String remote() {
                return to.at("").toString();
            }
        };
    }

    private static DuplexConnection frames(Connection connection, RSocketAddress to) {
        if (to.websocket()) {
            return new WebsocketDuplexConnection("client", connection);
        }
        connection.addHandlerLast(new RSocketLengthCodec(FrameRules.MOST_FRAME_BYTES));
        return new TcpDuplexConnection("client", connection);
    }

    private Mono<RSocket> greet(String door, DuplexConnection connection) {
        return RSocketConnector.create()
                .dataMimeType(Greeting.MIME_TYPE)
                .setupPayload(Mono.fromSupplier(() -> Greeting.to(door)))
                .keepAlive(NEVER, longestSilence())
                .payloadDecoder(PayloadDecoder.ZERO_COPY)
                .maxInboundPayloadSize(FrameRules.MOST_FRAME_BYTES)
                .connect(new Standing(connection));
    }

    private Duration longestSilence() {
        return keepAlive.isZero() ? Duration.ofHours(1) : keepAlive.multipliedBy(KEEP_ALIVES_TO_MISS);
    }

    /** A transport that has connected already. */
    private record Standing(DuplexConnection connection) implements ClientTransport {

        @Override
        public Mono<DuplexConnection> connect() {
            return Mono.just(connection);
        }

        @Override
        public int maxFrameLength() {
            return FrameRules.MOST_FRAME_BYTES;
        }
    }
}
