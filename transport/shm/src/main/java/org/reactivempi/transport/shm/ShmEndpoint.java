package org.reactivempi.transport.shm;

import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import java.io.IOException;
import java.net.ConnectException;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.FailedAccepts;
import org.reactivempi.transport.channel.LinkHandler;
import org.reactivempi.transport.channel.Progress;
import org.reactivempi.transport.channel.RefusedException;
import org.reactivempi.transport.channel.SharedSegments;
import org.reactivempi.transport.shm.handshake.Accepting;
import org.reactivempi.transport.shm.handshake.Connecting;
import org.reactivempi.transport.shm.handshake.ShmHost;
import org.reactivempi.transport.shm.ring.RingPoller;
import reactor.core.publisher.Mono;

/** A rank that others on this host can connect to: a Unix-domain socket whose name is in no file system. On the loop. */
final class ShmEndpoint implements Endpoint {

    private final ShmHost host;
    private final ShmAddress address;
    private final Acceptor acceptor;
    private final RingPoller links;
    private final EpollServerDomainSocketChannel server;
    private final SharedSegments segments;
    private final Set<Accepting> strangers = new LinkedHashSet<>();

    private ShmEndpoint(
            ShmHost host,
            ShmAddress address,
            RingPoller links,
            Acceptor acceptor,
            EpollServerDomainSocketChannel server) {
        this.host = host;
        this.address = address;
        this.acceptor = acceptor;
        this.links = links;
        this.server = server;
        this.segments = new ShmSegments(host, address, links.loop());
    }

    static Mono<Endpoint> open(ShmHost host, Progress progress, Acceptor acceptor) {
        return Mono.create(sink -> progress.loop().execute(() -> {
            ShmAddress address = new ShmAddress(
                    host.identity(), HexFormat.of().formatHex(host.names().next()));
            try {
                EpollServerDomainSocketChannel server = new EpollServerDomainSocketChannel();
                ShmEndpoint endpoint = new ShmEndpoint(host, address, new RingPoller(progress), acceptor, server);
                endpoint.listen(() -> sink.success(endpoint), why -> sink.error(cannot("listen", address, why)));
            } catch (ChannelException e) {
                sink.error(cannot("listen", address, e));
            }
        }));
    }

    private void listen(Runnable onSuccess, Consumer<Throwable> onFailure) {
        server.pipeline().addLast(new FailedAccepts(ShmChannel.NAME), new Accepts(this::accept));
        links.loop().register(server);
        server.bind(address.socketAddress()).addListener(bound -> {
            if (bound.isSuccess()) {
                onSuccess.run();
            } else {
                server.close();
                onFailure.accept(bound.cause());
            }
        });
    }

    private static IOException cannot(String what, ShmAddress address, Throwable cause) {
        Throwable reason = cause.getCause() == null ? cause : cause.getCause();
        return new IOException("cannot " + what + " at " + address + ": " + reason.getMessage(), cause);
    }

    @Override
    public String address() {
        return address.toString();
    }

    @Override
    public boolean reaches(String text) {
        ShmAddress peer = ShmAddress.parse(text);
        return peer != null && peer.identity().equals(host.identity());
    }

    @Override
    public void connect(String text, LinkHandler handler) {
        ShmAddress peer = ShmAddress.parse(text);
        if (peer == null) {
            fail(handler, new IOException("malformed address " + text));
        } else if (!reaches(text)) {
            fail(handler, new IOException(text + " is not on this host, or not of this container or user"));
        } else {
            connect(peer, handler);
        }
    }

    private void connect(ShmAddress peer, LinkHandler handler) {
        EpollDomainSocketChannel socket;
        try {
            socket = new EpollDomainSocketChannel();
        } catch (ChannelException e) {
            fail(handler, cannot("connect", peer, e));
            return;
        }
        Connecting connecting = new Connecting(host, socket, links, handler);
        socket.pipeline().addLast(connecting);
        links.loop().register(socket);
        socket.connect(peer.socketAddress()).addListener(connected -> {
            if (!connected.isSuccess()) {
                connecting.fail(new ConnectException("nobody listens at " + peer));
            }
        });
    }

    private void fail(LinkHandler handler, IOException cause) {
        links.loop().execute(() -> handler.onClosed(cause));
    }

    private void accept(EpollDomainSocketChannel socket) {
        socket.pipeline().addLast(new Accepting(host, socket, links, acceptor, strangers));
        links.loop().register(socket);
        if (strangers.size() > Accepting.MOST_STRANGERS) {
            strangers
                    .iterator()
                    .next()
                    .fail(new RefusedException("too many others haven't said what they want either"));
        }
    }

    @Override
    public Optional<SharedSegments> segments() {
        return Optional.of(segments);
    }

    @Override
    public void close() {
        server.close();
        host.segments().close();
    }

    /** Takes connections from the listening socket, and rests a while where the system has none to give. */
    private static final class Accepts extends ChannelInboundHandlerAdapter {

        private static final long REST_MILLIS = 500;

        private final Consumer<EpollDomainSocketChannel> onAccepted;

        Accepts(Consumer<EpollDomainSocketChannel> onAccepted) {
            this.onAccepted = onAccepted;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object accepted) {
            onAccepted.accept((EpollDomainSocketChannel) accepted);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.channel().config().setAutoRead(false);
            context.executor()
                    .schedule(() -> context.channel().config().setAutoRead(true), REST_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
