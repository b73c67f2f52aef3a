package org.reactivempi.transport.rsocket;

import java.util.Optional;
import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Progress;
import reactor.core.publisher.Mono;

/** Messages over RSocket: by a server of the rank's own, or by that of the application which the rank is part of. */
final class RSocketChannel implements Channel {

    static final String NAME = "rsocket";

    private final RSocketSettings settings;
    private final Optional<RSocketGate> gate;

    RSocketChannel(RSocketSettings settings, Optional<RSocketGate> gate) {
        this.settings = settings;
        this.gate = gate;
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
        Connector connector = new Connector(progress.loop(), settings.keepAlive(), settings.tls());
        return gate.map(attached -> attached.open(Door.ofGate(progress.loop(), acceptor), connector))
                .orElseGet(() -> Listener.open(Door.make(progress.loop(), acceptor), settings, connector));
    }
}
