package org.reactivempi.transport.tcp;

import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SelectStrategy;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import java.nio.channels.spi.SelectorProvider;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.engine.progress.Waiting;
import reactor.core.publisher.Mono;

/** Messages over TCP. */
final class TcpChannel implements Channel {

    static final String NAME = "tcp";

    private static final int DEFAULT_EVENTS = 0;

    private final TcpSettings settings;

    TcpChannel(TcpSettings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public IoHandlerFactory ioHandler(Waiting waiting) {
        SelectStrategyFactory strategy =
                () -> (selectNow, hasTasks) -> hasTasks || waiting.polls() ? selectNow.get() : SelectStrategy.SELECT;
        return Epoll.isAvailable()
                ? EpollIoHandler.newFactory(DEFAULT_EVENTS, strategy)
                : NioIoHandler.newFactory(SelectorProvider.provider(), strategy);
    }

    @Override
    public Mono<Endpoint> open(EventLoop loop, Acceptor acceptor) {
        return TcpEndpoint.open(loop, settings, acceptor);
    }
}
