package org.reactivempi.transport.local;

import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Progress;
import reactor.core.publisher.Mono;

/** Messages inside one JVM. */
final class LocalChannel implements Channel {

    static final String NAME = "local";

    private final LocalHub hub;

    LocalChannel(LocalHub hub) {
        this.hub = hub;
    }

    @Override
    public String name() {
        return NAME;
    }

    /** The other end's mailbox carries everything. */
    @Override
    public boolean usesSockets() {
        return false;
    }

    @Override
    public boolean mayBreak() {
        return false;
    }

    @Override
    public Mono<Endpoint> open(Progress progress, Acceptor acceptor) {
        return Mono.create(sink -> progress.loop().execute(() -> {
            LocalEndpoint endpoint = new LocalEndpoint(progress.loop(), acceptor, hub);
            hub.add(endpoint);
            sink.success(endpoint);
        }));
    }
}
