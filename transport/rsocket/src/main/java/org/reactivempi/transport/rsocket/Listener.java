package org.reactivempi.transport.rsocket;

import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.rsocket.transport.netty.RSocketLengthCodec;
import io.rsocket.transport.netty.TcpDuplexConnection;
import io.rsocket.transport.netty.WebsocketDuplexConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.FailedAccepts;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.OwnAddress;
import org.reactivempi.transport.channel.tls.Tls;
import org.reactivempi.transport.rsocket.RSocketSettings.Transport;
import org.reactivempi.transport.rsocket.frame.FrameRules;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.WebsocketServerSpec;
import reactor.netty.http.websocket.WebsocketInbound;
import reactor.netty.http.websocket.WebsocketOutbound;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.TcpServer;

/** A rank's own RSocket server, on its progress loop. */
final class Listener implements Endpoint {

    /** Room for a few frames, since what does not fit is copied together. */
    static final RecvByteBufAllocator READS = new FixedRecvByteBufAllocator(256 * 1024);

    private final DisposableServer server;
    private final List<String> addresses;
    private final Connector connector;

    private Listener(DisposableServer server, List<String> addresses, Connector connector) {
        this.server = server;
        this.addresses = addresses;
        this.connector = connector;
    }

    static Mono<Endpoint> open(Door door, RSocketSettings settings, Connector connector) {
        return Mono.fromCallable(() -> settings.address().resolve())
                .flatMap(addresses -> open(
                                door,
                                settings,
                                new InetSocketAddress(OwnAddress.listeningAt(addresses), settings.port()))
                        .map(server -> new Listener(server, addresses(door, settings, addresses, server), connector)));
    }

    private static Mono<DisposableServer> open(Door door, RSocketSettings settings, InetSocketAddress address) {
        return bind(door, settings, address)
                .<DisposableServer>map(server -> server)
                .onErrorMap(error -> new IOException("cannot listen on " + text(address) + ": " + reason(error)))
                .doOnNext(server -> server.channel().pipeline().addFirst(new FailedAccepts(RSocketChannel.NAME)));
    }

    private static Mono<? extends DisposableServer> bind(
            Door door, RSocketSettings settings, InetSocketAddress address) {
        return settings.transport() == Transport.TCP
                ? tcp(door, address, settings.tls()).bind()
                : websocket(door, address, settings).bind();
    }

    private static TcpServer tcp(Door door, InetSocketAddress address, Optional<Tls> tls) {
        LoopResources loops = useNative -> door.loop();
        return TcpServer.create()
                .runOn(loops)
                .bindAddress(() -> address)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, READS)
                .doOnChannelInit((observer, channel, remote) -> Arrival.at(door, channel, tls))
                .doOnConnection(Listener::serveTcp);
    }

    private static void serveTcp(Connection connection) {
        connection.addHandlerLast(new RSocketLengthCodec(FrameRules.MOST_FRAME_BYTES));
        Arrival.of(connection.channel())
                .serve(new TcpDuplexConnection("server", connection))
                .then(Mono.<Void>never())
                .subscribe(connection.disposeSubscriber());
    }

    private static HttpServer websocket(Door door, InetSocketAddress address, RSocketSettings settings) {
        LoopResources loops = useNative -> door.loop();
        WebsocketServerSpec frames = WebsocketServerSpec.builder()
                .maxFramePayloadLength(FrameRules.MOST_FRAME_BYTES)
                .build();
        return HttpServer.create()
                .runOn(loops)
                .bindAddress(() -> address)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, READS)
                .doOnChannelInit((observer, channel, remote) -> {
                    UpgradeRules.StrayBytes.endConnection(channel);
                    UpgradeRules.check(channel, settings.path());
                    Arrival.at(door, channel, settings.tls());
                })
                .route(routes -> routes.ws(settings.path(), Listener::serveWebsocket, frames));
    }

    private static Publisher<Void> serveWebsocket(WebsocketInbound in, WebsocketOutbound out) {
        Connection connection = (Connection) in;
        if (!connection.channel().isActive()) {
            // RSocket would begin by sending, and nobody would hear of its failure but the log.
            return Mono.empty();
        }
        return Arrival.of(connection.channel())
                .serve(new WebsocketDuplexConnection("server", connection))
                .then(out.neverComplete());
    }

    private static List<String> addresses(
            Door door, RSocketSettings settings, List<InetAddress> addresses, DisposableServer server) {
        boolean websocket = settings.transport() == Transport.WEBSOCKET;
        String path = websocket ? settings.path() : "";
        return OwnAddress.reachedAt(addresses, (InetSocketAddress) server.address()).stream()
                .map(each -> new RSocketAddress(websocket, host(each), each.getPort(), path, door.name()))
                .map(RSocketAddress::toString)
                .toList();
    }

    private static String text(InetSocketAddress address) {
        return host(address) + ":" + address.getPort();
    }

    private static String host(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }

    private static String reason(Throwable error) {
        Throwable cause = error.getCause() == null ? error : error.getCause();
        return String.valueOf(cause.getMessage());
    }

    @Override
    public String address() {
        return addresses.get(0);
    }

    @Override
    public List<String> addresses() {
        return addresses;
    }

    @Override
    public boolean reaches(String address) {
        return connector.reaches(address) && !addresses.contains(address);
    }

    @Override
    public void connect(String address, LinkHandler handler) {
        connector.connect(address, handler);
    }

    @Override
    public void close() {
        server.dispose();
    }
}
