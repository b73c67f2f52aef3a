package org.reactivempi.transport.tcp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.logging.LoggingHandler;
import io.netty.resolver.NoopAddressResolverGroup;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import reactor.core.publisher.Mono;
import reactor.netty.ChannelPipelineConfigurer;
import reactor.netty.ConnectionObserver;
import reactor.netty.channel.ChannelMetricsRecorder;
import reactor.netty.resources.LoopResources;
import reactor.netty.transport.TransportConfig;
import reactor.netty.transport.TransportConnector;

/**
 * Connects to peers on the rank's own event loop; what reactor-netty's {@code TransportConnector} has to know for that.
 *
 * <p>Not its {@code TcpClient}: a JVM cannot even load that without Netty's DNS resolver, which brings four jars. Peers are known
 * by their addresses in numbers, so nothing is looked up, and nobody else's proxy stands between. On the progress thread.
 */
final class Connector extends TransportConfig {

    private final LoopResources loops;

    Connector(EventLoop loop, TcpSettings settings, RecvByteBufAllocator reads, WriteBufferWaterMark queueBytes) {
        super(options(settings, reads, queueBytes));
        this.loops = useNative -> loop;
    }

    /** A link reads only when the engine knows of it. */
    private static Map<ChannelOption<?>, ?> options(
            TcpSettings settings, RecvByteBufAllocator reads, WriteBufferWaterMark queueBytes) {
        Map<ChannelOption<?>, Object> options = new HashMap<>();
        options.put(ChannelOption.AUTO_READ, false);
        options.put(ChannelOption.RECVBUF_ALLOCATOR, reads);
        options.put(ChannelOption.WRITE_BUFFER_WATER_MARK, queueBytes);
        if (settings.sendBufferBytes() > 0) {
            options.put(ChannelOption.SO_SNDBUF, settings.sendBufferBytes());
        }
        if (settings.receiveBufferBytes() > 0) {
            options.put(ChannelOption.SO_RCVBUF, settings.receiveBufferBytes());
        }
        return options;
    }

    /** {@code initializer} puts the handlers into the pipeline before the connection is tried. */
    Mono<Channel> connect(InetSocketAddress remote, ChannelInitializer<Channel> initializer) {
        return TransportConnector.connect(this, remote, NoopAddressResolverGroup.INSTANCE, initializer);
    }

    @Override
    protected EventLoopGroup eventLoopGroup() {
        return loops.onClient(isPreferNative());
    }

    @Override
    protected Class<? extends Channel> channelType(boolean isDomainSocket) {
        return SocketChannel.class;
    }

    @Override
    protected LoopResources defaultLoopResources() {
        return loops;
    }

    @Override
    protected ConnectionObserver defaultConnectionObserver() {
        return ConnectionObserver.emptyListener();
    }

    @Override
    protected ChannelPipelineConfigurer defaultOnChannelInit() {
        return ChannelPipelineConfigurer.emptyConfigurer();
    }

    /** Asked for by {@code Transport.wiretap} alone, which this is not. */
    @Override
    protected LoggingHandler defaultLoggingHandler() {
        throw new UnsupportedOperationException("nothing logs what passes a link's socket");
    }

    /** Asked for by {@code Transport.metrics} alone. */
    @Override
    protected ChannelMetricsRecorder defaultMetricsRecorder() {
        throw new UnsupportedOperationException("nothing counts what passes a link's socket");
    }
}
