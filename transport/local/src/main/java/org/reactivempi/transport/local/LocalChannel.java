package org.reactivempi.transport.local;

import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.local.LocalIoHandler;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.engine.progress.Waiting;
import reactor.core.publisher.Mono;

/** Messages inside one JVM. */
final class LocalChannel implements Channel {

    static final String NAME = "local";

    private final int rank;
    private final LocalHub hub;

    LocalChannel(int rank, LocalHub hub) {
        this.rank = rank;
        this.hub = hub;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public IoHandlerFactory ioHandler(Waiting waiting) {
        IoHandlerFactory parking = LocalIoHandler.newFactory();
        return executor -> new PollingIoHandler(parking.newHandler(executor), waiting);
    }

    @Override
    public Mono<Endpoint> open(EventLoop loop, Acceptor acceptor) {
        return Mono.create(sink -> loop.execute(() -> {
            LocalEndpoint endpoint = new LocalEndpoint("rank-" + rank, loop, acceptor, hub);
            hub.add(endpoint);
            sink.success(endpoint);
        }));
    }
}
