package org.reactivempi.transport.faulty;

import org.reactivempi.transport.channel.Acceptor;
import org.reactivempi.transport.channel.Channel;
import org.reactivempi.transport.channel.Endpoint;
import org.reactivempi.transport.channel.Progress;
import reactor.core.publisher.Mono;

/** Another channel, whose connections have faults. */
final class FaultyChannel implements Channel {

    private final Channel carrier;
    private final int rank;
    private final FaultySettings settings;
    private final Faults faults;

    FaultyChannel(Channel carrier, int rank, FaultySettings settings, Faults faults) {
        this.carrier = carrier;
        this.rank = rank;
        this.settings = settings;
        this.faults = faults;
    }

    @Override
    public String name() {
        return FaultySettings.CHANNEL;
    }

    @Override
    public boolean usesSockets() {
        return carrier.usesSockets();
    }

    /** Whatever carries it. */
    @Override
    public boolean mayBreak() {
        return true;
    }

    @Override
    public Mono<Endpoint> open(Progress progress, Acceptor acceptor) {
        return Mono.defer(() -> {
            FaultyEndpoint endpoint = new FaultyEndpoint(rank, settings, progress.loop(), faults);
            return carrier.open(progress, endpoint.around(acceptor)).map(endpoint::over);
        });
    }
}
