package org.reactivempi.transport.tcp;

import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Progress;
import reactor.core.publisher.Mono;

/** Messages over TCP. */
final class TcpChannel implements Channel {

    static final String NAME = "tcp";

    private final TcpSettings settings;

    TcpChannel(TcpSettings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean usesSockets() {
        return true;
    }

    @Override
    public Mono<Endpoint> open(Progress progress, Acceptor acceptor) {
        return TcpEndpoint.open(progress, settings, acceptor);
    }
}
