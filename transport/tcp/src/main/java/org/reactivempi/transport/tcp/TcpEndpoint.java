package org.reactivempi.transport.tcp;

import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.resolver.NoopAddressResolverGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.FailedAccepts;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.Progress;
import org.reactivempi.transport.channel.tls.Tls;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.TcpClient;
import reactor.netty.tcp.TcpServer;

/** A rank's listening socket, and the client that connects to those of its peers. */
final class TcpEndpoint implements Endpoint {

    private static final String HANDLER = "reactive-mpi";
    /** A few records, of 16 KiB each. */
    private static final int TLS_READ_BYTES = 64 * 1024;

    /** Between these, a link that was too full becomes free again: enough to keep the kernel busy for a turn. */
    private static final WriteBufferWaterMark QUEUE_BYTES = new WriteBufferWaterMark(256 * 1024, 1024 * 1024);

    private final DisposableServer server;
    private final LoopResources loops;
    private final TcpSettings settings;
    /** Made with the first connection: a rank that reaches its peers in a better way needs none. */
    private @Nullable TcpClient client;

    private final Optional<Tls> tls;
    private final CongestionControl congestion;
    private final ReadBuffer readBuffer;
    private final BusyLinks busy;
    private final ClosingLinks closing;

    private TcpEndpoint(
            DisposableServer server,
            LoopResources loops,
            TcpSettings settings,
            ReadBuffer readBuffer,
            BusyLinks busy,
            ClosingLinks closing,
            CongestionControl congestion) {
        this.server = server;
        this.tls = settings.tls();
        this.congestion = congestion;
        this.readBuffer = readBuffer;
        this.busy = busy;
        this.closing = closing;
        this.loops = loops;
        this.settings = settings;
    }

    /** Peers are known by their addresses in numbers, so nothing is looked up. */
    private TcpClient client() {
        TcpClient made = client;
        if (made == null) {
            made = withBuffers(TcpClient.create(ConnectionProvider.newConnection()), settings)
                    .resolver(NoopAddressResolverGroup.INSTANCE)
                    .runOn(loops)
                    .option(ChannelOption.RECVBUF_ALLOCATOR, reads(settings, readBuffer))
                    .option(ChannelOption.WRITE_BUFFER_WATER_MARK, QUEUE_BYTES);
            client = made;
        }
        return made;
    }

    static Mono<Endpoint> open(Progress progress, TcpSettings settings, Acceptor acceptor) {
        LoopResources loops = useNative -> progress.loop();
        BusyLinks busy = new BusyLinks(progress);
        ClosingLinks closing = new ClosingLinks();
        ReadBuffer readBuffer = new ReadBuffer();
        return Mono.fromCallable(() -> new InetSocketAddress(listenOn(settings.host()), settings.port()))
                .flatMap(address -> withBuffers(TcpServer.create(), settings)
                        .runOn(loops)
                        .bindAddress(() -> address)
                        .childOption(ChannelOption.RECVBUF_ALLOCATOR, reads(settings, readBuffer))
                        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, QUEUE_BYTES)
                        .doOnChannelInit((observer, channel, remote) -> {
                            channel.pipeline()
                                    .addFirst(HANDLER, new TcpLink(acceptor.accept(), readBuffer, busy, closing));
                            settings.tls().ifPresent(tls -> tls.protectAcceptor(channel));
                        })
                        .bind()
                        .onErrorMap(error ->
                                new IOException("cannot listen on " + TcpAddress.text(address) + ": " + reason(error))))
                .flatMap(server -> listening(server, settings, loops, readBuffer, busy, closing));
    }

    private static Mono<Endpoint> listening(
            DisposableServer server,
            TcpSettings settings,
            LoopResources loops,
            ReadBuffer readBuffer,
            BusyLinks busy,
            ClosingLinks closing) {
        InetSocketAddress address = (InetSocketAddress) server.address();
        CongestionControl congestion = CongestionControl.of(settings.congestion(), address.getAddress());
        try {
            congestion.apply(server.channel());
            server.channel().pipeline().addFirst(new FailedAccepts(TcpChannel.NAME));
            return Mono.just(new TcpEndpoint(server, loops, settings, readBuffer, busy, closing, congestion));
        } catch (ChannelException e) {
            server.dispose();
            return Mono.error(new IOException("cannot use tcp-congestion " + congestion + ": " + reason(e)));
        }
    }

    /** TLS keeps the beginning of a record until the rest has come, so each read needs memory of its own. */
    private static RecvByteBufAllocator reads(TcpSettings settings, ReadBuffer readBuffer) {
        return settings.tls().isPresent() ? new FixedRecvByteBufAllocator(TLS_READ_BYTES) : readBuffer;
    }

    private static TcpClient withBuffers(TcpClient client, TcpSettings settings) {
        TcpClient sized = client;
        if (settings.sendBufferBytes() > 0) {
            sized = sized.option(ChannelOption.SO_SNDBUF, settings.sendBufferBytes());
        }
        if (settings.receiveBufferBytes() > 0) {
            sized = sized.option(ChannelOption.SO_RCVBUF, settings.receiveBufferBytes());
        }
        return sized;
    }

    private static TcpServer withBuffers(TcpServer server, TcpSettings settings) {
        TcpServer sized = server;
        if (settings.sendBufferBytes() > 0) {
            sized = sized.childOption(ChannelOption.SO_SNDBUF, settings.sendBufferBytes());
        }
        if (settings.receiveBufferBytes() > 0) {
            // Already while it listens, since a connection offers its first window before anyone sees it.
            sized = sized.option(ChannelOption.SO_RCVBUF, settings.receiveBufferBytes());
        }
        return sized;
    }

    private static InetAddress listenOn(String host) throws IOException {
        InetAddress address;
        try {
            address = host.isEmpty() ? InetAddress.getLocalHost() : InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IOException("cannot listen on tcp-host " + host + ": unknown host", e);
        }
        if (address.isAnyLocalAddress()) {
            throw new IOException("cannot listen on tcp-host " + host + ": peers need an address to connect to");
        }
        return address;
    }

    @Override
    public String address() {
        return TcpAddress.text((InetSocketAddress) server.address());
    }

    @Override
    public boolean reaches(String address) {
        return TcpAddress.parse(address) != null;
    }

    @Override
    public void connect(String address, LinkHandler handler) {
        TcpLink link = new TcpLink(handler, readBuffer, busy, closing);
        InetSocketAddress remote = TcpAddress.parse(address);
        if (remote == null) {
            failLater(link, new IOException("malformed address " + address));
            return;
        }
        client().remoteAddress(() -> remote)
                .doOnChannelInit((observer, channel, unused) -> {
                    congestion.apply(channel);
                    channel.pipeline().addFirst(HANDLER, link);
                    tls.ifPresent(protection -> protection.protectConnector(channel));
                })
                .connect()
                .subscribe(connection -> {}, error -> failLater(link, error));
    }

    /** Not from within connect: the caller may not be ready. */
    private void failLater(TcpLink link, Throwable cause) {
        server.channel().eventLoop().execute(() -> link.onConnectFailed(cause));
    }

    @Override
    public void close() {
        server.dispose();
    }

    private static String reason(Throwable error) {
        Throwable cause = error.getCause() == null ? error : error.getCause();
        return String.valueOf(cause.getMessage());
    }
}
