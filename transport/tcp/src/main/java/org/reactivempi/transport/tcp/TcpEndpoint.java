package org.reactivempi.transport.tcp;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.IoEventLoop;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.FailedAccepts;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.OwnAddress;
import org.reactivempi.transport.channel.Progress;
import org.reactivempi.transport.channel.tls.Tls;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * A rank's listening socket, and the connections to those of its peers.
 *
 * <p>The socket is Netty's own: each rank opens one when it starts, and most ranks of a host never use it, so it must not
 * take the time that reactor-netty's server needs to be loaded. A rank that connects does so by reactor-netty (see
 * {@link Connector}).
 */
final class TcpEndpoint implements Endpoint {

    private static final String HANDLER = "reactive-mpi";
    /** A few records, of 16 KiB each. */
    private static final int TLS_READ_BYTES = 64 * 1024;

    /** Between these, a link that was too full becomes free again: enough to keep the kernel busy for a turn. */
    private static final WriteBufferWaterMark QUEUE_BYTES = new WriteBufferWaterMark(256 * 1024, 1024 * 1024);

    private final Channel server;
    private final List<InetSocketAddress> addresses;
    private final EventLoop loop;
    private final TcpSettings settings;
    /** Made with the first connection: a rank that reaches its peers in a better way needs none. */
    private @Nullable Connector connector;

    private final Optional<Tls> tls;
    private final CongestionControl congestion;
    private final Shared shared;

    /** What the links of a rank have in common. */
    private record Shared(ReadBuffer readBuffer, BusyLinks busy, ClosingLinks closing) {

        TcpLink link(LinkHandler handler) {
            return new TcpLink(handler, readBuffer, busy, closing);
        }
    }

    private TcpEndpoint(
            Channel server,
            List<InetAddress> addresses,
            EventLoop loop,
            TcpSettings settings,
            Shared shared,
            CongestionControl congestion) {
        this.server = server;
        this.addresses = OwnAddress.reachedAt(addresses, (InetSocketAddress) server.localAddress());
        this.loop = loop;
        this.tls = settings.tls();
        this.congestion = congestion;
        this.shared = shared;
        this.settings = settings;
    }

    private Connector connector() {
        Connector made = connector;
        if (made == null) {
            made = new Connector(loop, settings, reads(settings, shared.readBuffer()), QUEUE_BYTES);
            connector = made;
        }
        return made;
    }

    /** Cold; the endpoint or the error comes on the loop. */
    static Mono<Endpoint> open(Progress progress, TcpSettings settings, Acceptor acceptor) {
        return Mono.fromCallable(() -> settings.address().resolve())
                .flatMap(addresses -> Mono.create(sink -> listen(addresses, progress, settings, acceptor, sink)));
    }

    private static void listen(
            List<InetAddress> addresses,
            Progress progress,
            TcpSettings settings,
            Acceptor acceptor,
            MonoSink<Endpoint> sink) {
        InetSocketAddress address = new InetSocketAddress(OwnAddress.listeningAt(addresses), settings.port());
        Shared shared = new Shared(new ReadBuffer(), new BusyLinks(progress), new ClosingLinks());
        ChannelFuture bound = bootstrap(progress.loop(), settings, shared.readBuffer())
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addFirst(HANDLER, shared.link(acceptor.accept()));
                        settings.tls().ifPresent(tls -> tls.protectAcceptor(channel));
                    }
                })
                .bind(address);
        Channel server = bound.channel();
        sink.onCancel(server::close);
        bound.addListener(done -> {
            if (!done.isSuccess()) {
                sink.error(
                        new IOException("cannot listen on " + TcpAddress.text(address) + ": " + reason(done.cause())));
                return;
            }
            CongestionControl congestion = CongestionControl.of(
                    settings.congestion(), ((InetSocketAddress) server.localAddress()).getAddress());
            try {
                congestion.apply(server);
            } catch (ChannelException e) {
                server.close();
                sink.error(new IOException("cannot use tcp-congestion " + congestion + ": " + reason(e)));
                return;
            }
            sink.success(new TcpEndpoint(server, addresses, progress.loop(), settings, shared, congestion));
        });
    }

    /** Of a connection that a peer has made, nothing is read before the engine knows of it. */
    private static ServerBootstrap bootstrap(EventLoop loop, TcpSettings settings, ReadBuffer readBuffer) {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loop)
                .channelFactory(() -> listener(loop))
                .handler(new FailedAccepts(TcpChannel.NAME))
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, reads(settings, readBuffer))
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, QUEUE_BYTES);
        if (settings.sendBufferBytes() > 0) {
            bootstrap.childOption(ChannelOption.SO_SNDBUF, settings.sendBufferBytes());
        }
        if (settings.receiveBufferBytes() > 0) {
            // Already while it listens, since a connection offers its first window before anyone sees it.
            bootstrap.option(ChannelOption.SO_RCVBUF, settings.receiveBufferBytes());
        }
        return bootstrap;
    }

    private static ServerChannel listener(EventLoop loop) {
        boolean epoll = loop instanceof IoEventLoop io && io.isCompatible(EpollIoHandle.class);
        return epoll ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    }

    /** TLS keeps the beginning of a record until the rest has come, so each read needs memory of its own. */
    private static RecvByteBufAllocator reads(TcpSettings settings, ReadBuffer readBuffer) {
        return settings.tls().isPresent() ? new FixedRecvByteBufAllocator(TLS_READ_BYTES) : readBuffer;
    }

    @Override
    public String address() {
        return TcpAddress.text(addresses.get(0));
    }

    @Override
    public List<String> addresses() {
        return addresses.stream().map(TcpAddress::text).toList();
    }

    /** A peer's address that is one of this rank's own as well, as that of a bridge on both hosts, leads back here. */
    @Override
    public boolean reaches(String address) {
        InetSocketAddress parsed = TcpAddress.parse(address);
        return parsed != null && !addresses.contains(parsed);
    }

    @Override
    public void connect(String address, LinkHandler handler) {
        TcpLink link = shared.link(handler);
        InetSocketAddress remote = TcpAddress.parse(address);
        if (remote == null) {
            failLater(link, new IOException("malformed address " + address));
            return;
        }
        connector().connect(remote, pipeline(link)).subscribe(connected -> {}, error -> failLater(link, error));
    }

    private ChannelInitializer<Channel> pipeline(TcpLink link) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                congestion.apply(channel);
                channel.pipeline().addFirst(HANDLER, link);
                tls.ifPresent(protection -> protection.protectConnector(channel));
            }
        };
    }

    /** Not from within connect: the caller may not be ready. */
    private void failLater(TcpLink link, Throwable cause) {
        loop.execute(() -> link.onConnectFailed(cause));
    }

    @Override
    public void close() {
        server.close();
    }

    private static String reason(Throwable error) {
        Throwable cause = error.getCause() == null ? error : error.getCause();
        return String.valueOf(cause.getMessage());
    }
}
